import { useCallback } from 'react'
import type { Department, MenuItem, StartUp, UserInfo } from '#machines/session/session.ts'
import { problemText, useLanguage } from '#src/client/platform/i18n/index.ts'
import type { Problem } from '#src/define/problem.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { sourceOf } from '#src/fields/walk.ts'
import { type DictionaryEntry, entriesOf, entryOf } from './dictionary.ts'
import { heldOf, type Need, satisfies } from './permission.ts'
import { useSession } from './useSession.ts'

/** The start-up data. Throws outside the signed-in pages, where it always is. */
export function useStartUp(): StartUp {
  const startUp = useSession((moment) => moment.context.startUp)
  if (startUp === null) throw new Error('start-up data used before sign-in')
  return startUp
}

export function useUser(): UserInfo {
  return useStartUp().user
}
export function useMenus(): readonly MenuItem[] {
  return useStartUp().menus
}
export function useDepartments(): readonly Department[] {
  return useStartUp().departments
}

/** A public setting of §0.8, undefined when the server does not tell it. */
export function useSetting(key: string): unknown {
  return useStartUp().settings[key]
}

/** Whether the person holds what is needed. */
export function useMay(need: Need): boolean {
  return satisfies(heldOf(useStartUp().permissions), need)
}

/** Asks many permissions at once, e.g. to filter a list of actions. */
export function useMayCheck(): (need: Need) => boolean {
  const { permissions } = useStartUp()
  return useCallback((need) => satisfies(heldOf(permissions), need), [permissions])
}

/** The entries of a dictionary of file 05 in the reader's language. */
export function useDictionary(key: string): readonly DictionaryEntry[] {
  const { dictionaries } = useStartUp()
  return entriesOf(dictionaries, key, useLanguage())
}

/** Fills choices that have no value yet with the default entry of their dictionary, for new forms (60.5). */
export function useDefaultChoices(): (fields: Fields, values: FormData) => FormData {
  const { dictionaries } = useStartUp()
  return useCallback(
    (fields, values) => ({
      ...values,
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) => {
          const source = sourceOf(field)
          if (source?.to !== 'entry' || (values[name] ?? null) !== null) return []
          const entries = dictionaries.find((dictionary) => dictionary.value === source.dictionary)?.children ?? []
          const chosen = entries.find((entry) => entry.isDefault === true && entry.status !== false)
          return chosen && (source.only === undefined || source.only.includes(chosen.value))
            ? [[name, chosen.value]]
            : []
        }),
      ),
    }),
    [dictionaries],
  )
}

/** Words any code of any dictionary; the code itself when unknown. */
export function useDictionaryLabel(): (dictionary: string, value: unknown) => string {
  const { dictionaries } = useStartUp()
  const language = useLanguage()
  return useCallback(
    (dictionary, value) => entryOf(entriesOf(dictionaries, dictionary, language), value)?.label ?? String(value ?? ''),
    [dictionaries, language],
  )
}

/** Words problems: checks, rules, error keys (00-overview §0.7). */
export function useProblemText(): (problem: Problem) => string {
  const label = useDictionaryLabel()
  return useCallback((problem) => problemText(problem, (param) => label(param.dictionary, param.value)), [label])
}
