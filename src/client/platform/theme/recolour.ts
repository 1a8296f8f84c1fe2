/** Blueprint's style sheets with our colours: they hard-code theirs in hundreds of places. Runs at build time only. */
import { sheet } from './sheets.ts'

const tone = (
  name: string,
  rest: string,
  hover: string,
  active: string,
  soft: string,
  dark: string,
  darkHover: string,
): Readonly<Record<string, string>> => ({
  [rest]: `var(--${name}-solid)`,
  [hover]: `var(--${name}-text-light)`,
  [active]: `var(--${name}-active)`,
  [soft]: `var(--${name}-soft)`,
  [dark]: `var(--${name}-text-dark)`,
  [darkHover]: `var(--${name}-text-dark)`,
})

/** Blueprint's colour -> ours; greys take the violet tinge of the brand. */
const colours: Readonly<Record<string, string>> = {
  ...tone('primary', '#2d72d2', '#215db0', '#184a90', '#4c90f0', '#8abbff', '#99c4ff'),
  ...tone('success', '#238551', '#1c6e42', '#165a36', '#32a467', '#72ca9b', '#7cd7a2'),
  ...tone('warning', '#c87619', '#935610', '#77450d', '#ec9a3c', '#fbb360', '#f5c186'),
  ...tone('error', '#cd4246', '#ac2f33', '#8e292c', '#e76a6e', '#fa999c', '#ffa1a4'),
  '#111418': '#1d1b28',
  '#1c2127': '#2f2b3d',
  '#252a31': '#25293c',
  '#2f343c': '#2f3349',
  '#383e47': '#3a3f59',
  '#404854': '#454a66',
  '#5f6b7c': '#6a6777',
  '#738091': '#7b7889',
  '#8f99a8': '#9794a5',
  '#abb3bf': '#b4b9d6',
  '#c5cbd3': '#cccad6',
  '#d3d8de': '#dbd9e3',
  '#dce0e5': '#e3e1ea',
  '#e5e8eb': '#e9e7ef',
  '#edeff2': '#f1f0f5',
  '#f6f7f9': '#f7f6fb',
}
const hexes = new RegExp(`(${Object.keys(colours).join('|')})([0-9a-f]{2})?(?![0-9a-f])`, 'gi')
const channels = (hex: string): string => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')
const byChannels = new Map(Object.entries(colours).map(([from, to]) => [channels(from), to]))

const withAlpha = (colour: string, alpha: number): string =>
  `color-mix(in srgb, ${colour} ${Math.round(alpha * 1000) / 10}%, transparent)`

const logicalSides: readonly (readonly [RegExp, string])[] = [
  [/\b(margin|padding|border)-left\b(?!-\w*radius)/g, '$1-inline-start'],
  [/\b(margin|padding|border)-right\b(?!-\w*radius)/g, '$1-inline-end'],
  [/\bborder-top-left-radius\b/g, 'border-start-start-radius'],
  [/\bborder-top-right-radius\b/g, 'border-start-end-radius'],
  [/\bborder-bottom-left-radius\b/g, 'border-end-start-radius'],
  [/\bborder-bottom-right-radius\b/g, 'border-end-end-radius'],
  [/\b(text-align|float):\s*left\b/g, '$1:inline-start'],
  [/\b(text-align|float):\s*right\b/g, '$1:inline-end'],
  [/text-align:inline-(start|end)/g, 'text-align:$1'],
  [/(^|[;\s])left\s*:/g, '$1inset-inline-start:'],
  [/(^|[;\s])right\s*:/g, '$1inset-inline-end:'],
]
/** Placed by scripts that measure from the left, or centred on a point. */
const physical =
  /placement|slider|table-|overlay-backdrop|toast-container|tree-node-caret|tab-indicator|-position-(left|right)/

/** Sides by the direction of the text, so that right-to-left mirrors Blueprint too. */
function mirrored(css: string): string {
  return css.replace(/([^{}]+)\{([^{}]*)\}/g, (rule, selector: string, body: string) =>
    physical.test(selector) || /translateX\(-?50%\)|translate\(-?50%/.test(body)
      ? rule
      : `${selector}{${logicalSides.reduce((text, [side, replacement]) => text.replace(side, replacement), body)}}`,
  )
}

/** Replaces Blueprint's colours and puts the sheet in a layer below all of ours. */
export function recolour(css: string): string {
  const recoloured = mirrored(css)
    .replace('@charset "UTF-8";', '')
    .replace(hexes, (_, hex: string, alpha: string | undefined) => {
      const colour = colours[hex.toLowerCase()] ?? hex
      return alpha === undefined ? colour : withAlpha(colour, Number.parseInt(alpha, 16) / 255)
    })
    .replace(/rgba\((\d+, \d+, \d+), ([0-9.]+)\)/g, (given, rgb: string, alpha: string) => {
      const colour = byChannels.get(rgb)
      return colour === undefined ? given : withAlpha(colour, Number(alpha))
    })
  return `@layer blueprint{${recoloured}}`
}

/** The Vite plugin: every style sheet of Blueprint, before Vite reads it; `?entry` and `?rest` ask for a part of one. */
export function blueprintColours(): {
  name: string
  enforce: 'pre'
  transform: (code: string, id: string) => { code: string; map: null } | null
} {
  return {
    name: 'blueprint-colours',
    enforce: 'pre',
    transform: (code, id) => {
      if (!/@blueprintjs[\\/].*\.css($|\?)/.test(id)) return null
      const part = /\.css\?(entry|rest)\b/.exec(id)?.[1]
      return { code: recolour(part === 'entry' || part === 'rest' ? sheet(code, part) : code), map: null }
    },
  }
}
