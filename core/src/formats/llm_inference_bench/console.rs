//! Console.
use crate::formats::{Format, FormatInfo, Input, Parsed};
/// Console
pub(in crate::formats) struct Console;
impl Format for Console {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            id: "llm_inference_bench_console",
            name: "llm-inference-bench console report",
            versions: "",
            yields: "",
        }
    }
    fn recognises(&self, _: &Input) -> bool {
        false
    }
    fn parse(&self, _: &Input) -> Parsed {
        Parsed::default()
    }
}
