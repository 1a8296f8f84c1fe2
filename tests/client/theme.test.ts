import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { differ, selectorsOf, weighed } from '#src/client/platform/theme/order.ts'
import { recolour } from '#src/client/platform/theme/recolour.ts'
import { left, plain, sheet as sheetOf } from '#src/client/platform/theme/sheets.ts'
import { sources } from '#tests/rules/sources.ts'

const sheet = readFileSync(new URL('../../src/client/platform/theme/tokens.css', import.meta.url), 'utf8')
const blueprint = readFileSync(
  new URL('../../node_modules/@blueprintjs/core/lib/css/blueprint.css', import.meta.url),
  'utf8',
)

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
  }

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

describe("Blueprint's style sheet", () => {
  const ours = recolour(blueprint)

  it('keeps none of its own blues, greens, oranges and reds', () => {
    expect(ours).not.toMatch(/#(2d72d2|215db0|184a90|4c90f0|8abbff|238551|1c6e42|c87619|935610|cd4246|ac2f33)/i)
    expect(ours).not.toMatch(/rgba\((45, 114, 210|138, 187, 255|33, 93, 176)/)
  })
  it('stands in a layer below the product', () => {
    expect(ours).toMatch(/^@layer blueprint\{/)
    expect(ours).not.toContain('@charset')
  })
  it('is mirrored for right to left, except what scripts place from the left', () => {
    expect(recolour('.bp6-menu{left:0}')).toContain('inset-inline-start:0')
    for (const name of ['tab-indicator-wrapper', 'popover-placement', 'slider-handle'])
      expect(recolour(`.bp6-${name}{left:0}`)).toContain('{left:0}')
  })
  it('refers only to colours that exist', () => {
    const missing = [...ours.matchAll(/var\((--(?:primary|success|warning|error)-[\w-]+)\)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => light[name] === undefined)
    expect(missing).toEqual([])
  })
})

describe('the two sheets of Blueprint', () => {
  const classesOf = (css: string): ReadonlySet<string> => new Set(css.match(/\.bp6-[\w-]+/g))
  const [entry, rest] = [sheetOf(blueprint, 'entry'), sheetOf(blueprint, 'rest')]

  it('hold every rule of the components the product draws, each once', () => {
    const dressed = ['.bp6-button', '.bp6-input', '.bp6-checkbox', '.bp6-callout', '.bp6-form-group', '.bp6-spinner']
    expect(dressed.filter((name) => !classesOf(entry).has(name))).toEqual([])
    const later = [
      '.bp6-dialog',
      '.bp6-drawer',
      '.bp6-popover',
      '.bp6-menu-item',
      '.bp6-html-select',
      '.bp6-tab',
      '.bp6-switch',
      '.bp6-toast',
    ]
    expect(later.filter((name) => !classesOf(rest).has(name))).toEqual([])
    expect(later.filter((name) => entry.includes(`${name} {`) || entry.includes(`${name}{`))).toEqual([])
  })

  it('keep each animation in the sheet that has its frames', () => {
    const animations = (css: string) => [...css.matchAll(/@keyframes ([\w-]+)\s*\{(\s*\})?/g)]
    expect([...animations(entry), ...animations(rest)].filter(([, , empty]) => empty !== undefined)).toEqual([])
  })

  it('leave out only components that nobody imports', () => {
    const imported = sources.flatMap(({ text }) =>
      [...text.matchAll(/import \{([^}]*)\} from '@blueprintjs\/core'/g)].flatMap(
        ([, names]) => names?.match(/\w+/g) ?? [],
      ),
    )
    expect(Object.keys(left).filter((component) => imported.includes(component))).toEqual([])
  })

  it('leave out looks that nothing has', () => {
    const tags = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/<([A-Z]\w+)(?:[^<>=]|=>|=(?!>)|<[^>]*>)*?\/?>/g)].map(([tag, name]) => ({ path, tag, name })),
    )
    expect(
      plain.flatMap(({ tag: name, look }) => tags.filter((one) => one.name === name && look.test(one.tag))),
    ).toEqual([])
    expect(rest).not.toMatch(/bp6-button-group\.bp6-outlined|bp6-submenu/)
    expect(entry).not.toMatch(/bp6-button\.bp6-outlined/)
    expect(rest).toMatch(/bp6-button\.bp6-outlined/)
  })

  it('define each token once, in the sheet that first needs it, and leave none undefined', () => {
    const defined = (css: string): ReadonlySet<string> =>
      new Set([...css.matchAll(/(--bp[\w-]*)\s*:/g)].map(([, name]) => name ?? ''))
    const used = (css: string): readonly string[] =>
      [...css.matchAll(/var\(\s*(--bp[\w-]*)/g)].map(([, name]) => name ?? '')
    const [first, second] = [defined(entry), defined(rest)]
    expect([...first].filter((name) => second.has(name))).toEqual([])
    expect([...defined(blueprint)].filter((name) => !first.has(name) && !second.has(name))).toEqual([])
    expect(used(entry).filter((name) => !first.has(name))).toEqual([])
    expect(used(rest).filter((name) => !first.has(name) && !second.has(name))).toEqual([])
  })

  /** Every selector of a sheet in its order, with what tells it from the others. */
  const rulesOf = (css: string) =>
    [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, list = '', body = '']) =>
      selectorsOf(list.slice(list.lastIndexOf(';') + 1)).map((selector) => {
        const rule = weighed({ selector: selector.trim(), body: body.trim() })
        return { rule, key: `${rule.selector} {${rule.body}}` }
      }),
    )

  it('keep the order of the original for every two rules of equal weight that may meet on an element', () => {
    const first = rulesOf(entry)
    const place = new Map([...first, ...rulesOf(rest)].map(({ key }, at) => [key, at]))
    const original = new Map(rulesOf(blueprint).map((one, at) => [one.key, { ...one, at }]))
    const drawn = [...original.values()].filter(({ key }) => place.has(key))
    const of = (isFirst: boolean) => drawn.filter(({ key }) => (place.get(key) ?? 0) < first.length === isFirst)
    const stays = of(true)
    const turned = of(false).flatMap((moved) =>
      stays
        .filter((one) => one.at > moved.at && differ(moved.rule, one.rule))
        .map((one) => `${one.key} has to come after ${moved.key}`),
    )
    expect([stays.length, drawn.length].map((count) => count > 100)).toEqual([true, true])
    expect(turned).toEqual([])
  })

  it.each([
    ['.bp6-button.bp6-minimal.bp6-intent-danger', '.bp6-dark .bp6-button.bp6-minimal', true],
    [
      '.bp6-control.bp6-switch:hover input ~ .bp6-control-indicator',
      '.bp6-dark .bp6-control input:disabled ~ .bp6-control-indicator',
      true,
    ],
    ['.bp6-text-area', '.bp6-input', true],
    ['.bp6-control-group > .bp6-fill', '.bp6-input.bp6-fill', true],
    ['.bp6-dialog', '.bp6-input', false],
    ['.bp6-button.bp6-intent-danger', '.bp6-button.bp6-intent-primary', false],
    ['.bp6-button', '.bp6-dark .bp6-button', false],
    ['.bp6-button::before', '.bp6-button::after', false],
    ['a.bp6-button', 'button.bp6-button', false],
    ['.bp6-icon:not(.bp6-large)', '.bp6-icon.bp6-large', false],
  ])('tell that %s and %s may be of equal weight on one element: %s', (one, other, may) => {
    expect(
      differ(weighed({ selector: one, body: 'border-color: red' }), weighed({ selector: other, body: 'border: 0' })),
    ).toBe(may)
  })

  it('know one way to say dark', () => {
    expect(blueprint).toContain('[data-bp-color-scheme')
    expect(entry + rest).not.toContain('[data-bp-color-scheme')
    expect(sources.filter(({ text }) => text.includes('data-bp-color-scheme')).map(({ path }) => path)).toEqual([
      'src/client/platform/theme/sheets.ts',
    ])
  })
})
