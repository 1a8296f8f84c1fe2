/** Sentences for rows of the operation log, as its list, its drawer and its export ask for them (SYS-136). */
import { buttonName } from '#src/catalogue/actions.ts'
import type { Language } from '#src/define/messages.ts'
import { titlePaths } from '#src/define/module.ts'
import type { Executor } from '#src/define/server.ts'
import { operationSentences, provideService, type ServiceProvision } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Services } from '#src/server/app/services.ts'
import { loadLookups } from '#src/server/records/lookups.ts'
import { recordsOf } from '#src/server/records/records.ts'
import type { LoggedCall } from './calls.ts'
import { rowsToLookUp } from './changes.ts'
import { entryOf } from './entry.ts'
import { type Phrases, phrasesIn } from './phrases.ts'
import { aboutOf, type SentenceInput, sentenceOf } from './sentence.ts'
import { type Names, namesOf } from './subjects.ts'
import { readableTraces } from './traced.ts'

/** Calls of the command line, which no route answers. */
const commands: ReadonlyMap<string, LoggedCall> = new Map(
  (
    [
      ['/setup/first_administrators/', 'setup.administrators'],
      ['/setup/lock_demo_accounts/', 'setup.lockDemo'],
    ] as const
  ).map(([path, text]) => [path, { operation: { text }, permission: '', params: {} }]),
)

/** Page and button of a permission: for reads, which need no sentence of their own. */
function permissionWords(services: Services, phrases: Phrases): SentenceInput['permissionWords'] {
  const pages = services.modules.flatMap((module) => module.pages)
  return (permission) => {
    const [resource, action] = permission.split(':')
    if (resource === undefined || action === undefined) return null
    const page = pages.find(({ permissions }) => permissions.some((one) => one.startsWith(`${resource}:`)))
    const titles = page === undefined ? [] : titlePaths(page).map((path = []) => phrases.find(path.join('.')))
    const title = titles.find((found) => found !== null) ?? null
    const { zh, en } = buttonName(permission)
    return title === null ? null : { page: title, button: phrases.isEnglish ? en : zh }
  }
}

/** One sentence for each row, in its order. */
export async function sentencesOf(
  services: Services,
  reading: { readonly db: Executor; readonly language: Language },
  rows: readonly FormData[],
): Promise<readonly string[]> {
  const records = recordsOf(services)
  const phrases = phrasesIn(services.texts, reading.language)
  const stored = rows.map(entryOf)
  const readable = await readableTraces(
    reading,
    stored.flatMap(({ traces }) => traces),
    phrases.say('joint'),
  )
  const entries = stored.map((each) => {
    const entry = { ...each, traces: each.traces.map((trace) => readable.get(trace) ?? trace) }
    const call = commands.get(entry.path) ?? services.calls.find(entry.method, entry.path)
    return { entry, call, about: call === null ? null : aboutOf(call, entry) }
  })
  const traced = rowsToLookUp(
    records,
    entries.flatMap(({ entry }) => entry.traces),
  )
  const lookups = await loadLookups(records, reading, { ...traced.fields, who: { kind: 'person' } }, [
    ...traced.rows,
    ...entries.map(({ entry }): FormData => ({ who: entry.userId })),
  ])
  const wanted = new Map<string, Set<string>>()
  for (const { about } of entries) {
    if (!about?.of) continue
    const keys = wanted.get(about.of) ?? new Set()
    wanted.set(about.of, keys)
    for (const key of about.keys) keys.add(key)
  }
  const names = new Map<string, Names>()
  for (const [of, keys] of wanted) names.set(of, await namesOf(services, reading, of, [...keys]))
  const nameOf: SentenceInput['nameOf'] = (of, key) => names.get(of)?.get(key)
  const words = permissionWords(services, phrases)
  return entries.map(({ entry, call, about }) =>
    sentenceOf({
      records,
      phrases,
      lookups,
      entry,
      call,
      about: about ?? { of: null, keys: [], literal: [] },
      nameOf,
      permissionWords: words,
    }),
  )
}

/** What the page of the operation log asks. */
export const operationSentencesService = (services: () => Services): ServiceProvision =>
  provideService(operationSentences, ({ db }) => ({
    of: (rows, language) => sentencesOf(services(), { db, language }, rows),
  }))
