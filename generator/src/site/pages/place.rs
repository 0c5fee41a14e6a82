//! Where the article of a run stands: a page of its own, or a report among others.

use serde::Serialize;

/// What differs from article to article, so that no id and no name of a region occurs twice
/// in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(in crate::site) struct Place {
    /// What its ids begin with; empty where it has the page to itself.
    id: String,
    /// The id of the article, and the key that the viewer knows it by; empty likewise.
    anchor: String,
    /// `2 of 3`.
    run: Option<String>,
    /// What follows the id of a heading where that names a region: the id of what says
    /// which run it is.
    of: String,
    /// What follows the name of a region for the same end.
    spoken: String,
    /// The level of the title, that of a part, and that of what is in a part.
    h1: u8,
    h2: u8,
    h3: u8,
}

impl Place {
    /// A page of its own.
    pub(in crate::site) fn alone() -> Self {
        Self::below(0)
    }

    /// The article at `index`, counted from 0, of so many.
    pub(in crate::site) fn among(index: usize, count: usize) -> Self {
        if count < 2 {
            return Self::alone();
        }
        let number = index + 1;
        Self {
            id: format!("r{number}-"),
            anchor: format!("r{number}"),
            run: Some(format!("{number} of {count}")),
            of: format!(" r{number}-run"),
            spoken: format!(", run {number}"),
            ..Self::below(1)
        }
    }

    /// What is put into a page of the author's, behind so many others and below a heading
    /// of the level `below`.
    pub(super) fn inserted(before: usize, below: usize) -> Self {
        let h1 = below.clamp(1, 4) as u8;
        Self {
            run: None,
            h1,
            h2: h1 + 1,
            h3: h1 + 2,
            ..Self::among(before, usize::MAX)
        }
    }

    /// The address of the article in its report, or of something in it.
    pub(in crate::site) fn address(&self, within: Option<&str>) -> String {
        match within {
            Some(id) => format!("#{}{id}", self.id),
            None if self.anchor.is_empty() => "#content".to_owned(),
            None => format!("#{}", self.anchor),
        }
    }

    /// What the ids of the article begin with.
    pub(super) fn prefix(&self) -> &str {
        &self.id
    }

    /// The id of the article.
    pub(super) fn anchor(&self) -> &str {
        &self.anchor
    }

    /// The level of the title of the run.
    pub(super) fn title_level(&self) -> usize {
        usize::from(self.h1)
    }

    fn below(level: u8) -> Self {
        Self {
            id: String::new(),
            anchor: String::new(),
            run: None,
            of: String::new(),
            spoken: String::new(),
            h1: level + 1,
            h2: level + 2,
            h3: level + 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_one_run_has_the_ids_of_a_page() {
        assert_eq!(Place::among(0, 1), Place::alone());
        assert_eq!(Place::among(1, 2).id, "r2-");
        assert_eq!(Place::among(1, 2).title_level(), 2);
    }
}
