import type { Language, Messages, MessageTree } from '#src/define/messages.ts'
import { fillText, languages } from '#src/define/messages.ts'
import type { Problem, ProblemParam, Problems } from '#src/define/problem.ts'
import type { Dictionaries } from './settings/dictionaries.ts'
import type { DesignedTypes } from './tickets/versions/designed.ts'

/** The texts the server says, in both languages. */
export interface Texts {
  /** The text of a problem; a key without a text is answered with the key itself, which a test forbids. */
  say(language: Language, problem: Problem): string
  /** `errors` of a 4000: texts by field path. */
  sayAll(language: Language, problems: Problems): Record<string, string[]>
  /** The values of a text as they are shown. */
  values(language: Language, params: readonly ProblemParam[]): (string | number)[]
  /** One value as it is shown: the label of a dictionary entry, a text in the reader's language. */
  value(language: Language, param: ProblemParam): string
  /** The text of a key, or null when there is none. */
  find(language: Language, key: string): string | null
}

function flatten(tree: MessageTree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'string') into.set(path, value)
    else flatten(value, path, into)
  }
}

/** Merges catalogues; later ones do not replace texts of earlier ones, so the frame's error texts are the same everywhere. What administrators wrote comes before all of them. */
export function createTexts(
  catalogues: readonly Messages[],
  dictionaries: Pick<Dictionaries, 'label'>,
  designed?: Pick<DesignedTypes, 'text'>,
): Texts {
  const texts = new Map<Language, Map<string, string>>()
  for (const language of languages) {
    const merged = new Map<string, string>()
    for (const catalogue of [...catalogues].reverse()) flatten(catalogue[language], '', merged)
    texts.set(language, merged)
  }
  // Rules and error texts of modules stand under `rules.`.
  const find = (language: Language, key: string): string | null =>
    designed?.text(language, key) ?? texts.get(language)?.get(key) ?? texts.get(language)?.get(`rules.${key}`) ?? null
  const show = (language: Language, param: ProblemParam): string | number =>
    typeof param !== 'object'
      ? param
      : 'dictionary' in param
        ? dictionaries.label(language, param.dictionary, param.value)
        : param[language]
  const values = (language: Language, params: readonly ProblemParam[]) => params.map((param) => show(language, param))
  const say = (language: Language, problem: Problem): string => {
    const shown = values(language, problem.params ?? [])
    return fillText(find(language, problem.key) ?? problem.key, shown)
  }
  return {
    find,
    say,
    values,
    value: (language, param) => String(show(language, param)),
    sayAll: (language, problems) =>
      Object.fromEntries(
        Object.entries(problems).map(([field, list]) => [field, list.map((problem) => say(language, problem))]),
      ),
  }
}
