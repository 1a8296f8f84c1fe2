import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const confirmers = [
  'financeLeader',
  'deptLeader',
  'divisionLeader',
  'bureauLeader',
  'securityAdmin',
  'auditor',
] as const

/** Who may do what by the shipped catalogue. */
export const workflowsPermissions = [
  {
    // Who may confirm a change is decided by the change: these are the roles that can be asked at all.
    resource: 'proposal',
    actions: { Search: [...confirmers, 'sysAdmin'], Confirm: confirmers },
  },
  {
    resource: 'ticketIncident',
    actions: { Search: ['sysAdmin', 'auditor'], Retrieve: ['sysAdmin', 'auditor'], Close: ['sysAdmin'] },
  },
  {
    resource: 'workflowPolicy',
    actions: {
      Search: ['sysAdmin', 'auditor'],
      Retrieve: ['sysAdmin', 'auditor'],
      Create: ['sysAdmin'],
      Update: ['sysAdmin'],
      Delete: ['sysAdmin'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const workflowsDictionaries = {
  incidentSource: ['replay', 'commit', 'nobody'],
  incidentState: ['open', 'closed'],
  policyRule: ['approvals', 'passes', 'atMost', 'never', 'before'],
  policyTrait: ['autoPass', 'skipEmpty', 'transfer', 'unsigned'],
  policyStates: ['key', 'role', 'kind'],
  policyOperator: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'empty', 'notEmpty'],
} as const

/** In which colour their states are seen. */
export const workflowsColors = {
  incidentState: { open: 'error', closed: 'success' },
} as const satisfies EntryColors<typeof workflowsDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    workflows: PermissionsIn<typeof workflowsPermissions>
  }

  interface DictionaryNames {
    workflows: keyof typeof workflowsDictionaries
  }

  interface RecordNames {
    workflows: 'workflowPolicy' | 'ticketIncident' | 'ticketReplayReport'
  }
}
