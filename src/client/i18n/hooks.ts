import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#src/define/messages.ts'
import { type Plural, plural, type Translate, t, texts } from './i18n.ts'
import { languageOf } from './language.ts'

/** The language in use; the component is drawn again when it or the catalogues change. */
export function useLanguage(): Language {
  const { i18n } = useTranslation(undefined, { i18n: texts })
  return languageOf(i18n.language)
}

/** Translates keys and draws the component again when the language or the catalogues change. */
export function useT(): Translate {
  const language = useLanguage()
  // A new identity per language, so that memoised parts notice the switch.
  return useMemo<Translate>(() => translateIn(language), [language])
}

/** Words a number of things by the rules of the language in use. */
export function usePlural(): Plural {
  const language = useLanguage()
  return useMemo<Plural>(() => (key, count, params) => plural(key, count, params, language), [language])
}

const translateIn =
  (_language: Language): Translate =>
  (key, params) =>
    t(key, params)
