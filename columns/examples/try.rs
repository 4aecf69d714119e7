use yahtzee_columns::*;
use yahtzee_solver::{Run, rules::ColumnGame};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (which, times, steps, states, games): (&str, Vec<u32>, usize, usize, usize) = (&a[1], a[2].split(',').map(|x| x.parse().unwrap()).collect(), a[3].parse().unwrap(), a[4].parse().unwrap(), a[5].parse().unwrap());
    let small = "name='g'\n[[upper]]\nname='fours'\nface=4\n[[upper]]\nname='fives'\nface=5\n[[upper]]\nname='sixes'\nface=6\n";
    let rules = if which.ends_with(".toml") || which == "small" {
        let columns: String = times.iter().enumerate().map(|(n, t)| format!("[[column]]\nname='c{n}'\ntimes={t}\n")).collect();
        ColumnGame::parse(&(small.to_owned() + &columns)).unwrap()
    } else { ColumnGame::builtin(which).unwrap() };
    let game = Game::new(&rules, 4_000_000_000u64).unwrap();
    let start = std::time::Instant::now();
    println!("{} bytes", game.bytes_needed());
    let effort = Effort { run: Run::new(), states, steps, games, seed: 1 };
    let solved = game.solve(None, &effort, &mut |step, _| { if step.steps % 10 == 0 || step.steps < 6 {println!("{step:?} {:.1}", start.elapsed().as_secs_f64());} true }).unwrap();
    println!("bound {} player {:?} gap {:.2}%", solved.bound, solved.player, 100.0 * (solved.bound / solved.player.mean - 1.0));
}
