use std::fs;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use crate::table::{open_regular, read_limited};

fn error(path: &Path) -> String {
    let [opened, read] = [open_regular(path).map(|_| ()), read_limited(path, 100).map(|_| ())].map(|result| result.unwrap_err());
    assert_eq!((opened.kind(), opened.to_string()), (read.kind(), read.to_string()));
    opened.to_string()
}

#[test]
fn a_file_is_read_up_to_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for length in [0, 1, 99, 100, 101, 5000] {
        fs::write(&path, vec![7; length]).unwrap();
        match read_limited(&path, 100) {
            Ok(bytes) => assert!(length <= 100 && bytes == vec![7; length]),
            Err(error) => assert!(length > 100 && error.kind() == ErrorKind::FileTooLarge, "{error}"),
        }
    }
    // A sparse file of this length takes no disk space.
    File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(read_limited(&path, 1 << 39).unwrap_err().kind(), ErrorKind::FileTooLarge);
    assert_eq!(read_limited(&folder.path().join("none"), 9).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_does_not_know_its_length_is_limited_too() {
    let path = Path::new("/proc/self/smaps");
    assert_eq!(read_limited(path, 1000).unwrap_err().kind(), ErrorKind::FileTooLarge);
    assert!(read_limited(Path::new("/proc/self/comm"), 1000).is_ok());
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let [pipe, socket, link] = ["pipe", "socket", "link"].map(|name| folder.path().join(name));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    std::os::unix::fs::symlink(&pipe, &link).unwrap();
    assert_eq!(error(folder.path()), "it is a folder, not a file");
    for path in [&pipe, &link, &socket, Path::new("/dev/zero")] {
        assert_eq!(error(path), "it is a pipe or a device, not a regular file");
    }
}
