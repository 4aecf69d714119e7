// A result as a picture, drawn on this device.

const [WIDTH, LINE, EDGE] = [1080, 76, 70];

/** A heading, lines of a name and its numbers, and a foot; the first line has the words for the numbers. */
export function draw(heading: string, lines: string[][], foot: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d')!;
  const font = (size: number, weight = 400): string => `${weight} ${size}px system-ui, sans-serif`;
  pen.font = font(60, 700);
  const words = heading.split(' ').reduce<string[]>((rows, word) => {
    const longer = [rows.at(-1), word].filter(Boolean).join(' ');
    return rows.length > 0 && pen.measureText(longer).width <= WIDTH - 2 * EDGE ? [...rows.slice(0, -1), longer] : [...rows, word];
  }, []);
  [canvas.width, canvas.height] = [WIDTH, 2 * EDGE + LINE * (words.length + lines.length + 2)];
  const text = (said: string, x: number, row: number, room: number): void => pen.fillText(said, x, EDGE + LINE * (row + 0.7), room);
  pen.fillStyle = '#1d5a45';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#fffef8';
  pen.font = font(60, 700);
  words.forEach((row, at) => text(row, EDGE, at, WIDTH - 2 * EDGE));
  const column = (WIDTH - 2 * EDGE) / 6;
  lines.forEach(([name = '', ...numbers], at) => {
    const row = words.length + at + 0.5;
    pen.font = font(at === 0 ? 32 : 40, at === 0 ? 400 : 600);
    pen.textAlign = 'start';
    text(name, EDGE, row, 3 * column - 20);
    pen.textAlign = 'end';
    numbers.forEach((number, place) => text(number, EDGE + column * (4 + place), row, column - 20));
  });
  pen.textAlign = 'start';
  pen.font = font(32);
  text(foot, EDGE, words.length + lines.length + 1, WIDTH - 2 * EDGE);
  return new Promise((done) => canvas.toBlob(done));
}
