//! Text copies of "Speed test matrix" pages.
/// Speed test matrix, text copy
pub(super) struct MatrixText;

impl super::Format for MatrixText {
    fn info(&self) -> super::FormatInfo {
        super::FormatInfo {
            id: "matrix_text",
            name: "Speed test matrix, text copy",
            versions: "",
            yields: "",
        }
    }
    fn recognises(&self, _: &super::Input) -> bool {
        false
    }
    fn parse(&self, _: &super::Input) -> super::Parsed {
        super::Parsed::default()
    }
}
