export { type DictionaryEntry, entryOf } from './dictionary.ts'
export {
  useDefaultChoices,
  useDepartments,
  useDictionary,
  useDictionaryLabel,
  useMay,
  useMayCheck,
  useMenus,
  useProblemText,
  useSetting,
  useStartUp,
  useUser,
} from './hooks.ts'
export type { Need } from './permission.ts'
export { chooseLockSeconds, session, startSession } from './session.ts'
export { restoreDefaults } from './storage.ts'
export { dropUnsaved, onUnsaved, tellUnsaved, unsavedForms, unsavedOf } from './unsaved.ts'
export { useSession } from './useSession.ts'
