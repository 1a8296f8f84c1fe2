import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const officer = ['procurementOfficer'] as const
const readers = ['procurementOfficer', 'logisticsOfficer', 'divisionLeader', 'bureauLeader', 'auditor'] as const

/** Who may do what by the shipped catalogue. */
export const procurementPermissions = [
  {
    resource: 'vendor',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: officer,
      Update: officer,
      Delete: officer,
      Export: officer,
      Import: officer,
      Blacklist: officer,
    },
  },
] as const satisfies readonly PermissionGrant[]

declare module '#src/define/names.ts' {
  interface PermissionNames {
    procurement: PermissionsIn<typeof procurementPermissions>
  }

  interface RecordNames {
    procurement: 'vendor'
  }
}
