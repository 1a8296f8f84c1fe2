import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who may do what by the shipped catalogue (§0.5): the canteen that serves and the office that settles read the register. */
export const receptionPermissions = [
  {
    resource: 'officialReception',
    actions: {
      Create: ['staff'],
      Register: ['canteenManager', 'logisticsOfficer', 'financeOfficer', 'divisionLeader', 'bureauLeader', 'auditor'],
      Export: ['canteenManager', 'logisticsOfficer', 'financeOfficer'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const receptionDictionaries = { receptionPlace: ['canteen', 'external'] } as const

declare module '#src/define/names.ts' {
  interface PermissionNames {
    reception: PermissionsIn<typeof receptionPermissions>
  }

  interface DictionaryNames {
    reception: keyof typeof receptionDictionaries
  }

  interface RecordNames {
    reception: 'reception'
  }

  interface SettingNames {
    reception: 'reception.cityCode'
  }
}
