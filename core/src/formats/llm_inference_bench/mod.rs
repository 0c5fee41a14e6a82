//! Output of llm-inference-bench.
/// llm-inference-bench JSON
pub(super) struct Json;

impl super::Format for Json {
    fn info(&self) -> super::FormatInfo {
        super::FormatInfo {
            id: "llm_inference_bench",
            name: "llm-inference-bench JSON",
            versions: "",
            yields: "",
        }
    }
    fn recognises(&self, _: &super::Input) -> bool {
        false
    }
    fn parse(&self, _: &super::Input) -> super::Parsed {
        super::Parsed::default()
    }
}
/// llm-inference-bench console report
pub(super) struct Console;

impl super::Format for Console {
    fn info(&self) -> super::FormatInfo {
        super::FormatInfo {
            id: "llm_inference_bench_console",
            name: "llm-inference-bench console report",
            versions: "",
            yields: "",
        }
    }
    fn recognises(&self, _: &super::Input) -> bool {
        false
    }
    fn parse(&self, _: &super::Input) -> super::Parsed {
        super::Parsed::default()
    }
}
