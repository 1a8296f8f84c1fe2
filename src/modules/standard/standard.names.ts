import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who may do what by the shipped catalogue. */
export const standardPermissions = [
  {
    resource: 'equipStandard',
    actions: {
      Search: ['assetManager', 'auditor'],
      Retrieve: ['assetManager', 'auditor'],
      Create: ['assetManager'],
      Update: ['assetManager'],
      Delete: ['assetManager'],
      Export: ['assetManager', 'auditor'],
      Import: ['assetManager'],
      Publish: ['assetManager'],
      Compliance: ['assetManager', 'auditor', 'deptLeader', 'divisionLeader', 'bureauLeader'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const standardDictionaries = {
  standardKind: ['office', 'clothing', 'police'],
  standardState: ['draft', 'published', 'history'],
  standardBasis: ['perPerson', 'perTen', 'perDept', 'perRoom', 'tiers'],
  standardRounding: ['ceil', 'floor', 'halfUp'],
  standardChange: ['added', 'changed', 'ended'],
  standardStanding: ['over', 'short', 'met'],
} as const

/** In which colour their states are seen. */
export const standardColors = {
  standardState: { published: 'success' },
  standardStanding: { over: 'error', short: 'warning', met: 'success' },
} as const satisfies EntryColors<typeof standardDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    standard: PermissionsIn<typeof standardPermissions>
  }

  interface DictionaryNames {
    standard: keyof typeof standardDictionaries
  }

  interface RecordNames {
    standard: 'equipStandard' | 'standardCompliance' | 'standardException' | 'standardItem' | 'standardVersion'
  }
}
