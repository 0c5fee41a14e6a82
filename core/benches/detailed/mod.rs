//! A detailed result of `vllm bench serve` of any size, made up and the same every time.
//!
//! It has the shape of a real one: one line as Python writes it, one entry per request in
//! every list, and `itls` with a time for each further token of each answer, which are nine
//! tenths of the file. Times have the digits that the difference of two clock readings
//! has. Latencies are drawn around 12 ms between tokens with a stall now and then, and an
//! answer has 100 to 900 tokens of four letters.

use std::fmt::Write;

/// Time between two tokens without a stall, in seconds.
const GAP: f64 = 0.012;

/// Letters of the words of the answers.
const LETTERS: &[u8; 16] = b"etaoinshrdlucmfw";

/// A result of at least `size` bytes, by less than one request.
pub(crate) fn detailed(size: usize) -> String {
    let mut lists = Lists::default();
    let mut random = Random(7);
    while lists.len() + 2_000 < size {
        lists.request(&mut random);
    }
    let requests = lists.requests;
    let tokens = lists.tokens;
    let duration = requests as f64 * 0.11;
    let mut text = format!(
        "{{\"date\": \"20260301-120000\", \"endpoint_type\": \"openai\", \"backend\": \"vllm\", \
         \"label\": null, \"model_id\": \"example/model\", \"tokenizer_id\": \"example/model\", \
         \"num_prompts\": {requests}, \"request_rate\": \"inf\", \"burstiness\": 1.0, \
         \"max_concurrency\": 64, \"duration\": {duration}, \"completed\": {requests}, \"failed\": 0, \
         \"total_input_tokens\": {input}, \"total_output_tokens\": {tokens}, \
         \"request_throughput\": {rate}, \"request_goodput\": null, \
         \"output_throughput\": {output_rate}, \"total_token_throughput\": {total_rate}",
        input = requests * 1024,
        rate = requests as f64 / duration,
        output_rate = tokens as f64 / duration,
        total_rate = (tokens + requests * 1024) as f64 / duration,
    );
    for name in ["ttft", "tpot", "itl"] {
        for (statistic, factor) in [("mean", 1.0), ("median", 0.97), ("std", 0.2), ("p99", 2.5)] {
            let value = GAP * 1000.0 * factor;
            write!(text, ", \"{statistic}_{name}_ms\": {value}").expect("a string takes all text");
        }
    }
    lists.write(&mut text);
    text.push('}');
    text
}

/// The lists, each as its text without brackets.
#[derive(Default)]
struct Lists {
    requests: usize,
    tokens: usize,
    input_lens: String,
    output_lens: String,
    ttfts: String,
    itls: String,
    start_times: String,
    generated_texts: String,
    errors: String,
}

impl Lists {
    fn request(&mut self, random: &mut Random) {
        let tokens = 100 + random.below(800);
        let comma = if self.requests == 0 { "" } else { ", " };
        self.requests += 1;
        self.tokens += tokens;
        let start = 5_000.0 + self.requests as f64 * 0.11 + random.part() * 1e-3;
        let ttft = 0.05 + random.part() * 0.2;
        let append = |list: &mut String, text: std::fmt::Arguments<'_>| {
            list.write_fmt(text).expect("a string takes all text");
        };
        append(&mut self.input_lens, format_args!("{comma}1024"));
        append(&mut self.output_lens, format_args!("{comma}{tokens}"));
        append(&mut self.ttfts, format_args!("{comma}{ttft}"));
        append(&mut self.start_times, format_args!("{comma}{start}"));
        append(&mut self.errors, format_args!("{comma}\"\""));
        append(&mut self.itls, format_args!("{comma}["));
        let mut clock = start + ttft;
        for token in 1..tokens {
            let stall = if random.below(200) == 0 { 20.0 } else { 1.0 };
            let next = clock + GAP * stall * (0.8 + 0.4 * random.part());
            let comma = if token == 1 { "" } else { ", " };
            append(&mut self.itls, format_args!("{comma}{}", next - clock));
            clock = next;
        }
        self.itls.push(']');
        append(&mut self.generated_texts, format_args!("{comma}\""));
        for _ in 0..tokens {
            for _ in 0..3 {
                self.generated_texts
                    .push(char::from(LETTERS[random.below(LETTERS.len())]));
            }
            // A line end in an answer is escaped in JSON.
            let end = if random.below(30) == 0 { "\\n" } else { " " };
            self.generated_texts.push_str(end);
        }
        self.generated_texts.push('"');
    }

    fn all(&self) -> [(&str, &String); 7] {
        [
            ("input_lens", &self.input_lens),
            ("output_lens", &self.output_lens),
            ("ttfts", &self.ttfts),
            ("itls", &self.itls),
            ("start_times", &self.start_times),
            ("generated_texts", &self.generated_texts),
            ("errors", &self.errors),
        ]
    }

    fn len(&self) -> usize {
        self.all().iter().map(|(_, text)| text.len()).sum()
    }

    fn write(&self, text: &mut String) {
        for (name, list) in self.all() {
            write!(text, ", \"{name}\": [{list}]").expect("a string takes all text");
        }
    }
}

/// Numbers that look random and are the same every time: xorshift by Marsaglia.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Between 0 and 1.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).expect("below a size")
    }
}
