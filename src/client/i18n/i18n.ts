import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages, type Messages } from '#src/define/messages.ts'
import type { DictionaryParam, Problem } from '#src/define/problem.ts'
import { firstMessages } from './catalogue.ts'
import type { Family, Known, PluralKey, TextKey } from './keys.ts'
import { languageOf, storedLanguage, storeLanguage, tagOf } from './language.ts'

/** Values for `{0}`, `{1}` (array) or `{name}` (object). */
export type Params = readonly (string | number)[] | Readonly<Record<string, string | number>>

/** The text of a key. A key no catalogue has does not compile; parts of it may be unions (`layout.themes.${theme}`) or, in the families, data. */
export type Translate = <K extends TextKey | Family>(key: K & Known<K>, params?: Params) => string

/** The one i18next instance of the page. */
export const texts: i18n = createInstance()
void texts.use(initReactI18next).init({
  lng: tagOf(storedLanguage()),
  fallbackLng: 'zh-Hans',
  supportedLngs: ['zh-Hans', 'en'],
  load: 'currentOnly',
  resources: {},
  // Page titles stand under their paths, which hold colons.
  nsSeparator: false,
  initAsync: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false, skipOnVariables: true },
  react: { bindI18nStore: 'added', useSuspense: false },
})
addMessages(firstMessages)
markDocument(currentLanguage())

/** Adds catalogues under their keys: `addMessages({ login: messages })`. */
export function addMessages(catalogues: Readonly<Record<string, Messages>>): void {
  for (const [name, messages] of Object.entries(catalogues)) {
    for (const language of languages)
      texts.addResourceBundle(tagOf(language), 'translation', { [name]: messages[language] }, true, true)
  }
}

/** Adds the catalogues of the business modules, whose trees already begin with `records`, `applications`, `pages`, `rules` ... */
export function addModuleMessages(catalogues: readonly Messages[]): void {
  for (const messages of catalogues) {
    for (const language of languages)
      texts.addResourceBundle(tagOf(language), 'translation', messages[language], true, true)
  }
}

/** The language in use. */
export function currentLanguage(): Language {
  return languageOf(texts.language)
}

/** Switches the whole page without a reload. */
export async function setLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  await texts.changeLanguage(tagOf(language))
  markDocument(language)
}

/** Hears every switch of the language after the first. */
export function onLanguage(listener: () => void): void {
  texts.on('languageChanged', listener)
}

function markDocument(language: Language): void {
  if (typeof document === 'undefined') return
  document.documentElement.lang = tagOf(language)
}

/** The text of a key now; components use `useT`, which follows the language. */
export const t: Translate = textOf

/** The text of a key that is data (an error key the server sent, a label in a ticket's figures); the key itself when no catalogue has it. */
export function textOf(key: string, params?: Params): string {
  return texts.t(key, values(params))
}

/** The text of a number of things: the catalogue has it once for each of the language's forms, `{ one, other }`, with `{count}`. */
export type Plural = (key: PluralKey, count: number, params?: Readonly<Record<string, string | number>>) => string

export function plural(
  key: PluralKey,
  count: number,
  params: Readonly<Record<string, string | number>> = {},
  language: Language = currentLanguage(),
): string {
  const form = new Intl.PluralRules(tagOf(language)).select(count)
  return textOf(`${key}.${form}`, { ...params, count: new Intl.NumberFormat(tagOf(language)).format(count) })
}

/** Whether any catalogue has the key. */
export function hasText(key: string): boolean {
  return texts.exists(key)
}

/** The sentence for a problem: its key as it stands (`check.required`), a rule (`rules.`) or an error key (`errors.`). `label` words the dictionary entries among its values. */
export function problemText(problem: Problem, label: (param: DictionaryParam) => string): string {
  const key = [problem.key, `errors.${problem.key}`, `rules.${problem.key}`].find(hasText)
  return textOf(
    key ?? problem.key,
    problem.params?.map((param) => (typeof param === 'object' ? label(param) : param)),
  )
}

function values(params: Params | undefined): Record<string, string | number> {
  return params === undefined
    ? {}
    : Array.isArray(params)
      ? Object.fromEntries(params.entries())
      : { ...(params as Readonly<Record<string, string | number>>) }
}
