//! Dice, drawn large with their pips.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use yahtzee_solver::dice::Face;

use crate::text;

/// The size of drawn dice: width and height inside the edges, and the gap between dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::play) struct Size {
    width: u16,
    height: u16,
    apart: u16,
}

impl Size {
    pub(in crate::play) const LARGE: Size = Size { width: 11, height: 5, apart: 2 };
    pub(in crate::play) const SMALL: Size = Size { width: 5, height: 3, apart: 1 };
    /// Sizes in which a die is a number in a frame: of one digit, and of two.
    const ONE_DIGIT: [Size; 2] = [Size { width: 3, height: 1, apart: 0 }, Size { width: 1, height: 1, apart: 1 }];
    const TWO_DIGITS: [Size; 2] = [Size { width: 3, height: 1, apart: 0 }, Size { width: 2, height: 1, apart: 0 }];
    const SIZES: [Size; 3] = [Size::LARGE, Size { width: 7, ..Size::SMALL }, Size::SMALL];

    /// The largest size in which this many dice fit, or else the smallest. In a small window dice may be numbers, of up to so many digits.
    pub(in crate::play) fn fitting(dice: usize, area: Rect, digits: Option<usize>) -> Size {
        let digits = match digits {
            None => &[],
            Some(1) => &Size::ONE_DIGIT[..],
            Some(_) => &Size::TWO_DIGITS[..],
        };
        let least = *digits.last().unwrap_or(&Size::SMALL);
        let height = area.height.max(least.height());
        let fits = |size: &Size| size.row(dice) <= area.width && size.height() <= height;
        Size::SIZES.into_iter().chain(digits.iter().copied()).find(fits).unwrap_or(least)
    }

    /// Whether the word `keep` fits below a die.
    pub(in crate::play) fn has_room_for_words(self) -> bool {
        self.width + 2 >= 5
    }

    /// The width of this many dice in a row.
    fn row(self, dice: usize) -> u16 {
        dice as u16 * (self.width + 2 + self.apart) - self.apart
    }

    /// The height of a die.
    pub(in crate::play) fn height(self) -> u16 {
        self.height + 2
    }

    /// The place of the die at this position in `area`.
    pub(in crate::play) fn place(self, position: usize, area: Rect) -> Rect {
        let left = area.x + position as u16 * (self.width + 2 + self.apart);
        Rect { x: left, y: area.y, width: self.width + 2, height: self.height + 2 }.intersection(area)
    }
}

/// A die on the table. Without a face it is still to be rolled.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct Lying {
    pub(in crate::play) face: Option<Face>,
    pub(in crate::play) kept: bool,
}

/// Draws a die. A kept die has a double edge.
pub(in crate::play) fn draw(die: Lying, style: Style, size: Size, area: Rect, buffer: &mut Buffer) {
    let Size { width, height, .. } = size;
    let [across, down] = if die.kept { ["═", "║"] } else { ["─", "│"] };
    let [top_left, top_right, bottom_left, bottom_right] = match die {
        Lying { kept: true, .. } => ["╔", "╗", "╚", "╝"],
        _ => ["╭", "╮", "╰", "╯"],
    };
    let across = across.repeat(width.into());
    for row in 0..height + 2 {
        let line = match row {
            0 => format!("{top_left}{across}{top_right}"),
            _ if row == height + 1 => format!("{bottom_left}{across}{bottom_right}"),
            _ => format!("{down}{}{down}", inside(die.face, row - 1, size)),
        };
        if row < area.height {
            buffer.set_stringn(area.x, area.y + row, line, area.width.into(), style);
        }
    }
}

/// A row inside a die.
fn inside(face: Option<Face>, row: u16, Size { width, height, .. }: Size) -> String {
    let (middle_row, middle) = (height / 2, usize::from(width / 2));
    let mut cells = vec![' '; width.into()];
    let Some(face) = face else {
        if row == middle_row {
            cells[middle] = '?';
        }
        return cells.into_iter().collect();
    };
    if height == 1 {
        return format!("{:^1$}", face.to_string(), width.into());
    }
    if usize::from(face.pips()) > text::PIPS {
        return if row == middle_row { format!("{:^1$}", face.to_string(), width.into()) } else { cells.into_iter().collect() };
    }
    // Leave a gap between the pips and the edges if there is room.
    let margin = height / 5;
    let pip_row = match row {
        _ if row == margin => 0,
        _ if row == middle_row => 1,
        _ if row == height - 1 - margin => 2,
        _ => return cells.into_iter().collect(),
    };
    let side = usize::from(width / 5);
    for (column, pip) in [side, middle, usize::from(width) - 1 - side].into_iter().zip(text::pips(face)[pip_row]) {
        if pip {
            cells[column] = '●';
        }
    }
    cells.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_shows_its_pips() {
        for &face in &Face::ALL[..text::PIPS] {
            for size in Size::SIZES {
                let rows = (0..size.height).map(|row| inside(Some(face), row, size));
                assert_eq!(rows.map(|row| row.matches('●').count()).sum::<usize>(), usize::from(face.pips()), "{face} {size:?}");
            }
            // A die rotated by 180 degrees looks the same.
            let pips = text::pips(face);
            assert!((0..3).all(|row| (0..3).all(|column| pips[row][column] == pips[2 - row][2 - column])));
        }
    }

    #[test]
    fn the_largest_dice_that_fit() {
        let room = |width, height| Rect { x: 0, y: 0, width, height };
        assert_eq!(Size::fitting(5, room(73, 7), None).width, 11);
        assert_eq!(Size::fitting(5, room(73, 6), None).width, 7);
        assert_eq!(Size::fitting(5, room(49, 5), None).width, 7);
        assert_eq!(Size::fitting(6, room(48, 5), None).width, 5);
        assert_eq!(Size::fitting(5, room(27, 3), Some(1)).width, 3);
        assert_eq!(Size::fitting(6, room(27, 3), Some(1)).width, 1);
        assert_eq!([5, 6].map(|dice| Size::fitting(dice, room(27, 3), Some(2)).width), [3, 2]);
    }
}
