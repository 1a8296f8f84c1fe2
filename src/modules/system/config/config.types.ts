/** Answers of the configuration (60.7). */
import type { ConfirmingRole } from '#src/define/workflows/proposals.ts'
import type { ConfigShape } from './config.ts'

/** Groups of items, in the order of their tabs (60.7). */
export const itemGroups = [
  'base',
  'login',
  'wf',
  'budget',
  'travel',
  'car',
  'stock',
  'asset',
  'leave',
  'reception',
  'procurement',
  'meal',
  'backup',
  'maintenance',
] as const
export type ItemGroup = (typeof itemGroups)[number]

/** An item; the value of a secret never comes. */
export interface ConfigItem extends ConfigShape {
  readonly id: number
  readonly group: ItemGroup
  readonly title: string
  readonly titleEn: string
  readonly value: unknown
  readonly isSet: boolean
  readonly placeholder: string
  readonly sort: number
  readonly public: boolean
  readonly secret: boolean
  readonly custom: boolean
  /** Whose confirmations a change of the value needs; none lets it through at once (SYS-137). */
  readonly seats: readonly ConfirmingRole[]
  readonly version: number
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly updatedAt: string
  readonly updatedBy: number | null
  readonly updatedByName: string | null
}
/** A value an item had. */
export interface ConfigEntry {
  readonly id: number
  readonly value: unknown
  readonly at: string
  readonly byName: string | null
}
/** How many values are in force, and how many wait for an owner's confirmation (SYS-137). */
export interface ChangedValues {
  readonly changed: number
  readonly proposed: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/system/config/': readonly ConfigItem[]
    'PUT /api/system/config/': ChangedValues
    'POST /api/system/config/': { readonly id: number }
    'PUT /api/system/config/:id/': { readonly id: number; readonly version: number }
    'DELETE /api/system/config/:id/': null
    'GET /api/system/config/:id/history/': readonly ConfigEntry[]
    'POST /api/system/config/:id/restore/': ChangedValues
  }
}
