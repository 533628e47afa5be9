//! The system calls that a program in a sandbox cannot make. There are two kinds.
//!
//! Calls of the first kind fail in both sandboxes (bubblewrap and Landlock), as if the kernel were
//! too old to have them. So libraries often use other calls instead. Some calls of the first kind
//! make user namespaces. There, a program could mount file systems whose size we do not measure.
//!
//! Calls of the second kind make sockets, or set limits and priorities of other processes. They are
//! forbidden only in the Landlock sandbox. There, a program sees the processes of all users, and
//! Landlock does not block sockets that are named by a path.

use super::super::input::file_of;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, sock_filter,
};
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::io;
use std::os::fd::OwnedFd;

/// Calls of the first kind that fail with any arguments. Most of them make namespaces or mounts,
/// make keys that outlive a run, or give much access to the kernel.
const ABSENT: [i64; 35] = [
    // A filter cannot read the flags of `clone3` and `openat2`. If these two calls fail, libraries
    // use `clone` and `openat`.
    libc::SYS_clone3,
    libc::SYS_openat2,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_pidfd_getfd,
    // Shared memory, semaphores and messages belong to no process, so no limit counts them.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// The crate `libc` names the call `fchmodat2` only for some machines.
const FCHMODAT2: i64 = 452;

/// Calls that set the mode of a file, with the index of the argument that holds the mode.
const MODES: &[(i64, u8)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (FCHMODAT2, 2),
    (libc::SYS_mknodat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, 1),
];

/// Calls that can make a file, with the indexes of the arguments that hold the flags and the mode.
const OPENS: &[(i64, [u8; 2])] = &[
    (libc::SYS_openat, [2, 3]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, [1, 2]),
];

/// With these bits, a file runs with the rights of its owner or its group. No call may set these
/// bits, because other users might start the files that a program has made.
const SET_ID_BITS: [u32; 2] = [libc::S_ISUID, libc::S_ISGID];

/// Calls that set limits and priorities, with the index of the argument that names the process.
/// This argument must be 0, so a program can set only its own limits and priorities.
const OWN_ONLY: [(i64, u8); 7] = [
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

/// Calls of [`OWN_ONLY`] that can also change a group of processes or all processes of a user. With
/// the given number as its first argument, a call changes a single process.
const MEANS_ONE_PROCESS: [(i64, u64); 2] = [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)];

/// On x86-64 this bit gives each call a second number, for the x32 interface.
const X32: i64 = 0x4000_0000;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;
type Outcome<T> = Result<T, Box<dyn Error>>;

/// Returns a file with the filter for calls of the first kind. Systems other than Linux have none.
#[expect(clippy::unnecessary_wraps, reason = "other systems have no filter")]
pub(super) fn filter_file() -> Option<io::Result<OwnedFd>> {
    let bytes = absent_calls().map(|calls| calls.iter().flat_map(line_bytes).collect::<Vec<_>>());
    let bytes = bytes.map_err(|error| io::Error::other(error.to_string()));
    Some(bytes.and_then(|bytes| Ok(file_of(&bytes)?.into())))
}

/// Returns the fields of a line of a filter in the order that the kernel expects.
fn line_bytes(line: &sock_filter) -> Vec<u8> {
    let [code, k] = [line.code.to_ne_bytes().to_vec(), line.k.to_ne_bytes().to_vec()];
    [code, vec![line.jt, line.jf], k].concat()
}

pub(super) fn apply_filters() -> Outcome<()> {
    apply_filter(&absent_calls()?)?;
    Ok(apply_filter(&forbidden_calls()?)?)
}

fn absent_calls() -> Outcome<BpfProgram> {
    let mut rules = whole(&ABSENT);
    let flag = libc::CLONE_NEWUSER.cast_unsigned().into();
    add(&mut rules, libc::SYS_clone, &[condition(0, SeccompCmpOp::MaskedEq(flag), flag)?])?;
    // Sockets of this family lead from a virtual machine to its host, in any network namespace.
    let family = libc::AF_VSOCK.cast_unsigned().into();
    add(&mut rules, libc::SYS_socket, &[condition(0, SeccompCmpOp::Eq, family)?])?;
    for bit in SET_ID_BITS.map(u64::from) {
        let has_bit = |mode| condition(mode, SeccompCmpOp::MaskedEq(bit), bit);
        for (call, mode) in MODES {
            add(&mut rules, *call, &[has_bit(*mode)?])?;
        }
        for (call, [flags, mode]) in OPENS {
            for new in [libc::O_CREAT, libc::O_TMPFILE].map(|flag| flag.cast_unsigned().into()) {
                let is_new = condition(*flags, SeccompCmpOp::MaskedEq(new), new)?;
                add(&mut rules, *call, &[is_new, has_bit(*mode)?])?;
            }
        }
    }
    filter(rules, libc::ENOSYS)
}

fn forbidden_calls() -> Outcome<BpfProgram> {
    let mut rules = whole(&[libc::SYS_socket]);
    for (call, argument) in OWN_ONLY {
        add(&mut rules, call, &[condition(argument, SeccompCmpOp::Ne, 0)?])?;
    }
    for (call, kind) in MEANS_ONE_PROCESS {
        add(&mut rules, call, &[condition(0, SeccompCmpOp::Ne, kind)?])?;
    }
    filter(rules, libc::EPERM)
}

fn whole(calls: &[i64]) -> Rules {
    calls.iter().flat_map(|call| [*call, call | X32]).map(|number| (number, Vec::new())).collect()
}

fn add(rules: &mut Rules, call: i64, conditions: &[SeccompCondition]) -> Outcome<()> {
    for number in [call, call | X32] {
        rules.entry(number).or_default().push(SeccompRule::new(conditions.to_vec())?);
    }
    Ok(())
}

fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> Outcome<SeccompCondition> {
    Ok(SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)?)
}

fn filter(rules: Rules, error: i32) -> Outcome<BpfProgram> {
    let refusal = SeccompAction::Errno(error.cast_unsigned());
    let machine = env::consts::ARCH.try_into()?;
    Ok(SeccompFilter::new(rules, SeccompAction::Allow, refusal, machine)?.try_into()?)
}
