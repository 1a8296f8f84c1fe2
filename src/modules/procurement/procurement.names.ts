import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const officer = ['procurementOfficer'] as const
const readers = ['procurementOfficer', 'logisticsOfficer', 'divisionLeader', 'bureauLeader', 'auditor'] as const

const overseers = ['procurementOfficer', 'divisionLeader', 'bureauLeader', 'auditor'] as const

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
  {
    resource: 'intention',
    actions: {
      Search: overseers,
      Retrieve: overseers,
      Update: officer,
      Publish: officer,
      Revoke: officer,
      Convert: officer,
      Export: officer,
    },
  },
  {
    resource: 'intentionOpen',
    actions: { Create: officer, Register: overseers, Export: officer },
  },
  {
    resource: 'comparison',
    actions: { Create: ['staff'], Register: overseers, Export: officer },
  },
  {
    resource: 'bulkProject',
    actions: { Create: officer, Register: overseers, Export: officer },
  },
  {
    resource: 'selection',
    actions: {
      Search: overseers,
      Retrieve: overseers,
      Create: officer,
      Update: officer,
      Delete: officer,
      Export: officer,
      Invite: officer,
      OpenQuotes: officer,
      Award: officer,
      Abort: officer,
    },
  },
  {
    resource: 'purchase',
    actions: {
      Search: overseers,
      Retrieve: overseers,
      Create: officer,
      Update: officer,
      Delete: officer,
      Export: officer,
      Contract: officer,
      Deliver: officer,
      Accept: officer,
      Payment: officer,
      Terminate: officer,
      Archive: officer,
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const procurementDictionaries = {
  purchaseLight: ['green', 'yellow', 'red'],
  acceptanceResult: ['pass', 'partial', 'fail'],
  selectionScoring: ['lowest', 'weighted'],
  replacementCause: ['ill', 'conflict', 'other'],
  bulkCategory: ['desktop', 'laptop', 'printer', 'aircon', 'copyPaper', 'furniture'],
} as const

/** In which colour their states are seen. */
export const procurementColors = {
  purchaseLight: { green: 'success', yellow: 'warning', red: 'error' },
  acceptanceResult: { pass: 'success', partial: 'warning', fail: 'error' },
} as const satisfies EntryColors<typeof procurementDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    procurement: PermissionsIn<typeof procurementPermissions>
  }

  interface DictionaryNames {
    procurement: keyof typeof procurementDictionaries
  }

  interface RecordNames {
    procurement:
      | 'vendor'
      | 'intention'
      | 'purchase'
      | 'purchaseContract'
      | 'purchaseDelivery'
      | 'purchaseAcceptance'
      | 'selection'
      | 'selectionQuote'
      | 'bulkConfig'
  }
}
