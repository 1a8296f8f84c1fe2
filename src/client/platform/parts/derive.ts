/** What every page knows of all modules, derived from their definitions: `npm run contract` writes it to `derived/`. Runs in no browser. */

import { type Language, languages, type MessageTree } from '#src/define/messages.ts'
import { modules } from '#src/modules.ts'
import type { PartsIndex } from './kinds.ts'

const isTree = (value: string | MessageTree | undefined): value is MessageTree => typeof value === 'object'

/** Of the texts of records and applications the titles alone: `{ dept: { title } }`. */
const titlesIn = (family: string | MessageTree | undefined): readonly (readonly [string, MessageTree])[] =>
  Object.entries(isTree(family) ? family : {}).flatMap(([thing, texts]) =>
    isTree(texts) && typeof texts.title === 'string' ? [[thing, { title: texts.title }] as const] : [],
  )

/** What other pages than its own call the things of a module. */
export function moduleNames(language: Language): MessageTree {
  const trees: readonly MessageTree[] = modules.map(({ messages }) => messages[language])
  const titles = (family: 'records' | 'applications'): MessageTree =>
    Object.fromEntries(trees.flatMap((tree) => titlesIn(tree[family])))
  const whole = (family: 'personalTabs' | 'holdings'): MessageTree =>
    Object.fromEntries(trees.flatMap((tree) => (isTree(tree[family]) ? Object.entries(tree[family]) : [])))
  return {
    records: titles('records'),
    applications: titles('applications'),
    personalTabs: whole('personalTabs'),
    holdings: whole('holdings'),
  }
}

/** Of every module what pages of other modules draw: the sentences of refusals, which a form shows whichever module refuses. */
export function moduleRules(language: Language): MessageTree {
  return { rules: merged(modules.map(({ messages }) => messages[language].rules).filter(isTree)) }
}

/** What every application is for, as the page of applications tells. */
export function moduleGuides(language: Language): MessageTree {
  const guides = modules.flatMap(({ messages }) => {
    const { applications } = messages[language]
    return Object.entries(isTree(applications) ? applications : {}).flatMap(([type, texts]) => {
      const guide = isTree(texts)
        ? Object.entries(texts).filter(([name]) => name === 'purpose' || name === 'guide')
        : []
      return guide.length === 0 ? [] : [[type, Object.fromEntries(guide)] as const]
    })
  })
  return { applications: Object.fromEntries(guides) }
}

function merged(trees: readonly MessageTree[]): MessageTree {
  const whole: Record<string, string | MessageTree> = {}
  for (const tree of trees)
    for (const [key, value] of Object.entries(tree)) {
      const before = whole[key]
      whole[key] = isTree(before) && isTree(value) ? merged([before, value]) : value
    }
  return whole
}

/** Where records, applications and pages are found, and what is asked of them without loading their module. */
export function partsIndex(): PartsIndex {
  return {
    pages: modules.flatMap(({ name, pages }) => pages.map(({ path, shell }) => ({ path, shell, module: name }))),
    personalTabs: modules.flatMap(({ name, personalTabs = [] }) =>
      personalTabs.map(({ key, sort }) => ({ key, sort, module: name })),
    ),
    records: Object.fromEntries(
      modules.flatMap(({ name: module, records }) =>
        records.map(({ name, path, permissions: { search, retrieve } }) => [
          name,
          { module, path, search, ...(retrieve !== undefined && { retrieve }) },
        ]),
      ),
    ),
    applications: Object.fromEntries(
      modules.flatMap(({ name: module, applications }) =>
        applications.map(({ key, route }) => [key, { module, route }]),
      ),
    ),
  }
}

const inBoth = (name: string, texts: (language: Language) => MessageTree): Readonly<Record<string, MessageTree>> =>
  Object.fromEntries(languages.map((language) => [`${name}.${language}`, texts(language)]))

/** The files of `derived/` by name. */
export function derivedFiles(): Readonly<Record<string, string>> {
  const files = {
    index: partsIndex(),
    ...inBoth('names', moduleNames),
    ...inBoth('rules', moduleRules),
    ...inBoth('guides', moduleGuides),
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`${name}.json`, `${JSON.stringify(content, null, 1)}\n`]),
  )
}
