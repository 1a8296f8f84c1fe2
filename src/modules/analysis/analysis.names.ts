import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const leaders = ['divisionLeader', 'bureauLeader', 'financeLeader', 'auditor'] as const

/** Who may do what by the shipped catalogue. */
export const analysisPermissions = [
  {
    resource: 'budgetAnalysis',
    actions: {
      Search: ['deptLeader', 'financeOfficer', ...leaders],
      Export: ['financeLeader', 'auditor'],
      Warn: ['financeLeader'],
    },
  },
  {
    resource: 'financeAnalysis',
    actions: {
      Search: leaders,
      Export: ['financeLeader', 'auditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const analysisDictionaries = {
  anomalyKind: ['sameSeller', 'roundAmount', 'split', 'weekend', 'late'],
  anomalyState: ['open', 'reviewed'],
} as const

/** In which colour their states are seen. */
export const analysisColors = {
  anomalyState: { open: 'warning', reviewed: 'success' },
} as const satisfies EntryColors<typeof analysisDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    analysis: PermissionsIn<typeof analysisPermissions>
  }

  interface DictionaryNames {
    analysis: keyof typeof analysisDictionaries
  }

  interface RecordNames {
    analysis: 'anomaly'
  }
}
