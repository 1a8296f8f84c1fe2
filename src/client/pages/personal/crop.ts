/** Pixels of each side of a kept picture. */
export const SIDE = 256

/** Where the picture stands under the square it is cut to. */
export interface Frame {
  /** 1 shows as much as fits. */
  readonly zoom: number
  readonly scale: number
  readonly x: number
  readonly y: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** The least scale at which the picture fills the square. */
const fillScale = ({ width, height }: Size): number => SIDE / Math.min(width, height)

/** No edge of the picture comes into the square. */
const held = (size: Size, frame: Frame): Frame => ({
  ...frame,
  x: Math.min(0, Math.max(SIDE - size.width * frame.scale, frame.x)),
  y: Math.min(0, Math.max(SIDE - size.height * frame.scale, frame.y)),
})

/** The middle of the picture, as large as fits. */
export function startFrame(size: Size): Frame {
  const scale = fillScale(size)
  return { zoom: 1, scale, x: (SIDE - size.width * scale) / 2, y: (SIDE - size.height * scale) / 2 }
}

export const moveFrame = (size: Size, frame: Frame, x: number, y: number): Frame =>
  held(size, { ...frame, x: frame.x + x, y: frame.y + y })

/** Zooms about the middle of the square. */
export function zoomFrame(size: Size, frame: Frame, zoom: number): Frame {
  const scale = fillScale(size) * zoom
  const ratio = scale / frame.scale
  const half = SIDE / 2
  return held(size, { zoom, scale, x: half - (half - frame.x) * ratio, y: half - (half - frame.y) * ratio })
}

/** Bytes the server takes at most, as characters of a data URL. */
const MAX_CHARACTERS = 64_000

/** The square as a JPEG data URL, as good as the limit allows. @throws Error without a canvas */
export function cropImage(image: ImageBitmap, frame: Frame): string {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, SIDE, SIDE)
  context.drawImage(image, frame.x, frame.y, image.width * frame.scale, image.height * frame.scale)
  const tries = [0.9, 0.8, 0.7, 0.5].map((quality) => () => canvas.toDataURL('image/jpeg', quality))
  for (const encode of tries) {
    const picture = encode()
    if (picture.length <= MAX_CHARACTERS) return picture
  }
  return canvas.toDataURL('image/jpeg', 0.3)
}
