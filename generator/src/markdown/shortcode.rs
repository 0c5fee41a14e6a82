//! What an author can have put into a page: a paragraph such as `{{ heatmap run.json }}`.

use speedsheet_core::formats::Level;
use speedsheet_core::model::Family;

use super::Dead;

/// Something to be put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shortcode {
    pub(crate) kind: Kind,
    /// Names the run; empty for [`Kind::Runs`].
    pub(crate) run: String,
    /// The family that is meant, where one is named.
    pub(crate) family: Option<Family>,
}

/// What is put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The matrix of a run.
    Heatmap,
    /// The charts and tables of a family.
    Chart,
    /// All measurements of a run.
    Table,
    /// The list of all runs.
    Runs,
}

const KINDS: [(&str, Kind); 4] = [
    ("heatmap", Kind::Heatmap),
    ("chart", Kind::Chart),
    ("table", Kind::Table),
    ("runs", Kind::Runs),
];

const HELP: &str = "known are {{ heatmap RUN [FAMILY] }}, {{ chart RUN [FAMILY] }}, {{ table RUN }} \
     and {{ runs }}; a word with spaces goes in quotes, and what is meant as text into a line with \
     other text or between backticks";

/// Reads what is between the braces.
pub(super) fn parse(inner: &str) -> Result<Shortcode, Dead> {
    let dead = |message: String| Dead {
        level: Level::Error,
        message,
        help: Some(HELP.to_owned()),
    };
    let words = shlex::split(inner).ok_or_else(|| dead("a quote that does not end".to_owned()))?;
    let Some((name, rest)) = words.split_first() else {
        return Err(dead("an empty shortcode".to_owned()));
    };
    let known = KINDS.iter().find(|(known, _)| known == name);
    let Some(&(_, kind)) = known else {
        return Err(dead(format!("unknown shortcode {name:?}")));
    };
    let most = match kind {
        Kind::Heatmap | Kind::Chart => 2,
        Kind::Table => 1,
        Kind::Runs => 0,
    };
    if rest.len() > most {
        return Err(dead(format!("more words than {name} takes")));
    }
    let run = rest.first().cloned().unwrap_or_default();
    if most > 0 && run.is_empty() {
        return Err(dead(format!("no run that {name} is to show")));
    }
    let family = rest.get(1).map(|word| {
        let family = Family::ALL.into_iter().find(|family| family.key() == word);
        family.ok_or_else(|| {
            let known = Family::ALL.map(Family::key).join(", ");
            dead(format!("unknown family {word:?}, known are {known}"))
        })
    });
    Ok(Shortcode {
        kind,
        run: run.strip_prefix("run:").unwrap_or(&run).to_owned(),
        family: family.transpose()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_a_run_and_a_family() {
        let read = parse(" heatmap 'my run.json' prefill ").unwrap();
        assert_eq!(read.kind, Kind::Heatmap);
        assert_eq!(read.run, "my run.json");
        assert_eq!(read.family, Some(Family::Prefill));
        assert_eq!(parse("table run:a").unwrap().run, "a");
        assert_eq!(parse("runs").unwrap().kind, Kind::Runs);
    }

    #[test]
    fn what_means_nothing_is_told() {
        for (inner, message) in [
            (" 7 * 7 ", "unknown shortcode \"7\""),
            ("", "an empty shortcode"),
            ("heatmap", "no run that heatmap is to show"),
            ("runs x", "more words than runs takes"),
            ("table 'a", "a quote that does not end"),
            (
                "chart a dreams",
                "unknown family \"dreams\", known are prefill, decode, serve, batch",
            ),
        ] {
            let dead = parse(inner).unwrap_err();
            assert_eq!(dead.message, message);
            assert!(dead.help.unwrap().contains("{{ heatmap RUN"));
        }
    }
}
