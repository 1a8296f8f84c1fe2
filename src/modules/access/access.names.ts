import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const keepers = ['logisticsOfficer', 'canteenManager'] as const

/** Who may do what by the shipped catalogue (§0.5). Anyone who holds `accessVisit:Create` is the guard at the gate. */
export const accessPermissions = [
  {
    resource: 'accessControlDining',
    actions: {
      Create: ['staff'],
      Register: [...keepers, 'divisionLeader', 'bureauLeader', 'auditor'],
      Export: keepers,
      Revoke: ['logisticsOfficer'],
      Reveal: ['logisticsOfficer'],
    },
  },
  {
    resource: 'accessVisit',
    actions: { Create: ['logisticsOfficer'] },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const accessDictionaries = {
  accessApplyKind: ['new', 'extend'],
  accessIdType: ['idCard', 'passport', 'other'],
  accessVisitorType: ['visitor', 'seconded', 'contractor', 'trainee'],
  accessArea: ['building', 'garage', 'canteen', 'gym'],
  accessPayer: ['self', 'hostDept'],
  accessMethod: ['scan', 'typed', 'list'],
} as const

export type Area = (typeof accessDictionaries.accessArea)[number]

declare module '#src/define/names.ts' {
  interface PermissionNames {
    access: PermissionsIn<typeof accessPermissions>
  }

  interface DictionaryNames {
    access: keyof typeof accessDictionaries
  }

  interface RecordNames {
    access: 'accessGrant' | 'accessVisit'
  }

  interface SettingNames {
    access: 'access.leaveBy'
  }
}
