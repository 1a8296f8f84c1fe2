import { randomInt } from 'node:crypto'
import { encodePng } from './png.ts'

const WIDTH = 160
const HEIGHT = 56
/** Points of a glyph's grid are drawn as squares of this many pixels. */
const SCALE = 5

/** 5 x 7 points each; letters and digits that are easily confused are left out. */
const glyphs: Readonly<Record<string, readonly string[]>> = {
  '2': ['01110', '10001', '00001', '00110', '01000', '10000', '11111'],
  '3': ['11110', '00001', '00001', '01110', '00001', '00001', '11110'],
  '4': ['00010', '00110', '01010', '10010', '11111', '00010', '00010'],
  '5': ['11111', '10000', '11110', '00001', '00001', '10001', '01110'],
  '6': ['00110', '01000', '10000', '11110', '10001', '10001', '01110'],
  '7': ['11111', '00001', '00010', '00100', '01000', '01000', '01000'],
  '8': ['01110', '10001', '10001', '01110', '10001', '10001', '01110'],
  '9': ['01110', '10001', '10001', '01111', '00001', '00010', '01100'],
  A: ['01110', '10001', '10001', '11111', '10001', '10001', '10001'],
  C: ['01110', '10001', '10000', '10000', '10000', '10001', '01110'],
  E: ['11111', '10000', '10000', '11110', '10000', '10000', '11111'],
  H: ['10001', '10001', '10001', '11111', '10001', '10001', '10001'],
  K: ['10001', '10010', '10100', '11000', '10100', '10010', '10001'],
  M: ['10001', '11011', '10101', '10101', '10001', '10001', '10001'],
  N: ['10001', '11001', '10101', '10011', '10001', '10001', '10001'],
  P: ['11110', '10001', '10001', '11110', '10000', '10000', '10000'],
  T: ['11111', '00100', '00100', '00100', '00100', '00100', '00100'],
  W: ['10001', '10001', '10001', '10101', '10101', '11011', '10001'],
  X: ['10001', '10001', '01010', '00100', '01010', '10001', '10001'],
}

/** Four characters a person can tell apart, upper case. */
export function captchaText(): string {
  const letters = Object.keys(glyphs)
  return Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
}

/** Where a glyph is dark, from its upper left corner. */
function glyphPixels(letter: string): readonly (readonly [x: number, y: number])[] {
  const points = (glyphs[letter] ?? []).flatMap((line, row) =>
    [...line].flatMap((point, column) => (point === '1' ? [[column * SCALE, row * SCALE] as const] : [])),
  )
  const square = Array.from({ length: SCALE * SCALE }, (_, n) => [n % SCALE, Math.floor(n / SCALE)] as const)
  return points.flatMap(([x, y]) => square.map(([dx, dy]) => [x + dx, y + dy] as const))
}

/** The text as a noisy picture: each glyph shifted and leaning, the whole bent by a wave, lines and dots over it. A data URL of a PNG. */
export function captchaPicture(text: string): string {
  const points = new Uint8Array(WIDTH * HEIGHT).fill(255)
  const phase = randomInt(628) / 100
  const put = (x: number, y: number, grey: number): void => {
    const column = Math.round(x)
    const row = Math.round(y + 2.5 * Math.sin(column / 11 + phase))
    if (column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT) points[row * WIDTH + column] = grey
  }
  for (const [index, letter] of [...text].entries()) {
    const left = 12 + index * 36 + randomInt(7)
    const top = 7 + randomInt(8)
    const lean = (randomInt(61) - 30) / 100
    const grey = 10 + randomInt(50)
    for (const [x, y] of glyphPixels(letter)) put(left + x - lean * (y - 17), top + y, grey)
  }
  for (let line = 0; line < 3; line++) {
    const [from, to, grey] = [randomInt(HEIGHT), randomInt(HEIGHT), 120 + randomInt(60)]
    for (let x = 0; x < WIDTH; x++) {
      const y = from + ((to - from) * x) / WIDTH
      put(x, y, grey)
    }
  }
  for (let dot = 0; dot < 220; dot++) put(randomInt(WIDTH), randomInt(HEIGHT), 120 + randomInt(100))
  return `data:image/png;base64,${encodePng({ width: WIDTH, height: HEIGHT, points }).toString('base64')}`
}
