import type { BilingualName } from '#src/define/bilingual.ts'
import type { Language, MessageTree } from '#src/define/messages.ts'
import type { ComingPage, PageDefinition, PersonalTabDefinition } from '#src/define/module.ts'
import type { Permission } from '#src/define/names.ts'

/** Texts that are loaded together, in one language at a time. */
export type TextSource = Readonly<Record<Language, () => Promise<{ readonly default: MessageTree }>>>

/** What is known of every module before any is loaded. */
export interface PartsIndex {
  readonly pages: readonly (Pick<PageDefinition, 'path' | 'shell'> & { readonly module: string })[]
  readonly personalTabs: readonly (PersonalTabDefinition & { readonly module: string })[]
  readonly records: Readonly<
    Record<
      string,
      { readonly module: string; readonly path: string; readonly search: Permission; readonly retrieve?: Permission }
    >
  >
  readonly applications: Readonly<Record<string, { readonly module: string; readonly route: string }>>
  /** Routes without a page yet (D13): who will have it, and the module that has its words. */
  readonly comingPages: readonly (Omit<ComingPage, 'path'> & {
    readonly path: string
    readonly module: string
    /** Of the navigation, under which it will stand. */
    readonly catalogue: BilingualName
  })[]
}
