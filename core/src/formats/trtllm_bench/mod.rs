//! TensorRT-LLM `trtllm-bench`: the report JSON and the printed report.
//!
//! ```text
//! { "engine": {"model": …, "version": "0.20.0"}, "world_info": {"tp_size": 1, …},
//!   "request_info": {…}, "performance": {"system_output_throughput_tok_s": 27784.9, …},
//!   "streaming_metrics": {…}, "dataset": {…} }
//!
//! ===========================================================
//! = PERFORMANCE OVERVIEW
//! ===========================================================
//! Total Output Throughput (tokens/sec):             27784.9728
//! [Latency] P50    : 68923.2602
//! ```
//!
//! The tool prints what it writes to the JSON, under other names. [`sections`] finds the
//! printed report in its log and [`labels`] gives each line its name in the JSON; [`report`]
//! makes a run of either, so that both say the same.

mod json;
mod labels;
mod report;
mod sections;
mod text;

pub(super) use json::Json;
pub(super) use text::Text;

/// Version of these parsers; it grows when their output changes.
const PARSER_VERSION: u32 = 1;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::formats::{Parsed, parse};
    use crate::model::{Run, Status};

    const RULE: &str = "===========================================================";

    /// A streaming report with drafts as the tool prints it, with colours, log lines and
    /// carriage returns around and in it.
    fn printed() -> String {
        let stats = |tag: &str, values: [f64; 7]| {
            let words = ["MINIMUM", "MAXIMUM", "AVERAGE", "P50", "P90", "P95", "P99"];
            let lines = words.iter().zip(values);
            let lines = lines.map(|(word, value)| format!("[{tag}] {word:<7}: {value:.4}\n"));
            lines.collect::<String>()
        };
        let section = |title: &str, body: &str| format!("{RULE}\n= {title} \n{RULE}\n{body}\n");
        let mut text = String::from(
            "\u{feff}\u{1b}[33;20mrank 0\n\u{1b}[0m[06/02/2026-03:12:52] [TRT-LLM] [I] \n\n",
        );
        text += &section(
            "PYTORCH BACKEND",
            "Model:\t\t\torg/name\nTensorRT LLM Version:\t1.0.0\nDtype:\t\t\tbfloat16\nKV Cache Dtype:\t\tNone\nQuantization:\t\tNone\n",
        );
        text += &section(
            "MACHINE DETAILS",
            "NVIDIA H200, memory 139.81 GB, 3.20 GHz\n",
        );
        text += &section(
            "REQUEST DETAILS",
            "Number of requests:             8\nNumber of concurrent requests:  2.5000\nAverage Input Length (tokens):  10.5000\nAverage Output Length (tokens): 64.0000\n",
        );
        text += &section(
            "WORLD + RUNTIME INFORMATION",
            "TP Size:                2\nPP Size:                2\nEP Size:                None\nMax Runtime Batch Size: 64\n[TensorRT-LLM][INFO] a line of the runtime\nMax Runtime Tokens:     512\nScheduling Policy:      GUARANTEED_NO_EVICT\nKV Memory Percentage:   90.00%\nIssue Rate (req/sec):   4.8894E+14\n",
        );
        text += &section(
            "PERFORMANCE OVERVIEW",
            &format!(
                "Request Throughput (req/sec):                     4.0000\n\
             Total Output Throughput (tokens/sec):             256.0000\n\
             Total Token Throughput (tokens/sec):              298.0000\n\
             Total Latency (ms):                               2000.0000\n\
             Average request latency (ms):                     900.0000\n\
             Per User Output Throughput [w/ ctx] (tps/user):   71.1111\n\
             Per GPU Output Throughput (tps/gpu):              64.0000\n\
             Average time-to-first-token [TTFT] (ms):          30.0000\n\
             Average time-per-output-token [TPOT] (ms):        12.5000\n\
             Per User Output Speed (tps/user):                 80.0000\n\n\
             -- Per-Request Time-per-Output-Token [TPOT] Breakdown (ms)\n\n{}\n\
             -- Per-Request Time-to-First-Token [TTFT] Breakdown (ms) \n\n{}\n\
             -- Request Latency Breakdown (ms) -----------------------\n\n{}",
                stats("TPOT", [11.0, 15.0, 12.5, 12.4, 13.0, 14.0, 15.0]),
                stats("TTFT", [20.0, 60.0, 30.0, 28.0, 50.0, 55.0, 60.0]),
                stats(
                    "Latency",
                    [700.0, 1200.0, 900.0, 890.0, 1100.0, 1150.0, 1200.0]
                ),
            ),
        );
        text += &section(
            "DECODING STATISTICS (MTP)",
            &stats("DAR", [0.5, 0.9, 0.7, 0.7, 0.8, 0.85, 0.9]),
        );
        text += &section(
            "DATASET DETAILS",
            "Dataset Path:         /data/x.jsonl\nNumber of Sequences:  8\n\n-- Percentiles statistics ---------------------------------\n\n        Input              Output           Seq. Length\n-----------------------------------------------------------\nMIN:    8.0000            64.0000            72.0000\nMAX:   12.0000            64.0000            76.0000\n",
        );
        text + RULE + "\n\n[06/02/2026-03:12:53] [TRT-LLM] [I] stopped\n"
    }

    /// The same report as JSON.
    fn written() -> Value {
        let stats = |values: [f64; 7]| {
            json!({"minimum": values[0], "maximum": values[1], "average": values[2], "p50": values[3],
                "p90": values[4], "p95": values[5], "p99": values[6]})
        };
        json!({
            "engine": {"model": "org/name", "version": "1.0.0", "backend": "Pytorch", "dtype": "bfloat16",
                "kv_cache_dtype": "None", "quantization": "None"},
            "machine": {"name": "NVIDIA H200", "memory.total": 139.81, "clocks.mem": 3.2},
            "world_info": {"tp_size": 2, "pp_size": 2, "ep_size": null, "max_batch_size": 64, "max_num_tokens": 512,
                "scheduling_policy": "GUARANTEED_NO_EVICT", "kv_cache_percentage": 90.0, "issue_rate": 488_940_000_000_000.0},
            "request_info": {"num_requests": 8, "avg_num_concurrent_requests": 2.5, "avg_input_length": 10.5, "avg_output_length": 64.0},
            "performance": {"total_latency_ms": 2000.0, "avg_request_latency_ms": 900.0, "request_throughput_req_s": 4.0,
                "system_output_throughput_tok_s": 256.0, "system_total_throughput_tok_s": 298.0,
                "output_throughput_per_user_tok_s": 71.1111, "output_throughput_per_gpu_tok_s": 64.0,
                "request_latency_percentiles_ms": stats([700.0, 1200.0, 900.0, 890.0, 1100.0, 1150.0, 1200.0])},
            "streaming_metrics": {"token_output_speed_tok_s": 80.0, "avg_ttft_ms": 30.0, "avg_tpot_ms": 12.5,
                "tpot_percentiles": stats([11.0, 15.0, 12.5, 12.4, 13.0, 14.0, 15.0]),
                "ttft_percentiles": stats([20.0, 60.0, 30.0, 28.0, 50.0, 55.0, 60.0])},
            "decoding_stats": {"mode": "MTP", "draft_acceptance_rate_percentiles": stats([0.5, 0.9, 0.7, 0.7, 0.8, 0.85, 0.9])},
            "dataset": {"dataset_path": "/data/x.jsonl", "num_requests": 8,
                "isl_stats": {"minimum": 8.0, "maximum": 12.0}, "osl_stats": {"minimum": 64.0, "maximum": 64.0},
                "seq_len_stats": {"minimum": 72.0, "maximum": 76.0}},
        })
    }

    fn codes(parsed: &Parsed) -> Vec<&'static str> {
        parsed.diagnostics.iter().map(|one| one.code).collect()
    }

    /// A run without what says where it came from and how its numbers were printed.
    fn bare(mut run: Run) -> Run {
        run.source = crate::model::Source::default();
        run.measured_at = None;
        run.measurements[0].precision.clear();
        run.id.clear();
        run.slug.clear();
        run
    }

    #[test]
    fn what_is_printed_and_what_is_written_give_the_same_run() {
        let printed = parse(printed().replace('\n', "\r\n").as_bytes(), None);
        let written = parse(written().to_string().as_bytes(), None);
        assert_eq!(codes(&printed), Vec::<&str>::new());
        assert_eq!(codes(&written), Vec::<&str>::new());
        let [printed, written] = [printed, written].map(|parsed| parsed.runs[0].clone());
        assert_eq!(printed.measured_at.as_deref(), Some("2026-06-02T03:12:52"));
        assert_eq!(bare(printed), bare(written));
    }

    #[test]
    fn a_streaming_run_has_its_times_to_the_first_token() {
        let run = &parse(printed().as_bytes(), None).runs[0];
        let one = &run.measurements[0];
        assert_eq!(one.metrics.ttft_ms.unwrap().p95, Some(55.0));
        assert_eq!(one.metrics.tpot_ms.unwrap().mean, Some(12.5));
        assert_eq!(one.metrics.draft_acceptance_rate, Some(0.7));
        assert_eq!(one.precision["ttft_ms.p95"].high, Some(55.00005));
        assert_eq!(
            one.precision["duration_s"].text.as_deref(),
            Some("2000.0000")
        );
        assert_eq!(
            (run.hardware.count, run.hardware.memory_per_device_gb),
            (Some(4), Some(139.81))
        );
        // Prompts of several lengths are a condition of the run, not a place on an axis.
        assert_eq!(
            (one.axes.input_tokens, one.axes.output_tokens),
            (None, Some(64))
        );
        assert!(run.settings.extra.contains_key("dataset"));
    }

    #[test]
    fn two_reports_of_a_log_both_come_out() {
        let text = printed()
            + &printed().replace(
                "Number of requests:             8",
                "Number of requests:             9",
            );
        let runs = parse(text.as_bytes(), None).runs;
        let measurements: usize = runs.iter().map(|run| run.measurements.len()).sum();
        assert_eq!(measurements, 2);
    }

    #[test]
    fn a_line_of_a_report_that_is_not_understood_is_named() {
        let text = printed().replace("Total Latency (ms):    ", "Total Latency (min):   ");
        let parsed = parse(text.as_bytes(), None);
        assert!(codes(&parsed).contains(&"unread_line"));
        assert_eq!(parsed.runs[0].measurements[0].metrics.duration_s, None);
    }

    #[test]
    fn a_log_without_a_report_is_a_failed_run_with_the_tools_reason() {
        let log = "[TensorRT-LLM] TensorRT-LLM version: 0.20.0\n\
            [06/02/2026-03:09:43] [TRT-LLM] [I] Preparing to run throughput benchmark...\n\
            [06/02/2026-03:09:50] [TRT-LLM] [E] Out of memory\nTraceback\n";
        let parsed = parse(log.as_bytes(), None);
        let run = &parsed.runs[0];
        assert_eq!(run.measurements[0].status, Status::Failed);
        assert_eq!(
            run.measurements[0].source_status.as_deref(),
            Some("Out of memory")
        );
        assert_eq!(run.engine.version.as_deref(), Some("0.20.0"));
        assert_eq!((run.notes.len(), codes(&parsed)), (1, vec!["no_result"]));
    }

    #[test]
    fn a_run_without_a_request_has_no_rates() {
        let mut file = written();
        file["request_info"]["num_requests"] = json!(0);
        let parsed = parse(file.to_string().as_bytes(), None);
        let one = &parsed.runs[0].measurements[0];
        assert_eq!((one.status, one.metrics.output_tps), (Status::Failed, None));
    }
}
