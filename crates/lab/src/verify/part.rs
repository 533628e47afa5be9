//! A part of the random scripts of a plan: a program answers them, and the answers are judged elsewhere.

use super::runner::Runner;
use super::{Failure, Plan, ProgramUnderTest, all_time_out, probe, read_forms, try_random};
use crate::generate::Generator;
use broadside_core::ports::programs::Programs;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// Gives a program the random scripts of `plan` whose numbers `holds` holds, through `answers`, and judges
/// nothing. Where [`verify`](super::verify()) would not come to random scripts, since the program does not run or ends
/// none of the probes, it is given none.
///
/// # Errors
/// When the program cannot be run: see [`verify`](super::verify()).
#[doc(hidden)]
pub fn ask(
    plan: &Plan,
    program: ProgramUnderTest<'_>,
    holds: &(dyn Fn(u64) -> bool + Sync),
    answers: &dyn Programs,
) -> Result<(), Failure> {
    let probed = probe(&program)?;
    if all_time_out(&probed) || Runner::new(program, 1, &|_| true).does_not_run(&probed) {
        return Ok(());
    }
    let program = ProgramUnderTest { programs: answers, ..program };
    let (generator, forms) = (Generator::new(&plan.seed, plan.scope), read_forms(plan.scope, &[]));
    let numbers = (0..plan.scripts).into_par_iter().filter(|number| holds(*number));
    numbers.try_for_each(|number| try_random(&program, &generator, number, &forms).map(drop))?;
    Ok(())
}
