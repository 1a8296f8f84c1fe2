import { saveBlob } from '#src/client/components/forms/storedFiles.ts'

/** One bar: what it counts and how many. */
export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
}

const WIDTH = 640
const ROW = 30
const HEAD = 64
const LABEL = 170
const MARGIN = 24
/** Pixels of the picture per pixel of the page, so that it prints sharply. */
const SCALE = 2

interface Chart {
  readonly title: string
  readonly unit: string
  readonly bars: readonly Bar[]
}

/** The chart as a PNG in the colours of the page, saved under its title (CHART-STD). */
export async function drawBars({ title, unit, bars }: Chart): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = (HEAD + bars.length * ROW + MARGIN) * SCALE
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('this browser draws no pictures')
  const colours = getComputedStyle(document.querySelector('.bp6-dark') ?? document.documentElement)
  const colour = (name: string): string => colours.getPropertyValue(name).trim()
  const font = getComputedStyle(document.body).fontFamily
  const write = (text: string, x: number, y: number, size: number, ink: string, weight = 400): void => {
    pen.fillStyle = colour(ink)
    pen.font = `${weight} ${size}px ${font}`
    pen.fillText(text, x, y)
  }
  pen.scale(SCALE, SCALE)
  pen.fillStyle = colour('--surface')
  pen.fillRect(0, 0, WIDTH, canvas.height)
  pen.textBaseline = 'middle'
  write(title, MARGIN, 28, 15, '--text', 600)
  write(unit, MARGIN, 48, 12, '--text-faint')
  const most = Math.max(1, ...bars.map((bar) => bar.value))
  const room = WIDTH - 2 * MARGIN - LABEL - 50
  bars.forEach((bar, index) => {
    const y = HEAD + index * ROW + ROW / 2
    const length = Math.max(2, (bar.value / most) * room)
    write(bar.label, MARGIN, y, 13, '--text')
    pen.fillStyle = colour('--primary')
    pen.fillRect(MARGIN + LABEL, y - 8, length, 16)
    write(String(bar.value), MARGIN + LABEL + length + 8, y, 13, '--text')
  })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('the picture could not be made')
  saveBlob(blob, `${title}.png`)
}
