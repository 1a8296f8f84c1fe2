import type { Access } from '#src/define/access.ts'
import type { FormData } from '#src/fields/field.ts'

/** A colleague of the demo bureau. */
export interface Colleague {
  readonly id: number
  readonly username: string
  readonly name: string
  /** Key of the department, and of the one whose budget it uses. */
  readonly dept: string
  readonly unit: string
  readonly mobile: string
  readonly isDeptLeader: boolean
  readonly access: Access
}

/**
 * How a ticket fares. `end`: everybody agrees until it is done. `draft`: never submitted. `void`: undone after its
 * approval. The others turn at the state `at`: `wait` nothing happens there any more (`claimed`: somebody has taken it),
 * `return`, `reject`, `withdraw`, `again` returned once and then as `end`, `fail` handled without success.
 */
export type Course =
  | { readonly to: 'end' | 'draft' | 'void' }
  | { readonly to: 'return' | 'reject' | 'withdraw' | 'again' | 'fail'; readonly at: string }
  | { readonly to: 'wait'; readonly at: string; readonly claimed?: boolean }

/** One ticket of the demo as it is to happen. Who decides, when it is due and what follows, the engine says. */
export interface Story {
  readonly type: string
  readonly applicant: Colleague
  readonly createdAt: Date
  /** What the applicant fills in, beside the defaults of the form. */
  readonly form: FormData
  /** The form of a ticket that follows others, once they are there; in place of `form`. */
  readonly later?: () => FormData
  readonly course: Course
  /** What it will have spent of a budget line at most, in cents, where the lines of the form do not say it. */
  readonly charge?: { readonly line: number; readonly cents: number }
  /** Working hours that people take, at most. */
  readonly pace: number
  /** The approver of this state hands the task on. */
  readonly transfer?: { readonly at: string; readonly to: Colleague }
  /** What this person, who acts at a state on this day, fills in. */
  readonly fills?: (state: string, day: string, by: Colleague) => FormData
  /** The earliest moment for an action at this state; null when it is only a matter of working hours. */
  readonly notBefore?: (state: string) => Date | null
}
