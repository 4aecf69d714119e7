//! The table file of a game: prices, what they prove, and the values of each column by turn.
//!
//! ```text
//! magic, length of the header, header in bincode, checksum of all this
//! for each turn, and after the last one: for each different column its values, as f32
//! ```
//!
//! The header has a checksum of the values of each turn, which is checked when they are read: a question reads the values after one turn only.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use bincode::{Decode, Encode, config};
use xxhash_rust::xxh3::xxh3_64;
use yahtzee_solver::solve::Stopped;
use yahtzee_solver::table::WholeFile;

use crate::bound::Valued;
use crate::column::ColumnValues;
use crate::game::Game;
use crate::player::Mean;
use crate::prices::Prices;
use crate::solve::{Begun, Solved, Step};

const MAGIC: &[u8; 8] = b"YZCOLS03";
/// The longest header that is read.
const LONGEST_HEADER: usize = 64_000_000;

/// What a table says of its game.
#[derive(Clone, Debug, Default, Encode, Decode)]
struct Header {
    fingerprint: u64,
    prices: Vec<f64>,
    /// What the seller of the turns earns, by the classes of the columns; nothing if the prices alone are here.
    seller: Vec<f64>,
    bound: f64,
    mean: f64,
    error: f64,
    games: u64,
    steps: u64,
    /// Of the values of each turn; none if the prices alone are here.
    checksums: Vec<u64>,
}

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no table of this kind, or is damaged.
    #[error("{}", yahtzee_solver::tr!("it is not a table of a game with several columns, or it is damaged"))]
    Damaged,
    /// The run that needed it was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It is of a game with other rules.
    #[error("{}", yahtzee_solver::tr!("it is of a game with other rules"))]
    OtherRules,
}

/// A file, or bytes in memory.
trait Source: Read + Seek + Send + Debug {}

impl<T: Read + Seek + Send + Debug> Source for T {}

/// A solved game, on disk or in memory.
#[derive(Debug)]
pub struct Table {
    header: Header,
    source: Mutex<Box<dyn Source>>,
    /// Where the values begin.
    values_at: u64,
    widths: Vec<usize>,
}

/// The bytes of a table before its values.
fn start_of(header: &Header) -> Vec<u8> {
    let encoded = bincode::encode_to_vec(header, config::standard()).expect("numbers are encoded");
    let mut start = MAGIC.to_vec();
    start.extend((encoded.len() as u64).to_le_bytes());
    start.extend(encoded);
    let checksum = xxh3_64(&start);
    start.extend(checksum.to_le_bytes());
    start
}

/// Writes a file: a temporary one first, so that the file is never incomplete.
fn write(bytes: &[u8], path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.persist()
}

impl Game {
    /// The name of the table file of this game.
    pub fn file_name(&self) -> String {
        format!("{}-{:016x}.yzc", self.rules.name(), self.rules.fingerprint())
    }

    /// The lengths of the values of the different columns.
    fn widths(&self) -> Vec<usize> {
        self.different().map(|column| column.model.space.width()).collect()
    }

    /// Writes the prices so far to the table file of this game, without values: solving goes on from them.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn save_prices(&self, step: Step, prices: &Prices, path: &Path) -> io::Result<()> {
        write(&start_of(&self.header(step.steps, step.lowest, prices)), path)
    }

    /// The table of the solved game, in memory.
    pub fn table(&self, solved: &Solved) -> Table {
        let bytes_of = |turn: usize| -> Vec<u8> {
            solved.valued.columns.iter().flat_map(|column| &column[turn]).flat_map(|value| (*value as f32).to_le_bytes()).collect()
        };
        let Mean { mean, error, games } = solved.player;
        let checksums = (0..=self.turns).map(|turn| xxh3_64(&bytes_of(turn))).collect();
        let seller = solved.valued.seller.clone();
        let header =
            Header { mean, error, games: games as u64, seller, checksums, ..self.header(solved.steps, solved.bound, &solved.prices) };
        let mut bytes = start_of(&header);
        (0..=self.turns).for_each(|turn| bytes.extend(bytes_of(turn)));
        self.table_from(bytes).expect("a table as it is written")
    }

    /// The header of a table without values.
    fn header(&self, steps: usize, bound: f64, prices: &Prices) -> Header {
        Header {
            fingerprint: self.rules.fingerprint(),
            prices: prices.iter().flat_map(|prices| prices.all()).copied().collect(),
            bound,
            steps: steps as u64,
            ..Header::default()
        }
    }

    /// Opens the table file of this game. Its values are read when they are needed.
    ///
    /// # Errors
    ///
    /// [`TableError`] says what is wrong with the file.
    pub fn open(&self, path: &Path) -> Result<Table, TableError> {
        self.read(Box::new(File::open(path)?))
    }

    /// The table of this game in a folder; `None` if it was not solved there.
    ///
    /// # Errors
    ///
    /// [`TableError`] says what is wrong with the file.
    pub fn solved_in(&self, folder: &Path) -> Result<Option<Table>, TableError> {
        match self.open(&folder.join(self.file_name())) {
            Err(TableError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            table => table.map(|table| Some(table).filter(Table::is_whole)),
        }
    }

    /// The table of this game in these bytes: those of a file.
    ///
    /// # Errors
    ///
    /// [`TableError`] says what is wrong with them.
    pub fn table_from(&self, bytes: Vec<u8>) -> Result<Table, TableError> {
        self.read(Box::new(Cursor::new(bytes)))
    }

    fn read(&self, mut source: Box<dyn Source>) -> Result<Table, TableError> {
        let mut start = [0; 16];
        source.read_exact(&mut start).map_err(|_| TableError::Damaged)?;
        let length = u64::from_le_bytes(start[8..].try_into().expect("eight bytes"));
        if start[..8] != MAGIC[..] || length > LONGEST_HEADER as u64 {
            return Err(TableError::Damaged);
        }
        let mut header = vec![0; length as usize + 8];
        source.read_exact(&mut header).map_err(|_| TableError::Damaged)?;
        let checksum = header.split_off(length as usize);
        let read: Vec<u8> = start.iter().chain(&header).copied().collect();
        if xxh3_64(&read).to_le_bytes()[..] != checksum[..] {
            return Err(TableError::Damaged);
        }
        let (header, _): (Header, _) =
            bincode::decode_from_slice(&header, config::standard().with_limit::<LONGEST_HEADER>()).map_err(|_| TableError::Damaged)?;
        if header.fingerprint != self.rules.fingerprint() {
            return Err(TableError::OtherRules);
        }
        let (widths, values_at) = (self.widths(), 24 + length);
        let bytes = 4 * widths.iter().sum::<usize>() as u64 * header.checksums.len() as u64;
        let fits = header.prices.len() == self.price_count()
            && [(0, 0), (self.places(), self.turns + 1)].contains(&(header.seller.len(), header.checksums.len()));
        if !fits || source.seek(SeekFrom::End(0))? != values_at + bytes {
            return Err(TableError::Damaged);
        }
        Ok(Table { header, source: Mutex::new(source), values_at, widths })
    }

    /// Where solving goes on from this table.
    pub fn begun(&self, table: &Table) -> Begun {
        let mut prices = self.zero_prices();
        let mut kept = table.header.prices.iter();
        for (price, kept) in prices.iter_mut().flat_map(|prices| prices.all_mut()).zip(&mut kept) {
            *price = *kept;
        }
        Begun { prices, steps: table.header.steps as usize, bound: table.header.bound }
    }
}

impl Table {
    /// No way to play earns more on average.
    pub fn bound(&self) -> f64 {
        self.header.bound
    }

    /// What the player earned in seeded games.
    pub fn player(&self) -> Mean {
        Mean { mean: self.header.mean, error: self.header.error, games: self.header.games as usize }
    }

    /// The steps that led to its bound.
    pub fn steps(&self) -> usize {
        self.header.steps as usize
    }

    /// All its bytes: those of its file.
    ///
    /// # Errors
    ///
    /// Those of the file that it was opened from.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        source.rewind()?;
        source.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes its file, whole or not at all.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write(&self.to_bytes()?, path)
    }

    /// Whether it has the values of the columns; otherwise solving was ended before it was done.
    pub fn is_whole(&self) -> bool {
        !self.header.checksums.is_empty()
    }

    /// What the seller of the turns earns.
    pub(crate) fn seller(&self) -> &[f64] {
        &self.header.seller
    }

    /// The values of the different columns before a turn, or after the last one.
    ///
    /// # Errors
    ///
    /// [`TableError`] if they cannot be read or are damaged.
    pub(crate) fn values(&self, turn: usize) -> Result<Vec<Vec<f64>>, TableError> {
        let (width, checksum) = (self.widths.iter().sum::<usize>(), self.header.checksums.get(turn).ok_or(TableError::Damaged)?);
        let mut bytes = vec![0; 4 * width];
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        source.seek(SeekFrom::Start(self.values_at + (turn * bytes.len()) as u64))?;
        source.read_exact(&mut bytes)?;
        drop(source);
        if xxh3_64(&bytes) != *checksum {
            return Err(TableError::Damaged);
        }
        let (values, _) = bytes.as_chunks::<4>();
        let mut values = values.iter().map(|value| f64::from(f32::from_le_bytes(*value)));
        Ok(self.widths.iter().map(|width| values.by_ref().take(*width).collect()).collect())
    }

    /// All values.
    ///
    /// # Errors
    ///
    /// As for the values of one turn.
    pub(crate) fn valued(&self) -> Result<Valued, TableError> {
        let mut columns: Vec<ColumnValues> = vec![Vec::new(); self.widths.len()];
        for turn in 0..self.header.checksums.len() {
            columns.iter_mut().zip(self.values(turn)?).for_each(|(column, values)| column.push(values));
        }
        Ok(Valued { bound: self.header.bound, seller: self.header.seller.clone(), columns })
    }
}
