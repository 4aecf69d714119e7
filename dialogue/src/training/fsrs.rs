//! When a card of the deck comes back: the formulas of FSRS, version 6, with their published default weights (open-spaced-repetition, "The
//! Algorithm").
//!
//! No library suits both the program and the page: one brings a whole framework for training weights, the other names no licence. The formulas are
//! forty lines. `vectors` in the tests has answers of another implementation.

/// The recall of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Remembered {
    /// Wrong.
    Again = 1,
    /// Right with help, or nearly right.
    Hard = 2,
    /// Right.
    Good = 3,
}

/// The state of the memory of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Memory {
    /// The days after which the chance to remember it is 90%.
    pub(super) stability: f64,
    /// Its difficulty, from 1 to 10.
    pub(super) difficulty: f64,
}

const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729,
    0.5425, 0.0912, 0.0658, 0.1542,
];

/// The grade of an easy card; the mean difficulty reverts to it.
const EASY: f64 = 4.0;
const LEAST_STABILITY: f64 = 0.001;

fn grade(recall: Remembered) -> f64 {
    f64::from(recall as u8)
}

fn first_difficulty(grade: f64) -> f64 {
    W[4] - (W[5] * (grade - 1.0)).exp() + 1.0
}

impl Memory {
    /// The memory after the first answer.
    pub(super) fn new(recall: Remembered) -> Memory {
        Memory { stability: W[recall as usize - 1], difficulty: first_difficulty(grade(recall)).clamp(1.0, 10.0) }
    }

    /// The chance to remember it after this many days.
    pub(super) fn chance(&self, days: f64) -> f64 {
        let decay = -W[20];
        let factor = 0.9f64.powf(1.0 / decay) - 1.0;
        (1.0 + factor * days / self.stability).powf(decay)
    }

    /// The memory after another answer, this many days later.
    pub(super) fn after(&self, recall: Remembered, days: u64) -> Memory {
        let stability = if days < 1 { self.same_day(recall) } else { self.later(recall, self.chance(days as f64)) };
        Memory { stability: stability.max(LEAST_STABILITY), difficulty: self.next_difficulty(grade(recall)) }
    }

    fn same_day(&self, recall: Remembered) -> f64 {
        let growth = (W[17] * (grade(recall) - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        self.stability * if recall == Remembered::Good { growth.max(1.0) } else { growth }
    }

    fn later(&self, recall: Remembered, chance: f64) -> f64 {
        let Memory { stability, difficulty } = *self;
        if recall == Remembered::Again {
            let forgotten = W[11] * difficulty.powf(-W[12]) * ((stability + 1.0).powf(W[13]) - 1.0) * (W[14] * (1.0 - chance)).exp();
            return forgotten.min(stability / (W[17] * W[18]).exp());
        }
        let penalty = if recall == Remembered::Hard { W[15] } else { 1.0 };
        stability * (1.0 + W[8].exp() * (11.0 - difficulty) * stability.powf(-W[9]) * ((W[10] * (1.0 - chance)).exp() - 1.0) * penalty)
    }

    fn next_difficulty(&self, grade: f64) -> f64 {
        let moved = self.difficulty + (10.0 - self.difficulty) / 9.0 * -W[6] * (grade - 3.0);
        (W[7] * first_difficulty(EASY) + (1.0 - W[7]) * moved).clamp(1.0, 10.0)
    }

    /// The whole days until the chance to remember it is 90%, at least one.
    pub(super) fn days_until_due(&self) -> u64 {
        self.stability.round().clamp(1.0, 36_500.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers of py-fsrs 6.3 without learning steps: for each answer and the days before it, the stability and the difficulty after it.
    #[test]
    fn vectors() {
        use Remembered::{Again, Good, Hard};
        let vectors: [&[(Remembered, u64, f64, f64)]; 3] = [
            &[
                (Good, 0, 2.3065, 2.118103970459016),
                (Good, 2, 10.964332335820698, 2.111214235785395),
                (Good, 11, 46.28021728755693, 2.1043313908464483),
                (Good, 46, 162.86220163874916, 2.0974554287524403),
            ],
            &[
                (Again, 0, 0.212, 6.4133),
                (Good, 1, 1.8867876195204154, 6.402115069296838),
                (Hard, 3, 5.345705624886858, 7.596784690858309),
                (Again, 10, 1.0462307867395535, 9.195307839046066),
                (Good, 1, 2.023598915843236, 9.181340900503857),
                (Good, 0, 2.0298717703144313, 9.16738792890019),
            ],
            &[
                (Hard, 0, 1.2931, 5.112170705601056),
                (Good, 0, 1.3358997622047517, 5.102286904192293),
                (Again, 5, 0.47528569339203647, 8.375383379153895),
                (Good, 2, 2.2565375950790005, 8.36223636507158),
            ],
        ];
        for answers in vectors {
            let mut memory: Option<Memory> = None;
            for &(recall, days, stability, difficulty) in answers {
                let next = memory.map_or_else(|| Memory::new(recall), |memory| memory.after(recall, days));
                assert!((next.stability - stability).abs() < 1e-9, "{next:?} {stability}");
                assert!((next.difficulty - difficulty).abs() < 1e-9, "{next:?} {difficulty}");
                memory = Some(next);
            }
        }
    }

    #[test]
    fn the_chance_is_ninety_per_cent_when_it_is_due() {
        let memory = Memory { stability: 10.0, difficulty: 5.0 };
        assert!((memory.chance(10.0) - 0.9).abs() < 1e-12 && memory.chance(0.0) == 1.0);
        assert_eq!((memory.days_until_due(), Memory::new(Remembered::Again).days_until_due()), (10, 1));
    }
}
