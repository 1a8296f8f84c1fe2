import { keep, kept } from '#src/client/kept.ts'
import { type Language, languages } from '#src/define/messages.ts'

const KEY = 'language'

/** The language as HTTP headers, and the `lang` attribute know it. */
export type LanguageTag = 'zh-Hans' | 'en'

/** `zhHans` -> `zh-Hans`: HTTP and documents want the tag. */
export function tagOf(language: Language): LanguageTag {
  return language === 'zhHans' ? 'zh-Hans' : 'en'
}

/** The language kept by this browser, else the default `zhHans`. */
export function storedLanguage(): Language {
  const stored = kept(KEY)
  return languages.find((language) => language === stored) ?? 'zhHans'
}

/** Keeps the person's choice for the next visit. */
export function storeLanguage(language: Language): void {
  keep(KEY, language)
}
