//! The redundant `summary_table`, checked against the cells it repeats.

use std::collections::BTreeMap;

use serde_json::Value;

use super::fields::whole;
use super::shape;
use crate::formats::{Diagnostic, Level};

/// Largest relative difference of a number that was written twice.
const SAME: f64 = 1e-9;

/// Reports where the table at `table_key` and the cells at `cells_key` differ. A
/// table says null where a cell has no rate; a failed cell may have 0 in both.
pub(super) fn check(
    table: &Value,
    table_key: &str,
    cells: &[Value],
    cells_key: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(contexts) = table.as_object() else {
        return;
    };
    let path = format!("$.{table_key}");
    let placed: BTreeMap<_, _> = cells
        .iter()
        .enumerate()
        .rev()
        .filter_map(|(index, cell)| Some((place(cell)?, index)))
        .collect();
    for (context, row) in contexts {
        let row_path = shape::join(&path, context);
        let Some(row) = row.as_object() else {
            diagnostics.push(shape::unexpected(&row_path, row, "an object"));
            continue;
        };
        for (concurrency, said) in row {
            let path = shape::join(&row_path, concurrency);
            if !said.is_null() && !said.is_number() {
                diagnostics.push(shape::unexpected(&path, said, "a number"));
                continue;
            }
            let difference = match placed.get(&(context.clone(), concurrency.clone())) {
                None => Some(format!(
                    "the table has {said} where {cells_key} has no cell"
                )),
                Some(&index) => difference(said, &cells[index]).map(|rate| {
                    format!("the table has {said}, {cells_key}[{index}].aggregate_tps has {rate}")
                }),
            };
            if let Some(message) = difference {
                diagnostics.push(mismatch(&path, message));
            }
        }
    }
    for (index, cell) in cells.iter().enumerate() {
        let Some((context, concurrency)) = place(cell) else {
            continue;
        };
        let is_listed = contexts
            .get(&context)
            .and_then(|row| row.get(&concurrency))
            .is_some();
        if !is_listed {
            let path = format!("$.{cells_key}[{index}]");
            diagnostics.push(mismatch(&path, format!("the cell is not in {table_key}")));
        }
    }
}

fn mismatch(path: &str, message: String) -> Diagnostic {
    Diagnostic::new(Level::Warning, "summary_mismatch", message)
        .at_path(path)
        .with_help("the value of the cell is used")
}

/// The rate of a cell where the table says another.
fn difference(said: &Value, cell: &Value) -> Option<String> {
    let rate = cell.get("aggregate_tps")?;
    let differs = match (said.as_f64(), rate.as_f64()) {
        (Some(said), Some(rate)) => (said - rate).abs() > SAME * rate.abs().max(said.abs()),
        (None, Some(rate)) => rate > 0.0,
        (Some(_), None) => rate.is_null(),
        (None, None) => false,
    };
    differs.then(|| rate.to_string())
}

/// Context and concurrency of a cell as the keys of the table have them.
fn place(cell: &Value) -> Option<(String, String)> {
    let label = |key| Some(whole(cell.get(key)?)?.to_string());
    Some((label("context_tokens")?, label("concurrency")?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::formats::Location;

    fn paths(table: &Value, cells: &Value) -> Vec<String> {
        let mut diagnostics = Vec::new();
        check(
            table,
            "summary_table",
            cells.as_array().unwrap(),
            "results",
            &mut diagnostics,
        );
        diagnostics
            .into_iter()
            .map(|diagnostic| match diagnostic.location {
                Location::Json { path } => path,
                _ => panic!("no path"),
            })
            .collect()
    }

    fn cell(context: u64, concurrency: u64, tps: &Value) -> Value {
        json!({"context_tokens": context, "concurrency": concurrency, "aggregate_tps": tps})
    }

    #[test]
    fn a_table_that_repeats_its_cells_is_not_worth_a_word() {
        let cells = json!([
            cell(0, 1, &json!(59.5)),
            cell(0, 2, &json!(-4.0)),
            cell(16384, 1, &json!(0.0))
        ]);
        let table = json!({"0": {"1": 59.5, "2": null}, "16384": {"1": 0.0}});
        assert!(paths(&table, &cells).is_empty());
    }

    #[test]
    fn every_difference_has_its_path() {
        let cells = json!([
            cell(0, 1, &json!(59.5)),
            cell(0, 2, &json!(80.0)),
            cell(0, 4, &json!(90.0))
        ]);
        let table = json!({"0": {"1": 58.5, "2": null, "8": 3.0}, "1": 7});
        assert_eq!(
            paths(&table, &cells),
            [
                "$.summary_table['0']['1']",
                "$.summary_table['0']['2']",
                "$.summary_table['0']['8']",
                "$.summary_table['1']",
                "$.results[2]",
            ]
        );
    }
}
