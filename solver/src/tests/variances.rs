use crate::evaluate::Follower;
use crate::solve::Run;
use crate::testing::table;

/// They equal the spread of the whole game, except for the effect of the distributions' steps.
#[test]
fn agree_with_the_spread() {
    check_variances(&[4, 5], &[0, 200_000, 2_000_000]);
    check_variances(&[0], &[2_000_000]);
}

#[test]
#[ignore = "deep"]
fn agree_with_the_spread_in_more_games() {
    check_variances(&[0, 1], &[0, 200_000, 2_000_000]);
}

fn check_variances(games: &[usize], limits: &[u64]) {
    for &number in games {
        let table = table(number);
        let follower = Follower::new(table).with(Run::new().threads(2));
        let spread = follower.spread_table().unwrap();
        for &bytes in limits {
            let scores = follower.final_scores(bytes).unwrap();
            for position in (scores.positions()..table.space().width()).step_by(97) {
                let (found, wanted) = (f64::from(scores.variance(position)), spread.arrays()[0][position]);
                let most = wanted * 1e-5 + 4.0 * scores.open() as f64 + 1e-3;
                assert!((-wanted * 1e-5 - 1e-3..most).contains(&(found - wanted)), "{}: {found} {wanted}", table.rules().name());
            }
        }
    }
}
