//! The title of a run, for sources that print none.

use super::Run;

impl Run {
    /// One line that says what was run on what, as far as it is known.
    pub fn composed_title(&self) -> String {
        let model = &self.model;
        let names = [&model.name, &model.served_name, &model.id];
        let mut title = match names.into_iter().flatten().next() {
            Some(name) => name.clone(),
            None => match &self.source.tool {
                Some(tool) => format!("{tool} run"),
                None => "Benchmark run".to_owned(),
            },
        };
        for (word, part) in [("on", &self.hardware.name), ("with", &self.engine.name)] {
            if let Some(part) = part {
                title.push_str(&format!(" {word} {part}"));
            }
        }
        title
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_says_model_hardware_and_engine_as_far_as_they_are_known() {
        let mut run = Run::default();
        assert_eq!(run.composed_title(), "Benchmark run");
        run.source.tool = Some("bench".to_owned());
        assert_eq!(run.composed_title(), "bench run");
        run.model.id = Some("org/m".to_owned());
        run.engine.name = Some("vllm".to_owned());
        assert_eq!(run.composed_title(), "org/m with vllm");
        run.hardware.name = Some("H200".to_owned());
        assert_eq!(run.composed_title(), "org/m on H200 with vllm");
    }
}
