import type { Language, MessageTree } from '#src/define/messages.ts'
import type { PageDefinition, PersonalTabDefinition } from '#src/define/module.ts'
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
}
