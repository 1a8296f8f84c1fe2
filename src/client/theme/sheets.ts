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
  TagInput: ['tag-input'],
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
  'collapse',
  'control-group',
  'dialog',
  'drawer',
  'elevation',
  'file',
  'html',
  'input-group-',
  'link-',
  'list',
  'menu',
  'monospace',
  'numeric',
  'outlined',
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
  'toast',
  'tooltip',
  'table',
]

const startsWithAny = (name: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => name === prefix || name.startsWith(prefix.endsWith('-') ? prefix : `${prefix}-`))

const leftOut = Object.values(left).flat()
/** Glyphs of the icon font: `.bp6-icon-add::before`. */
const isGlyph = (part: string): boolean => /\.bp6-icon-[\w-]+::?before/.test(part)

function sheetOf(part: string): 'entry' | 'rest' | null {
  // What a selector excludes is not what it dresses.
  const dressed = part.replace(/:not\([^()]*(\([^()]*\)[^()]*)*\)/g, '')
  const classes = [...dressed.matchAll(/\.bp6-([\w-]+)/g)].map(([, name]) => name ?? '')
  const has = (prefix: string): boolean => classes.some((name) => startsWithAny(name, [prefix]))
  if (isGlyph(part) || leftOut.some(has) || plain.some((one) => one.classes.every(has))) return null
  return classes.some((name) => startsWithAny(name, offEntry) && !onEntry.includes(name)) ? 'rest' : 'entry'
}

/** Splits at commas outside brackets. */
function parts(selector: string): readonly string[] {
  return selector.split(/,(?![^()]*\))/)
}

/** One of the two sheets, in the order of the original. */
export function sheet(css: string, wanted: 'entry' | 'rest'): string {
  const chosen = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/([^{}]+)\{([^{}]*)\}/g, (_, before: string, body: string) => {
      // Statements such as @charset end before the selector begins.
      const from = before.lastIndexOf(';') + 1
      const kept = parts(before.slice(from)).filter((part) => sheetOf(part) === wanted)
      return kept.length === 0 ? '' : `${kept.join(',')}{${body}}`
    })
  return withoutEmpty(chosen)
}

/** Removes at-rules of which nothing is left, from the inside out: an empty `@keyframes` would undo the full one. */
function withoutEmpty(css: string): string {
  const next = css.replace(/@[^{};]+\{\s*\}/g, '')
  return next === css ? css : withoutEmpty(next)
}
