//! Tests how files are replaced: their links, permissions, owners and attributes, and failures.

use super::*;
use crate::cli::skip::{skip, skip_for_this_user};
use crate::cli::system::each_failing;
use std::os::unix::fs::{PermissionsExt as _, symlink};

#[test]
fn links_stay_whether_or_not_their_targets_exist() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("inner")).unwrap();
    symlink("inner/second", at("first")).unwrap();
    symlink("third", at("inner/second")).unwrap();
    for text in ["new", "newer"] {
        Disk.replace(&at("first"), text.as_bytes()).unwrap();
        assert!(at("first").is_symlink() && at("inner/second").is_symlink());
        assert_eq!(fs::read_to_string(at("inner/third")).unwrap(), text);
    }
    assert_eq!(fs::read_dir(at("inner")).unwrap().count(), 2);
}

/// The link in `/proc/self/fd` leads to a name that no file has.
#[test]
fn an_open_file_without_a_name_is_written() {
    use std::os::fd::AsRawFd as _;
    let mut file = tempfile::tempfile().unwrap();
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    Disk.replace(Path::new(&path), b"new").unwrap();
    let mut text = String::new();
    file.read_to_string(&mut text).unwrap();
    assert_eq!(text, "new");
}

#[test]
fn links_in_a_circle_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    symlink("circle", folder.path().join("circle")).unwrap();
    assert!(Disk.replace(&folder.path().join("circle"), b"").is_err());
}

#[test]
fn permissions_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    Disk.replace(&path, b"new").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

/// The superuser may write to the file in spite of its mode. Then the mode of the file stays.
#[test]
fn a_file_that_may_not_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let may_write = File::options().write(true).open(&path).is_ok();
    assert_eq!(Disk.replace(&path, b"new").is_ok(), may_write);
    let text = if may_write { "new" } else { "old" };
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o444);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// No user can create files in `/proc`, so the old file must be overwritten.
#[test]
fn a_file_is_overwritten_if_its_folder_takes_no_new_file() {
    let path = Path::new("/proc/self/comm");
    Disk.replace(path, b"broadside-disk").unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "broadside-disk\n");
}

#[test]
fn errors_do_not_name_the_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let error = Disk.replace(&folder.path().join("none/file"), b"").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.to_string(), io::Error::from_raw_os_error(2).to_string());
    assert!(Disk.replace(folder.path(), b"").is_err());
}

#[test]
fn a_draft_of_a_private_file_is_private_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let mut draft = Disk.draft(&path).unwrap();
    draft.write_all(b"secret").unwrap();
    for entry in fs::read_dir(&folder).unwrap() {
        let about = entry.unwrap().metadata().unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
    }
    drop(draft);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}

/// Regression: the new file had the access list of the old file from the start. So other users
/// could read the new file before it was complete.
#[test]
fn an_access_list_applies_when_the_file_is_complete() {
    use rustix::fs::{XattrFlags, setxattr};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    // The binary form of an access list: its version, then tag, rights and user of each entry. The
    // list allows user 1000 to read the file.
    let entries = [
        (1_u16, 6_u16, u32::MAX),
        (2, 4, 1000),
        (4, 0, u32::MAX),
        (16, 4, u32::MAX),
        (32, 0, u32::MAX),
    ];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, rights, user) in entries {
        list.extend([tag.to_le_bytes(), rights.to_le_bytes()].concat());
        list.extend(user.to_le_bytes());
    }
    if setxattr(&path, "system.posix_acl_access", &list, XattrFlags::empty()).is_err() {
        return skip("there are no access lists here");
    }
    let modes = || {
        let entries = fs::read_dir(&folder).unwrap();
        let mode = |about: Metadata| about.permissions().mode() & 0o777;
        let mut modes: Vec<_> =
            entries.map(|entry| mode(entry.unwrap().metadata().unwrap())).collect();
        modes.sort_unstable();
        modes
    };
    let mut draft = Disk.draft(&path).unwrap();
    draft.write_all(b"new").unwrap();
    assert_eq!(modes(), [0o600, 0o640]);
    draft.finish().unwrap();
    assert_eq!(modes(), [0o640]);
}

#[test]
fn the_owner_stays() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    if chown(&path, Some(12345), Some(12345)).is_err() {
        return skip_for_this_user("only the superuser can give files away");
    }
    Disk.replace(&path, b"new").unwrap();
    let about = fs::metadata(&path).unwrap();
    assert_eq!((about.uid(), about.gid()), (12345, 12345));
}

#[test]
fn extended_attributes_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    if setxattr(&path, "user.origin", b"here", XattrFlags::empty()).is_err() {
        return skip("there are no extended attributes here");
    }
    Disk.replace(&path, b"new").unwrap();
    let mut value = [0; 9];
    assert_eq!(getxattr(&path, "user.origin", &mut value), Ok(4));
    assert_eq!(&value[..4], b"here");
}

#[test]
fn an_old_file_is_overwritten_if_no_new_one_can_be_created() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut kept = Vec::new();
    each_failing(ErrorKind::PermissionDenied, |has_failed| {
        fs::write(&path, "old").unwrap();
        let replaced = Disk.replace(&path, b"newer");
        kept.push((has_failed(), replaced.is_ok(), fs::read(&path).unwrap()));
    });
    assert!(kept.contains(&(true, true, b"newer".to_vec())), "{kept:?}");
    assert!(kept.contains(&(true, false, b"old".to_vec())), "{kept:?}");
}

#[test]
fn an_old_file_stays_as_it_was_if_the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for new in ["", "n", "new", "newer, and longer"] {
        each_failing(ErrorKind::StorageFull, |has_failed| {
            fs::write(&path, "old").unwrap();
            let old = File::options().write(true).open(&path).unwrap();
            let over = Box::new(Overwrite { old, bytes: new.into() });
            let finished = over.finish();
            assert_eq!(finished.is_err(), has_failed());
            let left = if has_failed() { "old" } else { new };
            assert_eq!(fs::read_to_string(&path).unwrap(), left);
        });
    }
}
