import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const keeper = ['sealKeeper'] as const

/** Who may do what by the shipped catalogue (§0.5). The imprint is a keeper's to see, so nobody else reads the seals themselves. */
export const sealPermissions = [
  {
    resource: 'seal',
    actions: { Search: keeper, Retrieve: keeper, Create: keeper, Update: keeper, Delete: keeper, Correct: keeper },
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
