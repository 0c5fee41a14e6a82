//! The sections of one page. Every line ends up in exactly one place; a line with
//! no place is `unread`.

use super::grid::{Grid, Kind, Row};
use super::layout::{
    ALL_MEASUREMENTS, DECODE_SUBTITLE, ENGINE, HARDWARE, LAUNCH_COMMAND, PAGE_TITLE, PREFILL,
    PREFILL_SUBTITLE, RUN, SUBTITLES, SUSTAINED_DECODE,
};
use super::lines::Line;

/// Status words a page may print in the place of a value.
pub(super) const STATUS_WORDS: [&str; 6] = [
    "Over capacity",
    "Requests queued",
    "Failed",
    "Skipped",
    "Not run",
    "Unknown",
];

/// A section of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// Title, summary and author.
    Head,
    /// Facts about the machine.
    Hardware,
    /// Facts about the engine.
    Engine,
    /// Facts about the benchmark.
    Run,
    /// How the engine was started.
    LaunchCommand,
    /// Prefill cards.
    Prefill,
    /// The matrix.
    Decode,
    /// The long table.
    Table,
}

impl Section {
    fn of_heading(heading: &str) -> Option<Self> {
        Some(match heading {
            HARDWARE => Self::Hardware,
            ENGINE => Self::Engine,
            RUN => Self::Run,
            LAUNCH_COMMAND => Self::LaunchCommand,
            PREFILL => Self::Prefill,
            SUSTAINED_DECODE => Self::Decode,
            ALL_MEASUREMENTS => Self::Table,
            _ => return None,
        })
    }

    fn holds_facts(self) -> bool {
        matches!(self, Self::Hardware | Self::Engine | Self::Run)
    }
}

/// A label and its value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fact {
    /// The section it stands in.
    pub section: Section,
    /// The label as printed.
    pub label: String,
    /// The value, empty where the page has none.
    pub value: String,
    /// The line of the value.
    pub line: Line,
}

/// What a status word means, in the page's words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Explanation {
    /// The word.
    pub word: String,
    /// The sentence.
    pub text: String,
    /// The section it stands in.
    pub section: Section,
}

/// The lines of one page by their place.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// `MODEL on HARDWARE`.
    pub title: Option<Line>,
    /// Engine, version, quantization and the shape of the matrix.
    pub summary: Option<Line>,
    /// Author and date.
    pub byline: Option<Line>,
    /// Facts in the order of the page.
    pub facts: Vec<Fact>,
    /// Labels that the page ends behind.
    pub open_label: Option<Line>,
    /// The launch command, one line or several.
    pub launch: Vec<Line>,
    /// Lines that hold prefill cards.
    pub cards: Vec<Line>,
    /// Context by simultaneous requests.
    pub heatmap: Option<Grid>,
    /// All measurements.
    pub table: Option<Grid>,
    /// What the page says about the long table.
    pub table_subtitle: Option<Line>,
    /// Status words explained.
    pub explanations: Vec<Explanation>,
    /// Further sentences.
    pub notes: Vec<Line>,
    /// Lines without a place.
    pub unread: Vec<Line>,
    /// Sections whose heading was seen.
    pub sections: Vec<Section>,
    /// Every status word known on this page.
    pub words: Vec<String>,
    /// The last line of the page.
    pub last: Option<Line>,
}

impl Page {
    /// False for lines that stand where a page may, such as those above its title, and
    /// have nothing of one.
    pub(super) fn says_anything(&self) -> bool {
        let names_both = |title: &Line| title.text.contains(" on ");
        self.title.as_ref().is_some_and(names_both)
            || !self.sections.is_empty()
            || !self.cards.is_empty()
            || self.heatmap.is_some()
            || self.table.is_some()
    }
}

/// Parts lines into pages at each page title. Lines before the first title belong
/// to a page of their own only if they hold something of a page.
pub(super) fn split_pages(lines: Vec<Line>) -> Vec<Vec<Line>> {
    let mut pages: Vec<Vec<Line>> = vec![Vec::new()];
    for line in lines {
        if line.heading() == PAGE_TITLE && pages.last().is_some_and(|page| !page.is_empty()) {
            pages.push(Vec::new());
        }
        if let Some(page) = pages.last_mut() {
            page.push(line);
        }
    }
    pages.retain(|page| !page.is_empty());
    pages
}

/// True for a line that a page has and prose has not: the title or a subtitle at its
/// place, or the head of the long table.
pub(super) fn is_sure(line: &Line) -> bool {
    line.heading() == PAGE_TITLE
        || [PREFILL_SUBTITLE, DECODE_SUBTITLE]
            .iter()
            .any(|subtitle| line.text.starts_with(subtitle))
        || matches!(Row::header(line), Some((Kind::Table, _)))
}

/// Reads the lines of one page.
pub(super) fn read(lines: &[Line]) -> Page {
    let mut words: Vec<String> = STATUS_WORDS.iter().map(|&word| word.to_owned()).collect();
    words.extend(
        lines
            .iter()
            .filter_map(|line| explanation(&line.text))
            .map(|(word, _)| word.to_owned()),
    );
    let mut reader = Reader {
        page: Page {
            words,
            ..Page::default()
        },
        section: Section::Head,
        grid: None,
        pending_label: None,
    };
    for line in lines {
        reader.line(line);
    }
    reader.finish(lines.last())
}

struct Reader {
    page: Page,
    section: Section,
    grid: Option<(Kind, Grid)>,
    pending_label: Option<Line>,
}

impl Reader {
    fn line(&mut self, line: &Line) {
        if self.section == Section::Head && line.heading() == PAGE_TITLE {
            return;
        }
        if self.pending_label.is_none()
            && let Some(section) = Section::of_heading(line.heading())
            && !self.is_label_of_own_section(section)
        {
            self.close_grid();
            self.section = section;
            self.page.sections.push(section);
            return;
        }
        if self.table_line(line) {
            return;
        }
        self.close_grid();
        match self.section {
            Section::Head => self.head_line(line),
            Section::Hardware | Section::Engine | Section::Run => self.fact_line(line),
            Section::LaunchCommand => self.page.launch.push(line.clone()),
            Section::Prefill if is_card_line(&line.text) => self.page.cards.push(line.clone()),
            Section::Prefill | Section::Decode | Section::Table => self.sentence(line),
        }
    }

    /// Without bullets, the engine's section holds a label `Engine` of its own.
    fn is_label_of_own_section(&self, section: Section) -> bool {
        section == self.section
            && section.holds_facts()
            && !self.page.facts.iter().any(|fact| fact.section == section)
    }

    fn table_line(&mut self, line: &Line) -> bool {
        if self.section == Section::LaunchCommand || self.section.holds_facts() {
            return false;
        }
        if let Some((kind, header)) = Row::header(line) {
            self.close_grid();
            let rows = Vec::new();
            self.grid = Some((kind, Grid { header, rows }));
            return true;
        }
        let Some((kind, grid)) = &mut self.grid else {
            return false;
        };
        if Row::is_separator(line) {
            return true;
        }
        let columns = grid.header.cells.len();
        match Row::body(line, *kind, columns, &self.page.words) {
            Some(row) if row.cells.len() > 1 || row.style == grid.header.style && !row.closed => {
                grid.rows.push(row);
                true
            }
            _ => false,
        }
    }

    fn close_grid(&mut self) {
        let Some((kind, grid)) = self.grid.take() else {
            return;
        };
        let place = match kind {
            Kind::Heatmap => &mut self.page.heatmap,
            Kind::Table => &mut self.page.table,
        };
        match place {
            None => *place = Some(grid),
            // A page has one of each; a second one is kept where it can be seen.
            Some(_) => {
                self.page.unread.push(grid.header.line);
                self.page
                    .unread
                    .extend(grid.rows.into_iter().map(|row| row.line));
            }
        }
    }

    fn head_line(&mut self, line: &Line) {
        let text = &line.text;
        let page = &mut self.page;
        if page.title.is_none() && !text.contains(" · ") && !text.starts_with("Measured ") {
            page.title = Some(line.clone());
        } else if page.byline.is_none()
            && (text.starts_with("by ") || text.starts_with("Measured "))
        {
            page.byline = Some(line.clone());
        } else if page.summary.is_none() && text.contains(" · ") {
            page.summary = Some(line.clone());
        } else {
            page.unread.push(line.clone());
        }
    }

    fn fact_line(&mut self, line: &Line) {
        let text = line.text.as_str();
        let bare = ["- ", "• ", "* ", "– "]
            .into_iter()
            .find_map(|bullet| text.strip_prefix(bullet))
            .unwrap_or(text)
            .trim();
        if let Some(label) = self.pending_label.take() {
            self.push_fact(&label.text, bare, line);
        } else if let Some((label, value)) = bare.split_once('\t').or_else(|| bare.split_once(": "))
        {
            self.push_fact(label.trim(), value.trim(), line);
        } else if let Some(label) = bare.strip_suffix(':') {
            self.push_fact(label, "", line);
        } else {
            let mut label = line.clone();
            bare.clone_into(&mut label.text);
            self.pending_label = Some(label);
        }
    }

    fn push_fact(&mut self, label: &str, value: &str, line: &Line) {
        self.page.facts.push(Fact {
            section: self.section,
            label: label.to_owned(),
            value: value.to_owned(),
            line: line.clone(),
        });
    }

    fn sentence(&mut self, line: &Line) {
        let is_subtitle = SUBTITLES
            .iter()
            .any(|&(heading, subtitle)| heading != ALL_MEASUREMENTS && line.text == subtitle);
        if is_subtitle {
            return;
        }
        if self.section == Section::Table
            && self.page.table_subtitle.is_none()
            && line.text.starts_with("Latencies are ")
        {
            self.page.table_subtitle = Some(line.clone());
            return;
        }
        if let Some((word, text)) = explanation(&line.text) {
            self.page.explanations.push(Explanation {
                word: word.to_owned(),
                text: text.to_owned(),
                section: self.section,
            });
        } else if line.text.ends_with(['.', '!', '?']) && line.text.split_whitespace().count() > 2 {
            self.page.notes.push(line.clone());
        } else {
            self.page.unread.push(line.clone());
        }
    }

    fn finish(mut self, last: Option<&Line>) -> Page {
        self.close_grid();
        self.page.open_label = self.pending_label.take();
        self.page.last = last.cloned();
        self.page
    }
}

/// `8K context74.6K110 ms TTFT`.
fn is_card_line(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(" context")
}

/// `Over capacity: not run because …` as the word and the sentence.
fn explanation(text: &str) -> Option<(&str, &str)> {
    let (word, sentence) = text.split_once(": ")?;
    let is_word = word.split(' ').count() <= 4
        && word.starts_with(|c: char| c.is_alphabetic())
        && word
            .chars()
            .all(|c| c.is_alphabetic() || c == ' ' || c == '-');
    // A fact has a short value; an explanation is a sentence.
    (is_word && sentence.ends_with('.') && sentence.split(' ').count() > 2)
        .then_some((word, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::matrix_text::lines;

    fn page(text: &str) -> Page {
        read(&lines::read(text))
    }

    fn facts(text: &str) -> Vec<(String, String)> {
        page(text)
            .facts
            .into_iter()
            .map(|fact| (fact.label, fact.value))
            .collect()
    }

    #[test]
    fn facts_are_read_in_every_shape_a_copy_gives_them() {
        let expected = [
            ("Engine".to_owned(), "vllm".to_owned()),
            ("Commit".to_owned(), "52be".to_owned()),
        ];
        for text in [
            "Engine\n- Engine\n- vllm\n- Commit\n52be\nRun\n",
            "Engine\n\nEngine: vllm\nCommit: 52be\n",
            "## Engine\n* Engine\n* vllm\n* Commit\n* 52be\n",
            "Engine\nEngine\nvllm\nCommit\n52be\n",
            "Engine\nEngine\tvllm\nCommit\t52be\n",
        ] {
            assert_eq!(facts(text), expected, "{text}");
        }
    }

    #[test]
    fn a_second_page_begins_at_its_title() {
        let pages = split_pages(lines::read(
            "Speed test matrix\nA on B\nx.Speed test matrix\nC on D\n",
        ));
        assert_eq!(pages.len(), 2);
        assert_eq!(read(&pages[1]).title.unwrap().text, "C on D");
    }

    #[test]
    fn a_line_without_a_place_is_unread() {
        let page = page("Sustained decode\nwhat is this\n");
        assert_eq!(page.unread[0].text, "what is this");
    }
}
