import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who may do what by the shipped catalogue. */
export const affairsPermissions = [
  {
    resource: 'otherBusiness',
    actions: {
      Create: ['staff'],
      Register: ['logisticsOfficer', 'divisionLeader', 'bureauLeader', 'auditor'],
      Export: ['logisticsOfficer', 'auditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const affairsDictionaries = {
  otherBusinessType: ['IT', 'property', 'venue', 'visitor', 'suggestion', 'feedback'],
} as const

declare module '#src/define/names.ts' {
  interface PermissionNames {
    affairs: PermissionsIn<typeof affairsPermissions>
  }

  interface DictionaryNames {
    affairs: keyof typeof affairsDictionaries
  }
}
