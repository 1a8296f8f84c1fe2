import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who may do what by the shipped catalogue. */
export const leavePermissions = [
  {
    resource: 'leaveApproval',
    actions: {
      Create: ['staff'],
      Register: ['hrOfficer', 'divisionLeader', 'bureauLeader', 'auditor'],
      Away: ['hrOfficer', 'deptLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
      Quota: ['hrOfficer', 'auditor'],
      Adjust: ['hrOfficer'],
      Export: ['hrOfficer', 'auditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const leaveDictionaries = { dayHalf: ['am', 'pm'] } as const

declare module '#src/define/names.ts' {
  interface PermissionNames {
    leave: PermissionsIn<typeof leavePermissions>
  }

  interface DictionaryNames {
    leave: keyof typeof leaveDictionaries
  }

  interface RecordNames {
    leave: 'leaveQuota' | 'leaveRecord' | 'compensationEarned'
  }

  interface SettingNames {
    leave: 'leave.annual' | 'leave.personal' | 'leave.homeVisit' | 'leave.backdateDays'
  }
}
