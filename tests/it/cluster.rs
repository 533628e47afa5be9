//! Tests the cluster driver, a script that runs our commands on many computers. Only the parts that
//! run without a cluster are tested here. `bash .ci/dask` tests the other parts.

use crate::environment::has;
use crate::harness::{Texts as _, read, root};
use std::process::Command;

/// `--plan` must work without Dask, so the driver may import Dask only after it has read its
/// options.
#[test]
fn a_plan_needs_no_dask() {
    if !has(&["python3"]) {
        return;
    }
    for (file, planned) in [
        ("round-robin", "small: 8 engines: 56000 games in 559 shards\n"),
        ("verify", "verify: 100000 scripts in shards, 8 for each core\n"),
        ("grade", "grade: the tests of submissions in shards, 8 for each core\n"),
    ] {
        let mut plan = Command::new("python3");
        // Without its site packages, Python has no Dask.
        plan.args(["-S", "-B"]).arg(root("scripts/cluster/dask_run.py"));
        plan.arg(root(&format!("scripts/cluster/{file}.toml"))).arg("--plan");
        let output = plan.output().expect("Python");
        let error = output.err();
        let text = output.out();
        assert_eq!((&*text, &*error), (planned, ""));
    }
}

/// The driver must stay so short that a user can read it.
#[test]
fn the_driver_is_short() {
    let driver = read("scripts/cluster/dask_run.py");
    assert!(driver.lines().count() < 80);
}
