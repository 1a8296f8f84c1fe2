/** The texts sentences are put together from, in one language. */
import { fillText, type Language } from '#src/define/messages.ts'
import type { sentenceMessages } from '#src/define/operations/sentence.messages.ts'
import type { Texts } from '#src/server/texts.ts'

type Tree = (typeof sentenceMessages)['zhHans']['operation']
type PhraseKey = Exclude<keyof Tree, 'reasons' | 'fields'> | `reasons.${keyof Tree['reasons'] & string}`

/** Longest value a sentence shows. */
const MAX_VALUE = 40
/** Things a sentence names one by one. */
const MAX_NAMED = 3

/** Says a phrase of the sentences in one language. */
export interface Phrases {
  readonly isEnglish: boolean
  say(key: PhraseKey, ...values: readonly (string | number)[]): string
  /** The text of any key; null when there is none. */
  find(key: string): string | null
  /** Names in quotation marks: the first few of many, and how many there are. */
  list(names: readonly string[], total?: number): string
  /** A value cut to what a sentence has room for. */
  short(value: string): string
}

export function phrasesIn(texts: Texts, language: Language): Phrases {
  const say: Phrases['say'] = (key, ...values) => fillText(texts.find(language, `operation.${key}`) ?? '', values)
  const short = (value: string): string => {
    const line = value.replace(/\s+/g, ' ').trim()
    return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line
  }
  return {
    isEnglish: language === 'en',
    say,
    short,
    find: (key) => texts.find(language, key),
    list(names, total = names.length) {
      const shown = names.slice(0, MAX_NAMED).map((name) => say('quoted', short(name)))
      const joined = shown.join(say('joint'))
      return total > shown.length ? say('more', joined, total) : joined
    },
  }
}

/** `{created|create}`: the first of what was done, the second of what was tried. */
export const inForm = (text: string, isDone: boolean): string =>
  text.replace(/\{([^{}|]*)\|([^{}|]*)\}/g, (_, done: string, tried: string) => (isDone ? done : tried))
