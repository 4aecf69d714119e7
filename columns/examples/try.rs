use yahtzee_columns::*;
use yahtzee_solver::{RuleSet, Run, rules::{ColumnGame, GameColumn}};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (which, times, steps, states, games): (&str, Vec<u32>, usize, usize, usize) = (&a[1], a[2].split(',').map(|x| x.parse().unwrap()).collect(), a[3].parse().unwrap(), a[4].parse().unwrap(), a[5].parse().unwrap());
    let rules = match which {
        "small" => RuleSet::parse("name='x'\n[[upper]]\nname='fours'\nface=4\n[[upper]]\nname='fives'\nface=5\n[[upper]]\nname='sixes'\nface=6\n").unwrap(),
        "upper" => { let t = RuleSet::builtin("hasbro").unwrap().toml().to_owned(); let a = t.find("[[lower]]").unwrap(); RuleSet::parse(&t[..a].replace("name = \"hasbro\"", "name='u'")).unwrap() }
        name => RuleSet::builtin(name).unwrap(),
    };
    let announced = a.len() > 6;
    let columns = times.iter().map(|t| GameColumn { name: format!("c{t}"), title: "C".into(), times: *t, rules: rules.clone(), announced }).collect();
    let game = Game::new(&ColumnGame { name: "g".into(), columns }, 4_000_000_000u64).unwrap();
    let start = std::time::Instant::now();
    println!("{} bytes", game.bytes_needed());
    let effort = Effort { run: Run::new(), states, steps, games, seed: 1 };
    let solved = game.solve(None, &effort, &mut |step, _| { if step.steps % 10 == 0 || step.steps < 6 {println!("{step:?} {:.1}", start.elapsed().as_secs_f64());} true }).unwrap();
    println!("bound {} player {:?} gap {:.2}%", solved.bound, solved.player, 100.0 * (solved.bound / solved.player.mean - 1.0));
}
