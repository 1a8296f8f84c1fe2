/** Blueprint's one large style sheet as the two the product loads: what the sign-in page needs, and the rest with the frame. Runs at build time only. */
import { type Part, type Rule, saidAgain, selectorsOf } from './order.ts'

/** Components the product does not draw, and the classes of theirs that are left out. A test holds that nobody imports them. */
export const left: Readonly<Record<string, readonly string[]>> = {
  Breadcrumbs: ['breadcrumb', 'breadcrumbs'],
  CardList: ['card-list'],
  CompoundTag: ['compound-tag'],
  ControlCard: ['control-card'],
  EditableText: ['editable-text'],
  EntityTitle: ['entity-title'],
  Hotkeys: ['hotkey'],
  KeyComboTag: ['key-combo', 'key'],
  MultistepDialog: ['multistep-dialog', 'dialog-step'],
  Navbar: ['navbar'],
  NonIdealState: ['non-ideal-state'],
  PanelStack: ['panel-stack', 'panel-stack2'],
  Section: ['section'],
  Slider: ['slider'],
  TagInput: ['tag-input', 'input-ghost'],
  Tree: ['tree'],
  // Names of earlier versions.
  LegacySelect: ['select'],
  // Text as the browser would style it, and icons by class name of a font.
  RunningText: ['running-text', 'code-block', 'blockquote'],
  IconFont: ['icon-standard', 'icon-large'],
}

/** Looks that no component of the product has: the tag, and what in it would give it the look. A test holds that nobody does. Beside it the classes that only occur together where it has. */
export const plain: readonly { readonly tag: string; readonly look: RegExp; readonly classes: readonly string[] }[] = [
  { tag: 'ButtonGroup', look: /\bvariant="outlined"/, classes: ['button-group', 'outlined'] },
  { tag: 'ButtonGroup', look: /\bvertical\b/, classes: ['button-group', 'vertical'] },
  { tag: 'HTMLSelect', look: /\bvariant="outlined"/, classes: ['html-select', 'outlined'] },
  { tag: 'HTMLSelect', look: /\bintent=/, classes: ['html-select', 'intent'] },
  { tag: 'Tooltip', look: /\bintent=/, classes: ['tooltip', 'intent'] },
  { tag: 'MenuItem', look: /[^/]>$/, classes: ['submenu'] },
]

/** What stands on the sign-in page. Everything that names a component outside waits for the frame. */
const onEntry = [
  'button',
  'callout',
  'checkbox',
  'control',
  'form',
  'icon',
  'input',
  'label',
  'link',
  'skeleton',
  'spinner',
  'text',
]
const offEntry = [
  'alert',
  'button-group',
  'card',
  'code',
  'collapse',
  'context-menu',
  'control-group',
  'dialog',
  'divider',
  'drawer',
  'elevation',
  'file',
  'flex-expander',
  'heading',
  'html',
  'input-group-',
  'link-',
  'list',
  'menu',
  'monospace',
  'numeric',
  'outlined',
  'overflow-list',
  'overlay',
  'popover',
  'portal',
  'progress',
  'radio',
  'segmented',
  'spinner-',
  'submenu',
  'switch',
  'tab',
  'tabs',
  'tag',
  'text-area',
  'toast',
  'tooltip',
  'table',
]

/** Looks of those parts that nothing shows before the frame is here: the classes that occur together where it has one. */
const late: readonly (readonly string[])[] = [
  ['button', 'minimal', 'intent'],
  ['button', 'loading'],
  ['callout', 'intent-success'],
  ['control', 'intent'],
  ['control', 'large'],
  ['control', 'inline'],
  ['control', 'align-right'],
  ['form-group', 'inline'],
  ['icon', 'intent'],
  ['input', 'intent-primary'],
  ['input', 'intent-success'],
  ['input', 'intent-warning'],
  ['input', 'round'],
  ['input', 'small'],
  ['form-group', 'intent-primary'],
  ['form-group', 'intent-success'],
  ['form-group', 'intent-warning'],
]
/** A second way to say dark, which the product does not use. */
const UNUSED = '[data-bp-color-scheme'

/** A rule: its selectors and its declarations. */
const BLOCK = /([^{}]+)\{([^{}]*)\}/g

const startsWithAny = (name: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => name === prefix || name.startsWith(prefix.endsWith('-') ? prefix : `${prefix}-`))

const leftOut = Object.values(left).flat()
/** Glyphs of the icon font, and room for them: `.bp6-icon-add::before`. */
const isGlyph = (part: string): boolean =>
  /\.bp6-icon-[\w-]+::?before|\[class\*=["']?bp6-icon-|\.bp6-icon:empty/.test(part)

function sheetOf(part: string): Part {
  // What a selector excludes is not what it dresses.
  const dressed = part.replace(/:not\([^()]*(\([^()]*\)[^()]*)*\)/g, '')
  const classes = [...dressed.matchAll(/\.bp6-([\w-]+)/g)].map(([, name]) => name ?? '')
  const has = (prefix: string): boolean => classes.some((name) => startsWithAny(name, [prefix]))
  if (part.includes(UNUSED) || isGlyph(part)) return null
  if (leftOut.some(has) || plain.some((one) => one.classes.every(has))) return null
  if (late.some((look) => look.every(has))) return 'rest'
  return classes.some((name) => startsWithAny(name, offEntry) && !onEntry.includes(name)) ? 'rest' : 'entry'
}

/** Where the tokens stand. */
const HOLDERS = [':root', '.bp6-dark']
/** A moment of an animation, which is no selector. */
const MOMENT = /^(from|to|[\d.]+%)$/

/** One of the two sheets, in the order of the original: what the rest would outdo although it came first is said again after it. A token stands where it is first needed. */
export function sheet(css: string, wanted: 'entry' | 'rest'): string {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const first = neededIn(text)
  const again = wanted === 'entry' ? new Set<number>() : againIn(text)
  return withoutEmpty(chosen(text, wanted, again, (token) => first.has(token) === (wanted === 'entry')))
}

/** Statements such as @charset end before the selector begins. */
const listOf = (before: string): readonly string[] => selectorsOf(before.slice(before.lastIndexOf(';') + 1))
const holdsTokens = (selectors: readonly string[], body: string): boolean =>
  /^\s*--/.test(body) && selectors.some((part) => HOLDERS.includes(part.trim()))

function againIn(css: string): ReadonlySet<number> {
  const rules: Rule[] = []
  const parts: Part[] = []
  for (const [, before = '', body = ''] of css.matchAll(BLOCK)) {
    const selectors = listOf(before)
    for (const part of selectors) {
      rules.push({ selector: part.trim(), body })
      parts.push(holdsTokens(selectors, body) || MOMENT.test(part.trim()) ? null : sheetOf(part))
    }
  }
  return saidAgain(rules, parts)
}

function chosen(
  css: string,
  wanted: 'entry' | 'rest',
  again: ReadonlySet<number>,
  isHere: (token: string) => boolean,
): string {
  let seen = 0
  return css.replace(BLOCK, (_, before: string, body: string) => {
    const selectors = listOf(before)
    const from = seen
    seen += selectors.length
    if (holdsTokens(selectors, body)) {
      const holders = selectors.filter((part) => HOLDERS.includes(part.trim()))
      const tokens = declarations(body).filter(({ name }) => isHere(name))
      return tokens.length === 0 ? '' : `${holders.join(',')}{${tokens.map(({ text }) => text).join(';')}}`
    }
    const kept = selectors.filter((part, index) => sheetOf(part) === wanted || again.has(from + index))
    return kept.length === 0 ? '' : `${kept.join(',')}{${body}}`
  })
}

function declarations(body: string): readonly { readonly name: string; readonly text: string }[] {
  return body
    .split(/;(?![^()]*\))/)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ name: text.slice(0, text.indexOf(':')).trim(), text }))
}

/** The tokens that the first sheet uses, with those they are made of. */
function neededIn(css: string): ReadonlySet<string> {
  const usedIn = (text: string): readonly string[] =>
    [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name ?? '')
  const all = [...css.matchAll(BLOCK)].flatMap(([, , body = '']) =>
    declarations(body).filter(({ name }) => name.startsWith('--')),
  )
  const needed = new Set<string>()
  const need = (name: string): void => {
    if (needed.has(name)) return
    needed.add(name)
    for (const { text } of all.filter((one) => one.name === name)) usedIn(text).forEach(need)
  }
  usedIn(chosen(css, 'entry', new Set(), () => false)).forEach(need)
  return needed
}

/** Removes at-rules of which nothing is left, from the inside out: an empty `@keyframes` would undo the full one. */
function withoutEmpty(css: string): string {
  const next = css.replace(/@[^{};]+\{\s*\}/g, '')
  return next === css ? css : withoutEmpty(next)
}
