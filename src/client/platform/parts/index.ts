/** Modules as a page needs them: their definitions and their texts, loaded when somebody first asks. */

import { use } from 'react'
import { frameTexts, pageTexts } from '#src/client/messages/texts.ts'
import { needTexts } from '#src/client/platform/i18n/i18n.ts'
import type { ApplicationDefinition } from '#src/define/application.ts'
import type { Definitions, RecordTab } from '#src/define/module.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import derivedIndex from './derived/index.json' with { type: 'json' }
import type { PartsIndex, TextSource } from './kinds.ts'

/** A JSON file has no types; what wrote it had them. */
export const index = derivedIndex as unknown as PartsIndex

/** A part of the texts that a page names: those of one of the frame's pages, or what every type is for. */
export type PageTexts = keyof typeof pageTexts | 'guides'

const definitions = import.meta.glob<Definitions>('../../../modules/*/definitions.ts', { import: 'default' })
const chinese = import.meta.glob<Awaited<ReturnType<TextSource['zhHans']>>>('../../../modules/*/texts/zhHans.ts')
const english = import.meta.glob<Awaited<ReturnType<TextSource['en']>>>('../../../modules/*/texts/en.ts')
const fileOf = (module: string, file: string): string => `../../../modules/${module}/${file}`

/** The texts of each module; the same object for each module, since what is loaded is known by it. */
const moduleTexts: ReadonlyMap<string, TextSource> = new Map(
  Object.keys(definitions).map((path) => {
    const name = path.split('/').at(-2) ?? ''
    const [zhHans, en] = [chinese[fileOf(name, 'texts/zhHans.ts')], english[fileOf(name, 'texts/en.ts')]]
    if (zhHans === undefined || en === undefined) throw new RangeError(`module ${name} has no texts`)
    return [name, { zhHans, en }]
  }),
)

/** Puts a tree under its name: the file of a page holds what stands below it. */
const under = (name: string, source: TextSource): TextSource => ({
  zhHans: async () => ({ default: { [name]: (await source.zhHans()).default } }),
  en: async () => ({ default: { [name]: (await source.en()).default } }),
})
const sources: ReadonlyMap<string, TextSource> = new Map(
  Object.entries<TextSource>(pageTexts).map(([name, source]) => [name, under(name, source)]),
)
/** Titles of the records and applications of all modules. */
const names: TextSource = {
  zhHans: () => import('./derived/names.zhHans.json'),
  en: () => import('./derived/names.en.json'),
}
/** Sentences of refusals: a form shows them whichever module refuses. */
const rules: TextSource = {
  zhHans: () => import('./derived/rules.zhHans.json'),
  en: () => import('./derived/rules.en.json'),
}
/** What every type is for. */
const guides: TextSource = {
  zhHans: () => import('./derived/guides.zhHans.json'),
  en: () => import('./derived/guides.en.json'),
}

const arrived = new Map<string, Definitions>()
const coming = new Map<string, Promise<void>>()

/** Loads what every page behind the sign-in says. */
export async function needFrameTexts(): Promise<void> {
  await Promise.all([needTexts(frameTexts), needTexts(names)])
}

function needModuleTexts(name: string): Promise<void> {
  const source = moduleTexts.get(name)
  if (source === undefined) throw new RangeError(`no module ${name}`)
  return needTexts(source)
}

/** Loads texts of the frame's own pages. */
export async function needPageTexts(wanted: readonly PageTexts[]): Promise<void> {
  await Promise.all(
    wanted.flatMap((name) => {
      const source = name === 'guides' ? guides : sources.get(name)
      return source === undefined ? [] : [needTexts(source)]
    }),
  )
}

/** Loads a module's definitions and texts; again after it failed. */
export function needModule(name: string): Promise<void> {
  const before = coming.get(name)
  if (before !== undefined) return before
  const load = async (): Promise<void> => {
    const found = definitions[fileOf(name, 'definitions.ts')]
    if (found === undefined) throw new RangeError(`no module ${name}`)
    const [definition] = await Promise.all([found(), needTexts(rules), needModuleTexts(name)])
    arrived.set(name, definition)
  }
  const loading = load()
  coming.set(name, loading)
  loading.then(
    // So that React need not wait for a turn of its own to see it.
    () => Object.assign(loading, { status: 'fulfilled', value: undefined }),
    () => coming.delete(name),
  )
  return loading
}

/** The module that has the words of a type, a record or a key that is data; undefined for those of the frame and of the bureau itself. */
function moduleOfType(type: string): string | undefined {
  return index.applications[type]?.module
}
function moduleOfKey(key: string): string | undefined {
  const [family = '', name = ''] = key.split('.')
  if (family === 'records') return index.records[name]?.module
  return family === 'applications' ? moduleOfType(name) : moduleTexts.has(family) ? family : undefined
}
const need = async (names: readonly (string | undefined)[]): Promise<void> => {
  await Promise.all(names.map((name) => (name === undefined ? undefined : needModule(name))))
}

/** Loads what is to be known of types of applications, of records, or of keys the server names. */
export const needTypes = (types: readonly string[]): Promise<void> => need(types.map(moduleOfType))
export const needRecords = (names: readonly string[]): Promise<void> =>
  need(names.map((name) => index.records[name]?.module))
export const needKeys = (keys: readonly string[]): Promise<void> => need(keys.map(moduleOfKey))

/** Waits, within the nearest `Suspense`, for the words of a type or of a record. */
export const useTypeWords = (type: string): void => useModule(moduleOfType(type))
export const useRecordWords = (record: string): void => useModule(index.records[record]?.module)

/** Asked also for what has arrived: React draws a part that waited once more, and must meet the same `use` there. */
function useModule(name: string | undefined): void {
  if (name !== undefined) use(needModule(name))
}

/** The lists that stand in a page, by its path; the same array each time. */
export function tabsOf(path: string): readonly RecordTab[] {
  const shell = index.pages.find((page) => page.path === path)?.shell
  return shell !== undefined && 'tabs' in shell ? (shell.tabs ?? noTabs) : noTabs
}
const noTabs: readonly RecordTab[] = []

/** A record of a module that was loaded; throws when none has it. */
export function recordNamed(name: string): RecordDefinition {
  const record = arrived.get(index.records[name]?.module ?? '')?.records.find((candidate) => candidate.name === name)
  if (record === undefined) throw new RangeError(`no record ${name}`)
  return record
}

/** The record a permission lists; undefined for one that lists none. */
export function recordListedBy(permission: string): { readonly path: string } | undefined {
  return Object.values(index.records).find((record) => record.search === permission)
}

/** An application of a module that was loaded; undefined for a type the bureau made itself. */
export function applicationNamed(key: string): ApplicationDefinition | undefined {
  return arrived.get(index.applications[key]?.module ?? '')?.applications.find((candidate) => candidate.key === key)
}
