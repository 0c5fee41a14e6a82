//! What the tool did not record and somebody else said.

use serde::Serialize;
use speedsheet_core::model::{Run, Supplied, SuppliedFrom};

/// A value that does not come from the benchmark's output.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct SuppliedFact {
    name: String,
    value: String,
    /// Where it was written.
    from: String,
    /// What the tool recorded instead; the page shows that one.
    recorded: Option<String>,
}

/// The values, those that contradict the tool first.
pub(super) fn facts(run: &Run) -> Vec<SuppliedFact> {
    let of = |conflict: bool| {
        let list = run.supplied.iter();
        list.filter(move |one| one.recorded.is_some() == conflict)
    };
    of(true).chain(of(false)).map(fact).collect()
}

fn fact(one: &Supplied) -> SuppliedFact {
    SuppliedFact {
        name: name(&one.field),
        value: one.value.clone(),
        from: match one.from {
            SuppliedFrom::Sidecar => format!("{}, beside the input", one.origin),
            SuppliedFrom::Configuration => format!("{}, the configuration", one.origin),
            SuppliedFrom::Path => format!("{}, in the path of the input", one.origin),
        },
        recorded: one.recorded.clone(),
    }
}

/// `hardware.memory_gb` as `hardware: memory gb`.
fn name(field: &str) -> String {
    // A field of the source's own is one like the others to a reader.
    let field = field.replacen(".extra.", ".", 1);
    field.replacen('.', ": ", 1).replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_comes_first_and_names_both() {
        let supplied = |field: &str, recorded: Option<&str>| Supplied {
            field: field.to_owned(),
            value: "8".to_owned(),
            from: SuppliedFrom::Configuration,
            origin: "speedsheet.toml".to_owned(),
            recorded: recorded.map(str::to_owned),
        };
        let run = Run {
            supplied: vec![
                supplied("axes.concurrency", None),
                supplied("hardware.count", Some("4")),
            ],
            ..Run::default()
        };
        let facts = facts(&run);
        assert_eq!(facts[0].name, "hardware: count");
        assert_eq!(name("settings.extra.num_prompts"), "settings: num prompts");
        assert_eq!(facts[0].recorded.as_deref(), Some("4"));
        assert_eq!(facts[1].from, "speedsheet.toml, the configuration");
    }
}
