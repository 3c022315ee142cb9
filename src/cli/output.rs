//! Writing `-o FILE`: whole or not at all.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file by way of a temporary one beside it, so that nobody ever sees half of it.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    // A device or pipe must be written in place; a link keeps pointing where it does.
    let target = match std::fs::metadata(path) {
        Ok(m) if !m.is_file() => return std::fs::write(path, text),
        Ok(_) => std::fs::canonicalize(path)?,
        Err(_) => path.to_path_buf(),
    };
    let Some(name) = target.file_name() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not the name of a file",
        ));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    let beside = target.with_file_name(hidden);
    let done = fill(&beside, text).and_then(|()| {
        // The new file takes the place of the old one, its permissions included.
        if let Ok(old) = std::fs::metadata(&target) {
            std::fs::set_permissions(&beside, old.permissions())?;
        }
        std::fs::rename(&beside, &target)
    });
    if done.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    done
}

fn fill(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}
