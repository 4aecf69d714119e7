//! One turn of single values: what it is worth, what it may end with, and what to keep.
//!
//! It is the turn of the kernel for one state, with two more abilities: the choices may be *soft*, and it is followed forward, so that it says how
//! often each roll is the last one.

use yahtzee_kernel::Lattice;

/// What the rolls are worth where a turn may end, by the throw: on the first throw, on the second, and so on; the last ones are for all later throws.
pub(crate) type Ends = Vec<Vec<f64>>;

/// The worth of an end that cannot be. It is finite, because a lattice multiplies by 0.
pub(crate) const IMPOSSIBLE: f64 = -1e15;

/// A link of the lattice: a node, and one that is a die smaller.
#[derive(Clone, Copy)]
struct Link {
    node: u16,
    smaller: u16,
}

/// The workspace of a turn.
pub(crate) struct Turn<'a> {
    lattice: &'a Lattice,
    rerolls: usize,
    /// The links in ascending order of the nodes, so that a smaller node has its best before a larger one reads it.
    links: Vec<Link>,
    /// The chance of each first roll.
    pub(crate) chances: Vec<f64>,
    values: Vec<f64>,
    /// With each number of rerolls left, the part of a node that goes to the smaller one of each link.
    taken: Vec<Vec<f64>>,
    /// The same for the part of each roll that ends there.
    ended: Vec<Vec<f64>>,
    mass: Vec<f64>,
}

impl<'a> Turn<'a> {
    /// A turn with these rerolls after the first throw.
    pub(crate) fn new(lattice: &'a Lattice, rerolls: u8) -> Turn<'a> {
        let mut links = Vec::new();
        for hold in lattice.holds() {
            for (node, _) in lattice.larger(hold).expect("a hold has larger nodes") {
                links.push(Link { node, smaller: hold as u16 });
            }
        }
        links.sort_by_key(|link| link.node);
        let chances = lattice.multiplicities().iter().map(|&times| f64::from(times) / f64::from(lattice.outcomes())).collect();
        let stages = usize::from(rerolls) + 1;
        Turn {
            lattice,
            rerolls: rerolls.into(),
            taken: vec![vec![0.0; links.len()]; stages],
            ended: vec![vec![0.0; lattice.rolls().len()]; stages],
            links,
            chances,
            values: vec![0.0; lattice.len()],
            mass: vec![0.0; lattice.len()],
        }
    }

    /// The throw that leaves this many rerolls, as far as the ends differ.
    fn throw(&self, ends: &Ends, rerolls_left: usize) -> usize {
        (self.rerolls - rerolls_left).min(ends.len() - 1)
    }

    /// Values a turn with these ends. Then [`first`](Turn::first) has the value of each first roll. A choice between two values is the larger one if
    /// `softness` is 0; otherwise each gets a part that grows with its lead, measured in `softness`, and the value is somewhat larger.
    pub(crate) fn value(&mut self, ends: &Ends, softness: f64) {
        let rolls = self.lattice.rolls();
        for rerolls_left in 0..=self.rerolls {
            let throw = self.throw(ends, rerolls_left);
            if rerolls_left == 0 {
                self.values[rolls.clone()].copy_from_slice(&ends[throw]);
                self.ended[0].fill(1.0);
                continue;
            }
            self.lattice.expect(&mut self.values, |_, _| ());
            self.ended[rerolls_left].fill(0.0);
            // Where no later throw pays otherwise, ending now is what the later throws have already.
            if throw != self.throw(ends, rerolls_left - 1) {
                for ((value, &end), ended) in self.values[rolls.clone()].iter_mut().zip(&ends[throw]).zip(&mut self.ended[rerolls_left]) {
                    (*value, *ended) = soft_maximum(*value, end, softness);
                }
            }
            for (link, taken) in self.links.iter().zip(&mut self.taken[rerolls_left]) {
                let (mine, other) = (self.values[usize::from(link.node)], self.values[usize::from(link.smaller)]);
                (self.values[usize::from(link.node)], *taken) = soft_maximum(mine, other, softness);
            }
        }
    }

    /// The value of each first roll.
    pub(crate) fn first(&self) -> &[f64] {
        &self.values[self.lattice.rolls()]
    }

    /// Follows the turn that was valued last, from these chances of the first rolls: adds to `last` the chance that it ends with each roll on each
    /// throw.
    pub(crate) fn follow(&mut self, first: &[f64], ends: &Ends, last: &mut Ends) {
        let rolls = self.lattice.rolls();
        self.mass.fill(0.0);
        self.mass[rolls.clone()].copy_from_slice(first);
        for rerolls_left in (0..=self.rerolls).rev() {
            if rerolls_left > 0 {
                for (link, taken) in self.links.iter().zip(&self.taken[rerolls_left]).rev() {
                    if *taken > 0.0 {
                        let moved = self.mass[usize::from(link.node)] * taken;
                        self.mass[usize::from(link.node)] -= moved;
                        self.mass[usize::from(link.smaller)] += moved;
                    }
                }
            }
            let throw = self.throw(ends, rerolls_left);
            let ended = self.ended[rerolls_left].iter().zip(&mut self.mass[rolls.clone()]);
            for ((ended, mass), last) in ended.zip(&mut last[throw]) {
                *last += *mass * ended;
                *mass -= *mass * ended;
            }
            if rerolls_left > 0 {
                self.lattice.push(&mut self.mass);
            }
        }
    }

    /// The best hold in a roll with this many rerolls left, by the turn that was valued last without softness, and the rerolls left after it; `None` to end
    /// the turn.
    pub(crate) fn hold(&self, roll: usize, rerolls_left: usize) -> Option<(usize, usize)> {
        if rerolls_left == 0 {
            return None;
        }
        let taken = &self.taken[rerolls_left];
        let mut node = roll;
        // The last link that was taken has the best; it may have taken it from a smaller node itself.
        while let Some(link) = self.links_of(node).rev().find(|&link| taken[link] > 0.0) {
            node = self.links[link].smaller.into();
        }
        if node != roll {
            return Some((node, rerolls_left - 1));
        }
        let ends = self.ended[rerolls_left][roll - self.lattice.rolls().start] > 0.0;
        if ends { None } else { self.hold(roll, rerolls_left - 1) }
    }

    fn links_of(&self, node: usize) -> std::ops::Range<usize> {
        let before = self.links.partition_point(|link| usize::from(link.node) < node);
        before..self.links.partition_point(|link| usize::from(link.node) <= node)
    }
}

/// The maximum of two values, and the part of the other one in it.
pub(crate) fn soft_maximum(mine: f64, other: f64, softness: f64) -> (f64, f64) {
    if softness == 0.0 {
        return if other > mine { (other, 1.0) } else { (mine, 0.0) };
    }
    let lead = (other - mine) / softness;
    if lead.abs() > 30.0 {
        return if lead > 0.0 { (other, 1.0) } else { (mine, 0.0) };
    }
    let behind = (-lead.abs()).exp();
    let value = mine.max(other) + softness * behind.ln_1p();
    (value, if lead > 0.0 { 1.0 / (1.0 + behind) } else { behind / (1.0 + behind) })
}
