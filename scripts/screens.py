"""Plays scenes of `yahtzee play` on a new terminal and draws its screen. Called by screens.sh.

It never waits for a fixed time: the program draws exactly once at its start and once after each key, and marks the end of each picture.
"""

import argparse
import fcntl
import functools
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
from dataclasses import dataclass

import pyte
from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parent.parent
SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (140, 45)
# The longest wait for a picture, in seconds.
PATIENCE = 120

ENTER, TAB, LEFT, RIGHT, QUIT = "\r", "\t", "\x1b[D", "\x1b[C", "\x11"
UNTIL_OVER = object()


@dataclass
class Scene:
    name: str
    args: str
    # Each is a string of letters, or one key, or UNTIL_OVER, which takes the advice until the game is over.
    keys: list
    # Text that must be on the screen.
    wanted: str
    sizes: tuple = (SMALL, LARGE)
    # Its pictures in docs/screens: a size and a look each.
    docs: tuple = ()

    def rules(self):
        words = self.args.split()
        return words[words.index("--rules") + 1] if "--rules" in words else "hasbro"


FOUR = "--seed 7 --players ann,bob,computer,computer"
SIX = "--players ann,bob,carla,computer,computer,computer"
COACH = "--seed 1 --coach"
SCENES = [
    Scene("own-start", "", [], "turn 1 of 13"),
    Scene("own-advice", "", ["11666", ENTER], "Keep 6 6 6", docs=((SMALL, "dark"), (SMALL, "plain"))),
    Scene("own-hold", "", ["11666", ENTER, "66"], "> 66"),
    Scene("own-arrows", "", ["11666", ENTER, RIGHT, RIGHT, RIGHT, " ", LEFT], "▲"),
    Scene("own-category", "", ["11666", ENTER, "fh"], "> fh"),
    Scene("own-to-roll", "", ["11666", ENTER, "666", ENTER], "roll 2 of 3", docs=((SMALL, "dark"),)),
    Scene("own-wrong", "", ["11666", ENTER, "55", ENTER], "not in the roll"),
    Scene("own-taken-back", "", ["11666", ENTER, "666", ENTER, "<"], "Taken back"),
    Scene("virtual", "--seed 1", [ENTER] * 25, "turn 10 of 13", docs=((LARGE, "dark"),)),
    Scene("coach-silent", COACH, [], "Tab", docs=((SMALL, "dark"),)),
    Scene("coach-hint", COACH, [TAB], "Tab says which", docs=((SMALL, "dark"),)),
    Scene("coach-best", COACH, [TAB, TAB], "Best:"),
    Scene("coach-spoke", COACH, ["none", ENTER], "which cost", docs=((SMALL, "dark"),)),
    Scene("german", f"{COACH} --language de", ["0", ENTER], "Das kostete", docs=((SMALL, "dark"),)),
    Scene("why", COACH, ["none", ENTER, "!"], "The best:", docs=((SMALL, "dark"),)),
    Scene("help", "--seed 1", ["?"], "help", docs=((SMALL, "dark"),)),
    Scene("players", FOUR, [ENTER] * 36, "ann", docs=((LARGE, "dark"),)),
    Scene("six", f"--seed 7 {SIX}", [ENTER] * 12, "ann", sizes=(SMALL, MIDDLE, LARGE)),
    Scene("six-hint", f"--seed 7 --coach {SIX}", [TAB], "Tab says which", sizes=(SMALL, MIDDLE, LARGE)),
    Scene("coach-first", "--seed 42 --coach --players ann,computer,computer", ["chance", ENTER], "which cost"),
    Scene("wide-names", "--seed 7 --players 日本語日本語日本語,ann", [ENTER] * 5, "ann", sizes=(SMALL, MIDDLE, LARGE)),
    Scene("unknown", "--seed 7", ["xyz", ENTER], "Unknown category", sizes=(SMALL, MIDDLE)),
    Scene("players-over", FOUR, ["chance", ENTER, "0", ENTER, "ones", ENTER, UNTIL_OVER], "the result", docs=((SMALL, "dark"),)),
    Scene("computers", "--seed 7 --players computer,computer", [ENTER] * 7, "computer 2"),
    Scene("over", "--seed 1", ["0", ENTER, "0", ENTER, "chance", ENTER, ENTER, "0", ENTER, UNTIL_OVER], "cost most", docs=((SMALL, "dark"),)),
    Scene("yatzy", "--rules yatzy --seed 3", [ENTER] * 30, "Yatzy"),
    Scene("yatzy-over", "--rules yatzy --seed 3", [UNTIL_OVER], "over"),
    Scene("rounds", "--rules multi-round --rounds 3 --seed 2", [ENTER] * 50, "round 2 of 3"),
    Scene("small-window", "--seed 1", [], "80x24", sizes=((60, 20),)),
    Scene("left", "--seed 1 --save game.txt", [ENTER, ENTER, QUIT], "saved", docs=((SMALL, "dark"),)),
]


@dataclass
class Look:
    variables: dict
    ground: str
    letters: str
    # The 16 colours of the terminal.
    colours: str


DARK = "15171c e06c75 8cc265 d9b25f 61a5ef c678dd 4fb6c2 c8ccd4 6b7280 ff7a85 a5e075 f0c674 7ab8ff de8ff0 6cd3de ffffff"
LIGHT = "000000 cd0000 00a000 b08000 0000ee cd00cd 0090a0 b0b0b0 7f7f7f ff0000 00c000 c0a000 5c5cff ff00ff 00b0b0 ffffff"
LOOKS = {
    "dark": Look({}, "15171c", "c8ccd4", DARK),
    "plain": Look({"NO_COLOR": "1"}, "15171c", "c8ccd4", DARK),
    "light": Look({}, "ffffff", "202020", LIGHT),
}


class Screen(pyte.Screen):
    """A terminal's screen with two features that pyte lacks: dim letters (stored as italics, which the program does not use) and the alternate screen."""

    before = None
    alternate = False

    def select_graphic_rendition(self, *attributes, **options):
        if attributes[:1] not in ((38,), (48,)):
            attributes = sum(({2: (3,), 22: (22, 23)}.get(code, (code,)) for code in attributes), ())
        super().select_graphic_rendition(*attributes, **options)

    def set_mode(self, *modes, **options):
        if 1049 in modes:
            self.before = self.text_and_place()
            self.alternate = True
            self.erase_in_display(2)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes, **options):
        if 1049 in modes:
            lines, (self.cursor.x, self.cursor.y) = self.before
            self.alternate = False
            self.erase_in_display(2)
            for number, line in lines.items():
                self.buffer[number].update(line)
        super().reset_mode(*modes, **options)

    def text_and_place(self):
        return {number: dict(line) for number, line in self.buffer.items()}, (self.cursor.x, self.cursor.y)

    def text(self):
        return "\n".join(line.rstrip() for line in self.display)


class Terminal:
    """The program on a terminal."""

    def __init__(self, program, tables, scene, size, look, folder):
        self.screen = Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        arguments = ["play", *scene.args.split()]
        # As typed by a person.
        self.stream.feed(f"$ {' '.join(['yahtzee', *arguments])}\r\n".encode())
        variables = {name: value for name, value in os.environ.items() if name == "PATH"}
        variables |= {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": folder, "XDG_DATA_HOME": folder, "YAHTZEE_TABLES": str(tables)} | look.variables
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.child = subprocess.Popen(
            [program, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=variables, start_new_session=True
        )
        os.close(theirs)
        self.raw = b""
        self.closed = False
        self.pictures = 0

    def read(self):
        if not select.select([self.ours], [], [], PATIENCE)[0]:
            self.fail("nothing more came")
        try:
            new = os.read(self.ours, 65536)
        except OSError:
            new = b""
        self.closed = not new
        self.stream.feed(new)
        self.raw += new

    def wait_for_picture(self):
        """Waits for the next complete picture, or for the end."""
        self.pictures += 1
        while self.raw.count(b"\x1b[?2026l") < self.pictures and not self.closed:
            self.read()

    def press(self, key):
        os.write(self.ours, key.encode())
        self.wait_for_picture()

    def play(self, scene):
        self.wait_for_picture()
        for keys in scene.keys:
            if keys is UNTIL_OVER:
                while "The game is over" not in self.screen.text():
                    self.press(ENTER)
            else:
                for key in [keys] if keys.startswith("\x1b") else keys:
                    self.press(key)
        if scene.wanted not in self.screen.text():
            self.fail(f"'{scene.wanted}' is not on the screen")

    def fail(self, what):
        sys.exit(f"{what}:\n{self.screen.text()}")

    def close(self):
        self.child.kill()
        self.child.wait()
        os.close(self.ours)


WIDTH, HEIGHT, MARGIN = 10, 19, 10
FONTS = {bold: f"/usr/share/fonts/truetype/dejavu/DejaVuSansMono{'-Bold' if bold else ''}.ttf" for bold in (False, True)}


def colour(text):
    return tuple(bytes.fromhex(text))


class Painter:
    """Draws a screen, cell by cell."""

    def __init__(self, look):
        self.look = look
        self.palette = [colour(text) for text in look.colours.split()]
        self.fonts = {bold: ImageFont.truetype(path, 16, layout_engine=ImageFont.Layout.BASIC) for bold, path in FONTS.items()}

    def of(self, name, otherwise):
        if name == "default":
            return colour(otherwise)
        number = pyte.graphics.FG_BG_256.index(name)
        return self.palette[number] if number < 16 else colour(name)

    def paint(self, screen, size):
        columns, rows = size
        if not screen.alternate:
            rows = screen.text().rstrip().count("\n") + 2
        ground = colour(self.look.ground)
        image = Image.new("RGB", (columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN), ground)
        for y in range(rows):
            for x in range(columns):
                cell = screen.buffer[y][x]
                letters, behind = self.of(cell.fg, self.look.letters), self.of(cell.bg, self.look.ground)
                if cell.italics:
                    letters = tuple((6 * above + 4 * below) // 10 for above, below in zip(letters, behind))
                at_cursor = not screen.cursor.hidden and (x, y) == (screen.cursor.x, screen.cursor.y)
                if cell.reverse != at_cursor:
                    letters, behind = behind, letters
                corner = (MARGIN + x * WIDTH, MARGIN + y * HEIGHT)
                image.paste(self.cell(cell.data, cell.bold, letters, behind), corner)
        # Use every colour, so that none is lost.
        small = image.quantize(256, dither=Image.Dither.NONE)
        return small if small.convert("RGB").tobytes() == image.tobytes() else image

    @functools.cache
    def cell(self, letter, bold, letters, behind):
        mask = Image.new("L", (WIDTH, HEIGHT))
        draw = ImageDraw.Draw(mask)
        code = ord(letter or " ")
        if 0x2588 <= code <= 0x258F:  # blocks from the left
            draw.rectangle((0, 0, round(WIDTH * (0x2590 - code) / 8) - 1, HEIGHT), fill=255)
        elif 0x2581 <= code <= 0x2587:  # blocks from below
            draw.rectangle((0, HEIGHT - round(HEIGHT * (code - 0x2580) / 8), WIDTH, HEIGHT), fill=255)
        elif 0x2800 <= code <= 0x28FF:  # dots of braille, which the font has not
            for bit, (column, row) in enumerate([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]):
                if (code - 0x2800) >> bit & 1:
                    left, top = 1 + 5 * column, 1 + 5 * row
                    draw.rectangle((left, top, left + 2, top + 2), fill=255)
        else:
            draw.text((0, 0), letter or " ", font=self.fonts[bold], fill=255)
        # Sixteen shades between the two colours look smooth, and make small files.
        mask = mask.point(lambda shade: (shade + 8) // 17 * 17)
        return Image.composite(Image.new("RGB", mask.size, letters), Image.new("RGB", mask.size, behind), mask)


def draw(program, tables, scene, size, look, path):
    """Plays a scene, and draws the screen into a file."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(program, tables, scene, size, look, folder)
        try:
            terminal.play(scene)
        finally:
            terminal.close()
    Painter(look).paint(terminal.screen, size).save(path, optimize=True)
    print(f"{path} {path.stat().st_size}")


def main():
    parser = argparse.ArgumentParser(prog="screens.sh", description="Draws the pictures of 'yahtzee play' in the documents.")
    parser.add_argument("program", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--all", metavar="DIR", type=pathlib.Path, help="every scene, in each size and each look, into this folder")
    parser.add_argument("--only", metavar="NAME", choices=[scene.name for scene in SCENES], help="this scene alone")
    options = parser.parse_args()
    for path in FONTS.values():
        if not os.path.exists(path):
            parser.error(f"{path} is missing: install DejaVu Sans Mono (Debian: fonts-dejavu-core)")
    folder = options.all or ROOT / "docs" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    scenes = [scene for scene in SCENES if options.only in (None, scene.name)]
    # Solve first, so that no progress bar appears on any terminal.
    tables = options.program.parent.parent / "screens" / "tables"
    for rules in sorted({scene.rules() for scene in scenes}):
        subprocess.run([options.program, "value", "--rules", rules, "--tables", tables], check=True, capture_output=True)
    for scene in scenes:
        for size, look in [(size, look) for size in scene.sizes for look in LOOKS] if options.all else scene.docs:
            name = f"{scene.name}-{size[0]}x{size[1]}-{look}" if options.all else scene.name + ("" if look == "dark" else f"-{look}")
            draw(options.program, tables, scene, size, LOOKS[look], folder / f"{name}.png")


if __name__ == "__main__":
    main()
