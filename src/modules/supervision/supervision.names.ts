import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'
import type { OfferKind } from './contract.ts'

/** Whoever an item is given to reads and reports on it; what each reaches is a matter of the data scope. */
const handlers = ['staff', 'deptLeader', 'logisticsOfficer', 'supervisor'] as const
const readers = [...handlers, 'divisionLeader', 'bureauLeader', 'auditor'] as const
/** Leaders under whom an item is supervised, and the officer who keeps the register. */
const leaders = ['divisionLeader', 'bureauLeader', 'supervisor'] as const
/** A notice names all departments: it is for those who lead them. */
const noticeReaders = ['deptLeader', 'logisticsOfficer', ...leaders, 'auditor'] as const

/** Who may do what by the shipped catalogue (§0.5). */
export const supervisionPermissions = [
  {
    resource: 'supervision',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: leaders,
      Update: leaders,
      Delete: leaders,
      Export: [...leaders, 'auditor'],
      Import: leaders,
      Assign: leaders,
      Reply: handlers,
      Extend: handlers,
      ReviewExtend: leaders,
      Urge: leaders,
      Close: leaders,
      Score: leaders,
      Terminate: leaders,
    },
  },
  {
    resource: 'supervisionNotice',
    actions: { Search: noticeReaders, Retrieve: noticeReaders, Create: leaders, Export: noticeReaders },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const supervisionDictionaries = {
  supervisionLight: ['green', 'yellow', 'red', 'over'],
  supervisionReplyKind: ['lead', 'co', 'result'],
  supervisionExtensionState: ['pending', 'approved', 'refused', 'dropped'],
  supervisionOfferKind: [
    'affair',
    'leave',
    'emergency',
    'carBackfill',
    'carReturn',
    'purchase',
    'materialCheck',
  ] satisfies readonly OfferKind[],
  supervisionOfferState: ['open', 'taken', 'dismissed'],
} as const

/** In which colour they are seen. */
export const supervisionColors = {
  supervisionLight: { green: 'success', yellow: 'warning', red: 'error' },
  supervisionExtensionState: { pending: 'warning', approved: 'success', refused: 'error' },
  supervisionOfferState: { open: 'warning', taken: 'success' },
} as const satisfies EntryColors<typeof supervisionDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    supervision: PermissionsIn<typeof supervisionPermissions>
  }

  interface DictionaryNames {
    supervision: keyof typeof supervisionDictionaries
  }

  interface RecordNames {
    supervision:
      | 'supervisionItem'
      | 'supervisionReply'
      | 'supervisionExtension'
      | 'supervisionMilestone'
      | 'supervisionOffer'
      | 'supervisionNotice'
  }
}
