import { useMemo, useSyncExternalStore } from 'react'
import type { Language } from '#src/define/messages.ts'
import { currentLanguage, onTexts, type Plural, plural, type Translate, t, textEdition } from './i18n.ts'

/** The language in use; the component is drawn again when it or the catalogues change. */
export function useLanguage(): Language {
  useSyncExternalStore(onTexts, textEdition, textEdition)
  return currentLanguage()
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
  return useMemo<Plural>(() => pluralIn(language), [language])
}

const translateIn =
  (_language: Language): Translate =>
  (key, params) =>
    t(key, params)

const pluralIn =
  (_language: Language): Plural =>
  (key, count, params) =>
    plural(key, count, params)
