/** Modules as a page needs them: their definitions and their texts, loaded when somebody first asks. */

import { definitions, index, texts } from 'virtual:parts'
import { use } from 'react'
import { needTexts } from '#src/client/platform/i18n/i18n.ts'
import type { laterMessages } from '#src/client/platform/i18n/pageTexts.ts'
import type { ApplicationDefinition } from '#src/define/application.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { Definitions, TextSource } from './kinds.ts'

export { index }

/** A part of the texts that a page names: a file of `src/client/messages`, or what every type is for. */
export type PageTexts = keyof typeof laterMessages | 'guides'

const arrived = new Map<string, Definitions>()
const coming = new Map<string, Promise<void>>()

function sourceOf(part: string): TextSource {
  const source = texts[part]
  if (source === undefined) throw new RangeError(`no texts ${part}`)
  return source
}

/** Loads what every page behind the sign-in says. */
export const needFrameTexts = (): Promise<void> => needTexts(sourceOf('frame'))

/** Loads texts of the frame's own pages. */
export async function needPageTexts(names: readonly PageTexts[]): Promise<void> {
  await Promise.all(names.map((name) => needTexts(sourceOf(name === 'guides' ? name : `page.${name}`))))
}

/** Loads a module's definitions and texts; again after it failed. */
export function needModule(name: string): Promise<void> {
  const before = coming.get(name)
  if (before !== undefined) return before
  const load = async (): Promise<void> => {
    const found = definitions[name]
    if (found === undefined) throw new RangeError(`no module ${name}`)
    const [{ default: definition }] = await Promise.all([
      found(),
      needTexts(sourceOf('shared')),
      needTexts(sourceOf(`module.${name}`)),
    ])
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
  return index.applications[type]?.module ?? index.coming[type]
}
function moduleOfKey(key: string): string | undefined {
  const [family = '', name = ''] = key.split('.')
  if (family === 'records') return index.records[name]?.module
  return family === 'applications' ? moduleOfType(name) : Object.hasOwn(definitions, family) ? family : undefined
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
