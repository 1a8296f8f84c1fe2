import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const readers = [
  'deptLeader',
  'financeOfficer',
  'financeLeader',
  'logisticsOfficer',
  'divisionLeader',
  'bureauLeader',
  'auditor',
] as const

/** Who may do what by the shipped catalogue. */
export const projectsPermissions = [
  {
    resource: 'project',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: ['deptLeader'],
      Update: ['deptLeader'],
      Delete: ['deptLeader'],
      Import: ['deptLeader'],
      Submit: ['deptLeader'],
      Export: ['deptLeader', 'financeOfficer', 'financeLeader', 'auditor'],
      Review: ['financeOfficer', 'financeLeader', 'logisticsOfficer'],
      Include: ['financeLeader'],
      Remove: ['financeLeader'],
    },
  },
  {
    resource: 'projectExec',
    actions: {
      Search: readers,
      Retrieve: readers,
      Update: ['deptLeader'],
      Milestone: ['deptLeader'],
      Finish: ['deptLeader', 'financeLeader'],
      Export: ['deptLeader', 'financeOfficer', 'financeLeader', 'auditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const projectsDictionaries = {
  kpiKind: ['output', 'quality', 'time', 'cost', 'benefit'],
  projectLight: ['green', 'yellow', 'red'],
} as const

/** In which colour their states are seen. */
export const projectsColors = {
  projectLight: { green: 'success', yellow: 'warning', red: 'error' },
} as const satisfies EntryColors<typeof projectsDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    projects: PermissionsIn<typeof projectsPermissions>
  }

  interface DictionaryNames {
    projects: keyof typeof projectsDictionaries
  }

  interface RecordNames {
    projects: 'project' | 'projectReview' | 'projectRevision' | 'projectMilestone' | 'projectReport' | 'projectExec'
  }
}
