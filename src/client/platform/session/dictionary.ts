import type { Dictionary } from '#machines/session/session.ts'
import type { Language } from '#src/define/messages.ts'

/** One entry of a dictionary, ready to use. */
export interface DictionaryEntry {
  /** The code: type 1 is a number, type 6 a boolean (specification §3). */
  readonly value: string | number | boolean
  readonly label: string
  /** `info`, `success`, `warning`, `error`, `primary` or null. */
  readonly color: string | null
  /** False: shown where it stands, no longer offered (SYS-53). */
  readonly isOffered: boolean
  /** Chosen in new forms. */
  readonly isDefault: boolean
}

/** What was worked out: every cell of a list asks for the same few dictionaries. */
const known = new WeakMap<readonly Dictionary[], Map<string, readonly DictionaryEntry[]>>()

/** Entries of one dictionary with their values converted and labels in the reader's language; empty when unknown. The same list for the same question. */
export function entriesOf(
  dictionaries: readonly Dictionary[],
  key: string,
  language: Language,
): readonly DictionaryEntry[] {
  const worded = known.get(dictionaries) ?? new Map<string, readonly DictionaryEntry[]>()
  known.set(dictionaries, worded)
  const name = `${language} ${key}`
  const entries = worded.get(name) ?? workedOut(dictionaries, key, language)
  worded.set(name, entries)
  return entries
}

function workedOut(dictionaries: readonly Dictionary[], key: string, language: Language): readonly DictionaryEntry[] {
  const found = dictionaries.find((dictionary) => dictionary.value === key)
  return (found?.children ?? []).map(({ type, value, label, labelEn, color, status, isDefault }) => ({
    value: type === 1 ? Number(value) : type === 6 ? value === 'true' : value,
    label: language === 'en' && labelEn !== '' ? labelEn : label,
    color: color === '' ? null : color,
    isOffered: status !== false,
    isDefault: isDefault === true,
  }))
}

/** The entry of a code, whatever its type; undefined when the dictionary does not know it. */
export function entryOf(entries: readonly DictionaryEntry[], value: unknown): DictionaryEntry | undefined {
  return entries.find((entry) => String(entry.value) === String(value))
}
