//! The title of a run, for sources that print none.

use super::Run;

impl Run {
    /// One line that says what was run on what, as far as it is known; `otherwise` where
    /// the model is not.
    pub fn composed_title(&self, otherwise: &str) -> String {
        let mut title = self.model_title().unwrap_or(otherwise).to_owned();
        title.push_str(&self.title_end());
        title
    }

    /// Composes the title again after facts were added, where it was composed from those
    /// of `before`. A title of the source's own stays.
    pub fn recompose_title(&mut self, before: &Self) {
        let Some(start) = self.title.strip_suffix(&before.title_end()) else {
            return;
        };
        let was_composed = before.model_title().is_none_or(|model| model == start);
        if was_composed {
            self.title = self.composed_title(start);
        }
    }

    fn model_title(&self) -> Option<&str> {
        let model = &self.model;
        let names = [&model.name, &model.served_name, &model.id];
        names.into_iter().flatten().next().map(String::as_str)
    }

    /// ` on H200 with vllm`.
    fn title_end(&self) -> String {
        [("on", &self.hardware.name), ("with", &self.engine.name)]
            .into_iter()
            .filter_map(|(word, name)| Some(format!(" {word} {}", name.as_ref()?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_says_model_hardware_and_engine_as_far_as_they_are_known() {
        let mut run = Run::default();
        assert_eq!(run.composed_title("bench run"), "bench run");
        run.model.id = Some("org/m".to_owned());
        run.engine.name = Some("vllm".to_owned());
        assert_eq!(run.composed_title("bench run"), "org/m with vllm");
        run.hardware.name = Some("H200".to_owned());
        assert_eq!(run.composed_title("bench run"), "org/m on H200 with vllm");
    }

    #[test]
    fn a_composed_title_follows_added_facts_and_another_title_stays() {
        let mut before = Run::default();
        before.engine.name = Some("vllm".to_owned());
        before.title = before.composed_title("bench run");
        let after = |title: &str| {
            let mut after = before.clone();
            after.title = title.to_owned();
            after.model.name = Some("M".to_owned());
            after.hardware.name = Some("H200".to_owned());
            after.recompose_title(&before);
            after.title
        };
        assert_eq!(after("bench run with vllm"), "M on H200 with vllm");
        assert_eq!(after("How fast is it?"), "How fast is it?");
    }
}
