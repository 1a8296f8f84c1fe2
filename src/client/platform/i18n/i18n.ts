import { createInstance, type i18n } from 'i18next'
import type { TextSource } from '#src/client/platform/parts/kinds.ts'
import { type Language, languages, type Messages } from '#src/define/messages.ts'
import { moneyText } from '#src/define/money.ts'
import type { DictionaryParam, Problem } from '#src/define/problem.ts'
import type { Family, KnownKey, PluralKey, TextKey } from './keys.ts'
import { LANGUAGE, languageOf, storedLanguage, storeLanguage, tagOf } from './language.ts'

/** Values for `{0}`, `{1}` (array) or `{name}` (object). */
export type Params = readonly (string | number)[] | Readonly<Record<string, string | number>>

/** The text of a key. A key no catalogue has does not compile; parts of it may be unions (`layout.themes.${theme}`) or, in the families, data. */
export type Translate = <K extends TextKey | Family>(key: K & KnownKey<K>, params?: Params) => string

/** The one i18next instance of the page. */
const texts: i18n = createInstance()
void texts.init({
  lng: tagOf(storedLanguage()),
  fallbackLng: false,
  supportedLngs: ['zh-Hans', 'en'],
  load: 'currentOnly',
  resources: {},
  // Page titles stand under their paths, which hold colons.
  nsSeparator: false,
  initAsync: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false, skipOnVariables: true },
})
// `{0, money}` in a text: the amount grouped and with two places.
texts.services.formatter?.add('money', (value: string | number) => moneyText(value))
/** The language that was chosen last; its texts may still be on their way. */
let wantedLanguage: Language = storedLanguage()
/** Counts what changes the texts on the screen: another language, or words that were asked for before they were here. */
let edition = 0
/** Keys that were asked for in vain. */
const missed = new Set<string>()
const listeners = new Set<() => void>()
markDocument()

/** What was asked for, and the languages in which it is here: the other language of a text is loaded when somebody speaks it. */
const needed = new Map<TextSource, Map<Language, Promise<void>>>()

/** Loads texts in the language in use, and from then on in every language that is switched to. */
export async function needTexts(source: TextSource): Promise<void> {
  if (!needed.has(source)) needed.set(source, new Map())
  await load(source, wantedLanguage)
}

/** Resolves when everything that was asked for is here, or cannot be had. */
export async function textsHere(): Promise<void> {
  await Promise.allSettled([...needed.values()].flatMap((languages) => [...languages.values()]))
}

function load(source: TextSource, language: Language): Promise<void> {
  const before = needed.get(source)?.get(language)
  if (before !== undefined) return before
  const loading = source[language]().then(({ default: tree }) => {
    texts.addResourceBundle(tagOf(language), 'translation', tree, true, true)
    // What nobody has looked for yet stands on no screen: a page full of rows is not drawn again for it.
    if ([...missed].some((key) => texts.exists(key))) changed()
  })
  needed.get(source)?.set(language, loading)
  // What failed is asked for again the next time.
  loading.catch(() => needed.get(source)?.delete(language))
  return loading
}

/** Adds texts the server has, in all languages: trees that begin with `records`, `applications` ... */
export function addTexts(catalogues: readonly Messages[]): void {
  for (const messages of catalogues)
    for (const one of languages) texts.addResourceBundle(tagOf(one), 'translation', messages[one], true, true)
  changed()
}

function changed(): void {
  missed.clear()
  edition += 1
  for (const listener of listeners) listener()
}

/** Hears every change of the texts; the answer ends that. */
export function onTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Another number after every change of the texts. */
export function textEdition(): number {
  return edition
}

/** The language in use. */
export function currentLanguage(): Language {
  return languageOf(texts.language)
}

/** Switches the whole page without a reload, here and in the other tabs, once the texts of that language are here; rejects where they cannot be had. */
export async function setLanguage(language: Language): Promise<void> {
  await speak(language)
  storeLanguage(wantedLanguage)
}

/** Speaks what another tab has chosen. */
export function followLanguage(): void {
  addEventListener('storage', ({ key }) => {
    if ((key === null || key === LANGUAGE) && storedLanguage() !== wantedLanguage) void speak(storedLanguage())
  })
}

async function speak(language: Language): Promise<void> {
  wantedLanguage = language
  try {
    await Promise.all([...needed.keys()].map((source) => load(source, language)))
  } catch (error) {
    if (wantedLanguage === language) wantedLanguage = currentLanguage()
    throw error
  }
  // Whoever switched again meanwhile has the last word.
  if (wantedLanguage !== language) return
  await texts.changeLanguage(tagOf(language))
  markDocument()
  changed()
}

/** Hears every switch of the language after the first. */
export function onLanguage(listener: () => void): void {
  texts.on('languageChanged', listener)
}

function markDocument(): void {
  if (typeof document === 'undefined') return
  document.documentElement.lang = tagOf(currentLanguage())
}

/** The text of a key now; components use `useT`, which follows the language. */
export const t: Translate = textOf

/** The text of a key that is data (an error key the server sent, a label in a ticket's figures); the key itself when no catalogue has it, and nothing where the text was left empty. */
export function textOf(key: string, params?: Params): string {
  const text = texts.t(key, values(params))
  if (text !== key) return text
  // i18next answers the key for an empty text too.
  if (texts.exists(key)) return ''
  missed.add(key)
  return text
}

/** The text of a number of things: the catalogue has it once for each of the language's forms, `{ one, other }`, with `{count}`. */
export type Plural = (key: PluralKey, count: number, params?: Readonly<Record<string, string | number>>) => string

export const plural: Plural = (key, count, params = {}) => {
  const tag = tagOf(currentLanguage())
  const form = new Intl.PluralRules(tag).select(count)
  return textOf(`${key}.${form}`, { ...params, count: new Intl.NumberFormat(tag).format(count) })
}

/** Whether any catalogue has the key. */
export function hasText(key: string): boolean {
  const isHere = texts.exists(key)
  if (!isHere) missed.add(key)
  return isHere
}

/** The sentence for a problem: its key as it stands (`check.required`), a rule (`rules.`) or an error key (`errors.`). `label` words the dictionary entries among its values. */
export function problemText(problem: Problem, label: (param: DictionaryParam) => string): string {
  const key = [problem.key, `errors.${problem.key}`, `rules.${problem.key}`].find(hasText)
  return textOf(
    key ?? problem.key,
    problem.params?.map((param) =>
      typeof param !== 'object' ? param : 'dictionary' in param ? label(param) : param[currentLanguage()],
    ),
  )
}

function values(params: Params | undefined): Record<string, string | number> {
  return params === undefined
    ? {}
    : Array.isArray(params)
      ? Object.fromEntries(params.entries())
      : { ...(params as Readonly<Record<string, string | number>>) }
}
