export { useLanguage, usePlural, useT } from './hooks.ts'
export {
  addTexts,
  currentLanguage,
  followLanguage,
  hasText,
  needTexts,
  onLanguage,
  type Params,
  type Plural,
  plural,
  problemText,
  setLanguage,
  type Translate,
  t,
  textOf,
  textsHere,
} from './i18n.ts'
export type { PluralKey, TextKey, Under } from './keys.ts'
export { type LanguageTag, tagOf } from './language.ts'
