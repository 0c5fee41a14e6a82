//! A temporary folder and the program run in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder of its own for each test.
pub(crate) struct Project {
    folder: TempDir,
}

/// How the program ended and what it said.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Project {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A project with a sample under a name of its own.
    pub(crate) fn with_sample(name: &str) -> Self {
        let project = Self::new();
        project.write(name, &sample());
        project
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_speedsheet"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        let output = self.command(arguments).output().unwrap();
        Outcome {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Builds `site` and expects it to work.
    pub(crate) fn build(&self, inputs: &[&str]) {
        let arguments: Vec<&str> = ["build"]
            .into_iter()
            .chain(inputs.iter().copied())
            .chain(["--out", "site"])
            .collect();
        let outcome = self.run(&arguments);
        assert_eq!(outcome.code, 0, "{outcome:?}");
    }

    /// Every file below a folder, by its path with slashes.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let root = self.path(folder);
        walkdir::WalkDir::new(&root)
            .into_iter()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| {
                let name = entry.path().strip_prefix(&root).unwrap();
                (
                    name.to_str().unwrap().replace('\\', "/"),
                    std::fs::read(entry.path()).unwrap(),
                )
            })
            .collect()
    }

    /// The pages of the built site, by their paths; without the one for wrong addresses,
    /// which is made of nothing.
    pub(crate) fn pages(&self) -> BTreeMap<String, String> {
        self.files("site")
            .into_iter()
            .filter(|(name, _)| name.ends_with(".html") && name != "404.html")
            .map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap()))
            .collect()
    }

    /// The only page of a run.
    pub(crate) fn run_page(&self) -> String {
        self.only_run().1
    }

    /// Its path from the root of the site.
    pub(crate) fn run_page_path(&self) -> String {
        self.only_run().0
    }

    fn only_run(&self) -> (String, String) {
        let mut pages = self.pages();
        pages.retain(|name, _| name.starts_with("runs/"));
        assert_eq!(pages.len(), 1, "{:?}", pages.keys());
        pages.into_iter().next().unwrap()
    }
}

/// The folder of the samples.
pub(crate) fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples")
}

/// A text copy of a page, with 7 prefill and 48 decode measurements.
pub(crate) fn sample() -> String {
    std::fs::read_to_string(samples().join("qwen3.5-2b-h200-nvl.txt")).unwrap()
}
