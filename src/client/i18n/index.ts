export { useLanguage, useT } from './hooks.ts'
export { type Params, type Translate, addMessages, addModuleMessages, currentLanguage, hasText, problemText, setLanguage, t } from './i18n.ts'
export { type LanguageTag, tagOf } from './language.ts'
