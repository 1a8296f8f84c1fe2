export { useLanguage, useT } from './hooks.ts'
export {
  addMessages,
  addModuleMessages,
  currentLanguage,
  hasText,
  onLanguage,
  type Params,
  problemText,
  setLanguage,
  type Translate,
  t,
} from './i18n.ts'
export { type LanguageTag, tagOf } from './language.ts'
