/** What a configuration item may hold (60.7). */
import type { SettingName } from './names.ts'

/** Hours of a working day, 09:00-18:00. */
export const WORKDAY_HOURS = 9

/** Settings that say in workdays when a timer of a workflow rings. */
export const limitSettings = ['supplies.receiptDays'] as const satisfies readonly SettingName[]

/** A part of a structured value. */
export interface ConfigPart {
  readonly name: string
  readonly title: string
  readonly titleEn: string
  readonly type: 'number' | 'text' | 'time'
  readonly min?: number
  readonly max?: number
  readonly optional?: true
}

/** What a value must satisfy (SYS-71). */
export interface ConfigRule {
  readonly optional?: boolean
  readonly min?: number
  readonly max?: number
  /** Decimal places of a number; none by default. */
  readonly places?: number
  /** For texts; anchored at both ends. */
  readonly regex?: string
  /** Key of an item whose value must be smaller than this one. */
  readonly above?: string
  /** The parts of an object, in order; `meal.lunch.day` is a path. */
  readonly parts?: readonly ConfigPart[]
  /** The columns of a table whose rows are arrays. */
  readonly columns?: readonly ConfigPart[]
  /** Parts, or the rows by their first column, grow strictly. */
  readonly ascending?: boolean
}
