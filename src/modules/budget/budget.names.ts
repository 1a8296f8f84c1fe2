import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who may do what by the shipped catalogue. */
export const budgetPermissions = [
  {
    resource: 'fundPlan',
    actions: {
      Search: ['deptLeader', 'financeOfficer', 'financeLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
      Retrieve: ['deptLeader', 'financeOfficer', 'financeLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
      Create: ['deptLeader'],
      Update: ['deptLeader'],
      Delete: ['deptLeader'],
      Submit: ['deptLeader'],
      Review: ['financeOfficer', 'financeLeader'],
      Close: ['financeOfficer', 'financeLeader'],
      Export: ['deptLeader', 'financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'yearPlan',
    actions: {
      Search: ['deptLeader', 'financeOfficer', 'financeLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
      Retrieve: ['deptLeader', 'financeOfficer', 'financeLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
      Create: ['deptLeader'],
      Update: ['deptLeader'],
      Delete: ['deptLeader'],
      Submit: ['deptLeader'],
      Import: ['deptLeader'],
      Export: ['deptLeader', 'financeOfficer', 'financeLeader', 'auditor'],
      Review: ['financeOfficer', 'financeLeader'],
      Publish: ['financeLeader'],
      Reopen: ['financeLeader'],
    },
  },
  {
    resource: 'budgetLine',
    actions: {
      Search: ['financeOfficer', 'financeLeader', 'deptLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
      Retrieve: ['financeOfficer', 'financeLeader', 'deptLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
      Adjust: ['financeLeader'],
      Transfer: ['financeLeader'],
      Lock: ['financeLeader'],
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const budgetDictionaries = {
  budgetScope: ['own', 'shared'],
  fundPeriod: ['month', 'quarter'],
  budgetLineState: ['active', 'locked'],
  commitmentKind: ['preApproval', 'travel'],
} as const

/** In which colour their states are seen. */
export const budgetColors = {
  budgetLineState: { active: 'success', locked: 'warning' },
} as const satisfies EntryColors<typeof budgetDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    budget: PermissionsIn<typeof budgetPermissions>
  }

  interface DictionaryNames {
    budget: keyof typeof budgetDictionaries
  }

  interface RecordNames {
    budget: 'fundPlan' | 'budgetLine' | 'budgetEntry' | 'yearPlan' | 'budgetAdjust' | 'budgetYear' | 'commitment'
  }

  interface SettingNames {
    budget: 'fundPlan.quota'
  }
}
