/** Readable shades of any primary colour: the colour itself stays the fill, words and labels take what reaches 4.5 : 1. */

type Rgb = readonly [number, number, number]

/** Derived from one colour; named as the tokens of tokens.css, without `--primary-`. */
export interface Shades {
  /** Under white labels. */
  readonly solid: string
  readonly hover: string
  readonly active: string
  /** A tender variant for disabled fills. */
  readonly soft: string
  /** Words on every light surface and on the colour's own tint. */
  readonly 'text-light': string
  /** Words on every dark surface and on the colour's own tint. */
  readonly 'text-dark': string
}

const READABLE = 4.5
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The least favourable surfaces of tokens.css with the share of a tint over them. */
const lightGround = { surface: rgbOf('#f3f2f7'), tint: 0.11 }
const darkGround = { surface: rgbOf('#363a53'), tint: 0.18 }

function rgbOf(hex: string): Rgb {
  const at = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}
function hexOf(rgb: Rgb): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
function mix(colour: Rgb, other: Rgb, share: number): Rgb {
  const of = (at: 0 | 1 | 2): number => Math.round(colour[at] * (1 - share) + other[at] * share)
  return [of(0), of(1), of(2)]
}
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  return contrastOf(rgbOf(a), rgbOf(b))
}
function contrastOf(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** The least step towards `pole` that can be read on every ground. */
function readable(colour: Rgb, pole: Rgb, grounds: readonly Rgb[]): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(colour, pole, share)
    if (grounds.every((ground) => contrastOf(shade, ground) >= READABLE)) return shade
  }
  return pole
}

/** The shades of `colour` (`#rrggbb`). */
export function shadesOf(colour: string): Shades {
  const rgb = rgbOf(colour)
  const on = ({ surface, tint }: typeof lightGround): readonly Rgb[] => [surface, mix(surface, rgb, tint)]
  const solid = readable(rgb, black, [white])
  return {
    solid: hexOf(solid),
    hover: hexOf(mix(solid, black, 0.08)),
    active: hexOf(mix(solid, black, 0.17)),
    soft: hexOf(mix(rgb, white, 0.36)),
    'text-light': hexOf(readable(rgb, black, on(lightGround))),
    'text-dark': hexOf(readable(rgb, white, on(darkGround))),
  }
}
