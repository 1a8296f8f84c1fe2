import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** The example table is for administrators and developers (10.7). */
export const examplesPermissions = [
  {
    resource: 'dataTableDemo',
    actions: { Search: ['sysAdmin'], Update: ['sysAdmin'], Export: ['sysAdmin'] },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const examplesDictionaries = { demoState: ['draft', 'active', 'paused', 'done'] } as const

/** In which colour the states are seen. */
export const examplesColors = {
  demoState: { active: 'info', paused: 'warning', done: 'success' },
} as const satisfies EntryColors<typeof examplesDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    examples: PermissionsIn<typeof examplesPermissions>
  }

  interface DictionaryNames {
    examples: keyof typeof examplesDictionaries
  }

  interface RecordNames {
    examples: 'demoRow'
  }
}
