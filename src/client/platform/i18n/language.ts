import { readPreference, writePreference } from '#src/client/platform/preference.ts'
import { type Language, languages } from '#src/define/messages.ts'

/** The name under which browsers keep the choice. */
export const LANGUAGE = 'language'

/** The language as HTTP headers, the `lang` attribute and i18next know it. */
export type LanguageTag = 'zh-Hans' | 'en'

/** `zhHans` -> `zh-Hans`: i18next and HTTP want the tag. */
export function tagOf(language: Language): LanguageTag {
  return language === 'zhHans' ? 'zh-Hans' : 'en'
}

/** The language behind a tag; anything unknown is the product's default. */
export function languageOf(tag: string): Language {
  return tag === 'en' ? 'en' : 'zhHans'
}

/** The language kept by this browser, else the default `zhHans`. */
export function storedLanguage(): Language {
  const stored = readPreference(LANGUAGE)
  return languages.find((language) => language === stored) ?? 'zhHans'
}

/** Keeps the person's choice for the next visit. */
export function storeLanguage(language: Language): void {
  writePreference(LANGUAGE, language)
}
