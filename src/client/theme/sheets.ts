/** Blueprint's one large style sheet as the two the product loads: what the sign-in page needs, and the rest with the frame. Runs at build time only. */

/** Components the product does not draw, and the classes of theirs that are left out. A test holds that nobody imports them. */
export const left: Readonly<Record<string, readonly string[]>> = {
  Breadcrumbs: ['breadcrumb', 'breadcrumbs'],
  CardList: ['card-list'],
  CompoundTag: ['compound-tag'],
  ControlCard: ['control-card'],
  EditableText: ['editable-text'],
  EntityTitle: ['entity-title'],
  FileUpload: ['file-upload'],
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

/** Looks of those parts that nothing shows before the frame is here: the classes that occur together where it has one. None of them may be as strong as a look that stays behind and takes it back: a button's intent is undone by `minimal`, which therefore has to come after it. */
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

const startsWithAny = (name: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => name === prefix || name.startsWith(prefix.endsWith('-') ? prefix : `${prefix}-`))

const leftOut = Object.values(left).flat()
/** Glyphs of the icon font, and room for them: `.bp6-icon-add::before`. */
const isGlyph = (part: string): boolean =>
  /\.bp6-icon-[\w-]+::?before|\[class\*=["']?bp6-icon-|\.bp6-icon:empty/.test(part)

function sheetOf(part: string): 'entry' | 'rest' | null {
  // What a selector excludes is not what it dresses.
  const dressed = part.replace(/:not\([^()]*(\([^()]*\)[^()]*)*\)/g, '')
  const classes = [...dressed.matchAll(/\.bp6-([\w-]+)/g)].map(([, name]) => name ?? '')
  const has = (prefix: string): boolean => classes.some((name) => startsWithAny(name, [prefix]))
  if (part.includes(UNUSED) || isGlyph(part)) return null
  if (leftOut.some(has) || plain.some((one) => one.classes.every(has))) return null
  if (late.some((look) => look.every(has))) return 'rest'
  return classes.some((name) => startsWithAny(name, offEntry) && !onEntry.includes(name)) ? 'rest' : 'entry'
}

/** Splits at commas outside brackets. */
function parts(selector: string): readonly string[] {
  return selector.split(/,(?![^()]*\))/)
}

/** Where the tokens stand. */
const HOLDERS = [':root', '.bp6-dark']

/** One of the two sheets, in the order of the original. A token stands where it is first needed. */
export function sheet(css: string, wanted: 'entry' | 'rest'): string {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const first = neededIn(text)
  return withoutEmpty(chosen(text, wanted, (token) => first.has(token) === (wanted === 'entry')))
}

function chosen(css: string, wanted: 'entry' | 'rest', isHere: (token: string) => boolean): string {
  return css.replace(/([^{}]+)\{([^{}]*)\}/g, (_, before: string, body: string) => {
    // Statements such as @charset end before the selector begins.
    const selectors = parts(before.slice(before.lastIndexOf(';') + 1))
    const holders = selectors.filter((part) => HOLDERS.includes(part.trim()))
    if (holders.length > 0 && /^\s*--/.test(body)) {
      const tokens = declarations(body).filter(({ name }) => isHere(name))
      return tokens.length === 0 ? '' : `${holders.join(',')}{${tokens.map(({ text }) => text).join(';')}}`
    }
    const kept = selectors.filter((part) => sheetOf(part) === wanted)
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
  const all = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, , body = '']) =>
    declarations(body).filter(({ name }) => name.startsWith('--')),
  )
  const needed = new Set<string>()
  const need = (name: string): void => {
    if (needed.has(name)) return
    needed.add(name)
    for (const { text } of all.filter((one) => one.name === name)) usedIn(text).forEach(need)
  }
  usedIn(chosen(css, 'entry', () => false)).forEach(need)
  return needed
}

/** Removes at-rules of which nothing is left, from the inside out: an empty `@keyframes` would undo the full one. */
function withoutEmpty(css: string): string {
  const next = css.replace(/@[^{};]+\{\s*\}/g, '')
  return next === css ? css : withoutEmpty(next)
}
