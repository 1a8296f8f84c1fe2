import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postcss from 'postcss'
import postcssRTLCSS from 'postcss-rtlcss'
import { Mode } from 'postcss-rtlcss/options'
import { compile, Logger } from 'sass'
import { describe, expect, it } from 'vitest'
import { sources } from '#tests/rules/sources.ts'

const sheet = readFileSync(new URL('../../src/client/platform/theme/tokens.css', import.meta.url), 'utf8')

type Tokens = Readonly<Record<string, string>>
const tokensOf = (css: string): Tokens =>
  Object.fromEntries([...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]))
const darkFrom = sheet.indexOf('.bp6-dark {')
const darkTo = sheet.indexOf("/* Blueprint's own tokens")
const light = tokensOf(sheet.slice(0, darkFrom) + sheet.slice(darkTo))
const dark = { ...light, ...tokensOf(sheet.slice(darkFrom, darkTo)) }

const resolve = (tokens: Tokens, name: string): string => {
  const value = tokens[name] ?? ''
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return reference === undefined ? value : resolve(tokens, reference)
}
const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const mix = (over: string, under: string, share: number): number[] =>
  channels(over).map((value, at) => value * share + (channels(under)[at] ?? 0) * (1 - share))
const luminance = (rgb: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: readonly number[], b: readonly number[]): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe('the colours of specification §9', () => {
  it('are kept as fills', () => {
    expect(
      Object.fromEntries(
        ['primary', 'secondary', 'success', 'info', 'warning', 'error'].map((it) => [it, light[`--${it}`]]),
      ),
    ).toEqual({
      primary: '#7367f0',
      secondary: '#a8aaae',
      success: '#28c76f',
      info: '#00cfe8',
      warning: '#ff9f43',
      error: '#ea5455',
    })
    expect([light['--bg'], dark['--bg'], dark['--surface']]).toEqual(['#f8f7fa', '#25293c', '#2f3349'])
  })

  for (const [theme, tokens] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const share = Number.parseInt(resolve(tokens, '--tint'), 10) / 100
    for (const surface of ['--bg', '--surface', '--surface-sunken', '--surface-hover']) {
      for (const text of [
        '--text',
        '--text-soft',
        '--text-faint',
        '--primary-text',
        '--success-text',
        '--warning-text',
        '--error-text',
        '--info-text',
      ]) {
        it(`${text} on ${surface} reaches 4.5 : 1 in the ${theme} theme`, () => {
          expect(contrast(channels(resolve(tokens, text)), channels(resolve(tokens, surface)))).toBeGreaterThanOrEqual(
            4.5,
          )
        })
      }
    }
    for (const intent of ['primary', 'success', 'warning', 'error', 'info']) {
      it(`${intent} text on its own tint reaches 4.5 : 1 in the ${theme} theme`, () => {
        const tint = mix(resolve(tokens, `--${intent}`), resolve(tokens, '--surface'), share)
        expect(contrast(channels(resolve(tokens, `--${intent}-text`)), tint)).toBeGreaterThanOrEqual(4.5)
      })
    }
    it(`a chip without an intent reaches 4.5 : 1 in the ${theme} theme`, () => {
      const tint = mix(resolve(tokens, '--secondary'), resolve(tokens, '--surface'), share)
      expect(contrast(channels(resolve(tokens, '--text-soft')), tint)).toBeGreaterThanOrEqual(4.5)
    })
    for (const surface of ['--bg', '--surface-sunken', '--surface-hover']) {
      it(`primary text on its tint over ${surface} reaches 4.5 : 1 in the ${theme} theme`, () => {
        const tint = mix(resolve(tokens, '--primary'), resolve(tokens, surface), share)
        expect(contrast(channels(resolve(tokens, '--primary-text')), tint)).toBeGreaterThanOrEqual(4.5)
      })
    }
  }

  it('are tinted over the surface, so that the ground of a row under the pointer does not count; the primary one is readable on every ground', () => {
    const root = fileURLToPath(new URL('../../src', import.meta.url))
    const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.s?css$/.test(path))
    const tints = sheets.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/color-mix\(in srgb, (.+) var\(--tint\), (.+)\);/g)].map(
        ([, colour, ground]) => ({ path, colour, ground }),
      ),
    )
    expect(tints.filter(({ colour }) => colour !== 'var(--primary)').length).toBeGreaterThan(4)
    expect(tints.filter(({ colour, ground }) => ground !== 'var(--surface)' && colour !== 'var(--primary)')).toEqual([])
  })

  it('labels of filled buttons reach 4.5 : 1 at rest, under the pointer and pressed', () => {
    const white = [255, 255, 255]
    for (const intent of ['primary', 'success', 'error']) {
      for (const state of ['solid', 'hover', 'active'])
        expect(contrast(white, channels(resolve(light, `--${intent}-${state}`)))).toBeGreaterThanOrEqual(4.5)
    }
    for (const state of ['rest', 'hover', 'active']) {
      expect(
        contrast(
          channels(resolve(light, '--bp-intent-warning-foreground')),
          channels(resolve(light, `--bp-intent-warning-${state}`)),
        ),
      ).toBeGreaterThanOrEqual(4.5)
    }
  })
})

const sheetOf = (name: string): string =>
  compile(fileURLToPath(new URL(`../../src/client/platform/theme/blueprint/${name}.blueprint.scss`, import.meta.url)), {
    loadPaths: [fileURLToPath(new URL('../../node_modules', import.meta.url))],
    logger: Logger.silent,
  }).css
const sheets = { entry: sheetOf('entry'), rest: sheetOf('rest'), popups: sheetOf('popups'), files: sheetOf('files') }
const every = [...Object.values(sheets), sheetOf('dates')]

describe("Blueprint's styles, compiled with the palette of the product", () => {
  const own = /#(2d72d2|215db0|184a90|4c90f0|8abbff|238551|1c6e42|c87619|935610|fbb360|cd4246|ac2f33)\b/i

  it('have no blue, green, orange or red of their own', () => {
    const rules = every.join('').replaceAll(/--bp-[\w-]+: [^;]+;/g, '')
    expect(
      rules.split('\n').filter((line) => own.test(line) || /rgba\((45, 114, 210|138, 187, 255)/.test(line)),
    ).toEqual([])
    const used = new Set([...rules.matchAll(/var\((--bp-[\w-]+)/g)].map(([, name]) => name ?? ''))
    const coloured = [...sheets.entry.matchAll(/(--bp-[\w-]+): ([^;]+);/g)]
      .filter(([, name = '', value = '']) => used.has(name) && own.test(value))
      .map(([, name = '']) => name)
    expect(coloured.filter((name) => light[name] === undefined)).toEqual([])
    expect(coloured).toContain('--bp-intent-primary-rest')
  })

  it('stand in a layer below the product', () => {
    for (const css of every) {
      const outside = postcss.parse(css).nodes.filter((node) => node.type !== 'comment' && node.type !== 'decl')
      expect(outside.map((node) => (node.type === 'atrule' ? `${node.name} ${node.params}` : node.type))).toEqual(
        outside.map((node) =>
          node.type === 'atrule' && node.name === 'charset' ? 'charset "UTF-8"' : 'layer blueprint',
        ),
      )
    }
  })

  it('refer only to colours that exist', () => {
    const missing = [...every.join('').matchAll(/var\((--(?:primary|success|warning|error)[\w-]*)\)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => light[name] === undefined)
    expect(missing).toEqual([])
  })

  it('let a colour that is a token be half transparent', () => {
    expect(every.join('')).not.toMatch(/rgba?\(var\(/)
    expect(sheets.entry).toContain('color-mix(in srgb, var(--primary-')
  })

  it('are mirrored for right to left, except what scripts place from the left', () => {
    const mirrored = (css: string): string =>
      postcss([postcssRTLCSS({ mode: Mode.override })]).process(css, { from: undefined }).css
    const [rest, popups] = [mirrored(sheets.rest), mirrored(sheets.popups)]
    expect(rest).toContain('[dir="rtl"] .bp6-toast')
    expect(popups).toContain('[dir="rtl"] .bp6-menu-item')
    expect(popups).not.toMatch(/\[dir="?rtl"?\] [^{]*bp6-popover-(placement|arrow|transition)/)
    expect(rest).not.toMatch(/\[dir="?rtl"?\] [^{]*bp6-(overlay|drawer)/)
  })
})

/** Components of Blueprint that the product draws: the sheet with the styles of each, and its class. */
const dressed: Readonly<Record<keyof typeof sheets, Readonly<Record<string, string>>>> = {
  entry: {
    AnchorButton: 'button',
    Button: 'button',
    Callout: 'callout',
    Checkbox: 'checkbox',
    FormGroup: 'form-group',
    Icon: 'icon',
    InputGroup: 'input-group',
    Radio: 'radio',
    RadioGroup: 'control',
    Spinner: 'spinner',
    Switch: 'switch',
    TextArea: 'text-area',
  },
  rest: {
    Alert: 'alert',
    ButtonGroup: 'button-group',
    Dialog: 'dialog',
    DialogBody: 'dialog-body',
    DialogFooter: 'dialog-footer',
    Drawer: 'drawer',
    HTMLSelect: 'html-select',
    HTMLTable: 'html-table',
    Overlay2: 'overlay',
    OverlayToaster: 'toast',
    ProgressBar: 'progress-bar',
    SegmentedControl: 'segmented-control',
    Tab: 'tab',
    Tabs: 'tabs',
    Tag: 'tag',
  },
  popups: { Menu: 'menu', MenuDivider: 'menu-divider', MenuItem: 'menu-item', PopoverNext: 'popover' },
  files: { FileInput: 'file-input' },
}
/** What is no component, or draws nothing of its own. */
const undressed = ['Classes', 'HotkeysContext', 'Intent', 'OverlaysProvider', 'PopupKind']

describe('the components of Blueprint', () => {
  const drawn = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:im|ex)port \{([^}]*)\} from '@blueprintjs\/core'/g)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => /^[A-Z]/.test(name))
        .map((name) => ({ path, name })),
    ),
  )
  const sheetWith = (name: string): keyof typeof sheets | undefined =>
    (Object.keys(sheets) as (keyof typeof sheets)[]).find((sheet) => Object.hasOwn(dressed[sheet], name))

  it('all have their styles in a sheet of the product', () => {
    const naked = drawn.filter(({ name }) => sheetWith(name) === undefined && !undressed.includes(name))
    expect(naked).toEqual([])
    for (const [sheet, classes] of Object.entries(dressed) as [keyof typeof sheets, Readonly<Record<string, string>>][])
      for (const name of Object.values(classes)) expect(sheets[sheet]).toContain(`.bp6-${name}`)
  })

  it('bring no styles when nothing draws them', () => {
    const names = drawn.map(({ name }) => name)
    expect(
      Object.values(dressed).flatMap((classes) => Object.keys(classes).filter((name) => !names.includes(name))),
    ).toEqual([])
  })

  it('are imported with their sheet where it comes late', () => {
    const of = (sheet: 'popups' | 'files') => drawn.filter(({ name }) => sheetWith(name) === sheet)
    expect([...new Set(of('popups').map(({ path }) => path))]).toEqual(['src/client/components/ui/popups/popover.ts'])
    const withSheet = sources.filter(({ text }) => text.includes('theme/files.ts')).map(({ path }) => path)
    expect(of('files').map(({ path }) => path)).toEqual(withSheet)
  })
})
