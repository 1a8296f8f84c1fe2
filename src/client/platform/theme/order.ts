/** Which of two rules wins where a sheet is divided. Runs at build time only. */

/** One selector of a rule with its declarations. */
export interface Rule {
  readonly selector: string
  readonly body: string
}

/** What the cascade asks of a rule before it asks which came later. */
export interface Weighed extends Rule {
  /** Specificity: ids, classes, elements. */
  readonly weight: string
  /** The intent of the input it is about, which its group and it have in common. */
  readonly intent: string | undefined
  readonly subject: Compound
  readonly properties: ReadonlyMap<string, string>
}

/** What one element has to be. */
interface Compound {
  readonly tag: string
  readonly pseudoElement: string
  readonly classes: readonly string[]
  /** Of the classes those that name a component. */
  readonly components: readonly string[]
  readonly excluded: readonly string[]
}

/** Splits a list of selectors at its commas, which are none within brackets. */
export const selectorsOf = (list: string): readonly string[] => list.split(/,(?![^()]*\))/)

const IN_BRACKETS = /\([^()]*(?:\([^()]*\)[^()]*)*\)/.source
const SIMPLE = new RegExp(`::?[\\w-]+(${IN_BRACKETS})?|\\.[\\w-]+|\\[[^\\]]*\\]|#[\\w-]+|[a-z][\\w-]*`, 'gi')
const PSEUDO_ELEMENT = /::[\w-]+|:(?:before|after)\b/
const NEGATION = new RegExp(`:not${IN_BRACKETS}`, 'g')

type Weight = readonly [number, number, number]
const heavier = (a: Weight, b: Weight): number => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]

function weightOf(selector: string): Weight {
  let [ids, classes, elements] = [0, 0, 0]
  for (const [part, brackets] of selector.matchAll(SIMPLE)) {
    if (part.startsWith('#')) ids += 1
    else if (/^:(not|is|has)\(/.test(part) && brackets !== undefined) {
      const [first = [0, 0, 0] as const] = selectorsOf(brackets.slice(1, -1)).map(weightOf).toSorted(heavier)
      ids += first[0]
      classes += first[1]
      elements += first[2]
    } else if (PSEUDO_ELEMENT.test(part)) elements += 1
    else if (part.startsWith('.') || part.startsWith('[') || (part.startsWith(':') && !part.startsWith(':where')))
      classes += 1
    else if (!part.startsWith(':')) elements += 1
  }
  return [ids, classes, elements]
}

/** Of each kind an element has one at most. */
const kinds: readonly RegExp[] = [/^bp6-intent-/, /^bp6-(small|large)$/, /^bp6-(minimal|outlined)$/]
/** Looks, which any component may have. What is neither a look nor of a kind names a component, and an element is one. */
const LOOK = /^bp6-(active|disabled|fill|inline|interactive|round|skeleton|loading|selected)$/
/** Components that are drawn on the element of another. */
const drawnOn: readonly (readonly [string, string])[] = [
  ['bp6-text-area', 'bp6-input'],
  ['bp6-switch', 'bp6-control'],
  ['bp6-radio', 'bp6-control'],
  ['bp6-checkbox', 'bp6-control'],
  ['bp6-dialog-close-button', 'bp6-button'],
]
const isComponent = (name: string): boolean => !LOOK.test(name) && !kinds.some((kind) => kind.test(name))

function compoundOf(selector: string): Compound {
  const last = /(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]|[^\s>+~])+$/.exec(selector.trim())?.[0] ?? ''
  const positive = last.replace(NEGATION, '')
  const classes = [...positive.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
  return {
    tag: /^[a-z][\w-]*/i.exec(last)?.[0] ?? '',
    pseudoElement: (PSEUDO_ELEMENT.exec(positive)?.[0] ?? '').replace(/^:+/, ''),
    classes,
    components: classes.filter(isComponent),
    // Only where one class alone is what is excluded.
    excluded: [...last.matchAll(/:not\(\.([\w-]+)\)/g)].map(([, name = '']) => name),
  }
}

function propertiesOf(body: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>()
  for (const text of body.split(/;(?![^()]*\))/)) {
    const colon = text.indexOf(':')
    if (colon > 0) properties.set(text.slice(0, colon).trim(), text.slice(colon + 1).trim())
  }
  return properties
}

/** A rule with what the cascade asks of it. */
export const weighed = (rule: Rule): Weighed => ({
  ...rule,
  weight: weightOf(rule.selector).join(),
  intent: /\.bp6-input(?:-group)?\.(bp6-intent-\w+)/.exec(rule.selector)?.[1],
  subject: compoundOf(rule.selector),
  properties: propertiesOf(rule.body),
})

function mayBeOne(a: Compound, b: Compound): boolean {
  if (a.pseudoElement !== b.pseudoElement) return false
  if (a.tag !== '' && b.tag !== '' && a.tag !== b.tag) return false
  if (a.excluded.some((name) => b.classes.includes(name)) || b.excluded.some((name) => a.classes.includes(name)))
    return false
  for (const kind of kinds) {
    const [one, other] = [a.classes.find((name) => kind.test(name)), b.classes.find((name) => kind.test(name))]
    if (one !== undefined && other !== undefined && one !== other) return false
  }
  return (
    a.components.length === 0 ||
    b.components.length === 0 ||
    a.components.some((one) =>
      b.components.some((other) => one === other || drawnOn.some((pair) => pair.includes(one) && pair.includes(other))),
    )
  )
}

/** Sides, corners and parts are set by what is shorter. */
const family = (property: string): string => /^(-\w+-)?[a-z]+/.exec(property)?.[0] ?? property
const LONE = /^(--|text-|white-|word-|box-|align-|justify-|min-|max-|user-|pointer-)/
const isSame = (a: string, b: string): boolean =>
  a === b || (!LONE.test(a) && family(a) === family(b)) || /^(font|line-height) (font|line-height)$/.test(`${a} ${b}`)
const isImportant = (value: string): boolean => value.includes('!important')

/** Whether it may be seen on some element which of the two comes later. Errs towards yes. */
export function differ(a: Weighed, b: Weighed): boolean {
  return (
    a.weight === b.weight &&
    (a.intent ?? b.intent) === (b.intent ?? a.intent) &&
    mayBeOne(a.subject, b.subject) &&
    [...a.properties].some(([name, value]) =>
      [...b.properties].some(
        ([other, its]) =>
          isSame(name, other) && isImportant(value) === isImportant(its) && !(name === other && value === its),
      ),
    )
  )
}

/** Where a selector of a divided sheet goes; null where it goes nowhere. */
export type Part = 'entry' | 'rest' | null

/** A sheet is divided, and its rest comes after all of its entry. Gives what is of the entry and has to be said again in the rest, since it stood behind something of the rest and may not yield to it: indexes in the order of the rules. */
export function saidAgain(rules: readonly Rule[], parts: readonly Part[]): ReadonlySet<number> {
  const all = rules.map(weighed)
  const ofEntry = new Map<string, number[]>()
  for (const [index, { weight }] of all.entries())
    if (parts[index] === 'entry') ofEntry.set(weight, [...(ofEntry.get(weight) ?? []), index])
  const again = new Set<number>()
  const later = [...all.keys()].filter((index) => parts[index] === 'rest')
  for (let index = later.pop(); index !== undefined; index = later.pop()) {
    const rule = all[index]
    if (rule === undefined) continue
    for (const next of ofEntry.get(rule.weight) ?? []) {
      const other = all[next]
      if (next <= index || again.has(next) || other === undefined || !differ(rule, other)) continue
      again.add(next)
      // It now comes after all of the entry, too.
      later.push(next)
    }
  }
  return again
}
