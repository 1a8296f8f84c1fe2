import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const office = ['logisticsOfficer'] as const

/** Who may do what by the shipped catalogue (§0.5). `Prepare` is the work on a print beside its ticket: another proof, and what was taken down. */
export const printingPermissions = [
  {
    resource: 'printingPublicity',
    actions: {
      Create: ['staff'],
      Register: [...office, 'divisionLeader', 'bureauLeader', 'auditor'],
      Export: office,
      Prepare: office,
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const printingDictionaries = {
  printChannel: ['inHouse', 'vendor'],
  printColour: ['mono', 'colour'],
  printSides: ['single', 'double'],
  // Secret documents are named so that they can be refused.
  printSecrecy: ['none', 'internal', 'secret'],
  printVerdict: ['confirmed', 'revise'],
  printState: ['approved', 'proofing', 'revising', 'confirmed', 'delivered', 'cancelled'],
} as const

/** In which colour their states are seen. */
export const printingColors = {
  printState: { approved: 'info', proofing: 'warning', revising: 'warning', confirmed: 'info', delivered: 'success' },
  printVerdict: { confirmed: 'success', revise: 'warning' },
} as const satisfies EntryColors<typeof printingDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    printing: PermissionsIn<typeof printingPermissions>
  }

  interface DictionaryNames {
    printing: keyof typeof printingDictionaries
  }

  interface RecordNames {
    printing: 'printOrder'
  }

  interface SettingNames {
    printing: 'print.colourPages'
  }
}
