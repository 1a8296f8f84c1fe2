import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const keeper = ['sealKeeper'] as const
const readers = ['sealKeeper', 'divisionLeader', 'bureauLeader', 'auditor'] as const

/** Who may do what by the shipped catalogue (§0.5). The imprint is a keeper's to see. */
export const sealPermissions = [
  {
    resource: 'seal',
    actions: { Search: readers, Retrieve: readers, Create: keeper, Update: keeper, Delete: keeper, Correct: keeper },
  },
  {
    resource: 'useSeal',
    actions: {
      Create: ['staff'],
      Register: ['sealKeeper', 'divisionLeader', 'bureauLeader', 'auditor'],
      Export: ['sealKeeper'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const sealDictionaries = {
  sealDocType: ['contract', 'letter', 'certificate', 'report', 'statement', 'other'],
} as const

declare module '#src/define/names.ts' {
  interface PermissionNames {
    seal: PermissionsIn<typeof sealPermissions>
  }

  interface DictionaryNames {
    seal: keyof typeof sealDictionaries
  }

  interface RecordNames {
    seal: 'seal' | 'sealUse' | 'sealEntry'
  }
}
