import { sql } from 'kysely'
import { expect } from 'vitest'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Command } from '#src/server/tickets/commands/command.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { untold } from '#tests/journeys/soundness.ts'
import type { Bureau } from './bureau.ts'

/** The error key (or wire code) an action is refused with; null when it is done. */
export async function refusal(action: Promise<unknown>): Promise<string | null> {
  try {
    await action
    return null
  } catch (error) {
    if (error instanceof RuleError) return error.problem.key
    if (error instanceof Refusal) return String(error.code)
    if (error instanceof ValidationError)
      return `4000 ${Object.entries(error.problems)
        .map(([field, [first]]) => `${field} ${first?.key}`)
        .join()}`
    throw error
  }
}

export const say = (
  type: Exclude<
    Command['type'],
    | 'return'
    | 'transfer'
    | 'delegate'
    | 'addSign'
    | 'removeSign'
    | 'cc'
    | 'timeout'
    | 'open'
    | 'reassign'
    | 'substitute'
    | 'participants'
    | 'child'
    | 'abandon'
    | 'revoked'
  >,
  comment = '',
): Command => ({ type, comment })
export const giveBack = (target = 'start', comment = 'not yet complete'): Command => ({
  type: 'return',
  target,
  comment,
})
export const askBack = (target: string): Command => ({
  type: 'return',
  target,
  comment: 'not yet complete',
  resume: 'straightBack',
})
export const pay = (payResult: string): Command => ({ type: 'handle', comment: '', formData: { payResult } })

/** Effects that ran for the ticket, in order. */
export async function effectsOf(bureau: Bureau, ticketId: number): Promise<readonly string[]> {
  const { rows } = await sql<{
    effect: string
  }>`select effect from trial_entry where ticket_id = ${ticketId} order by id`.execute(bureau.database.db)
  return rows.map((row) => row.effect.replace('claim.', ''))
}

export interface TaskRow {
  readonly state: string
  readonly who: string
  readonly status: string
  readonly outcome: string | null
  readonly rule: string | null
}

/** Tasks of the ticket with the names of their holders. */
export async function tasksOf(bureau: Bureau, ticketId: number): Promise<readonly TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select k.state, u.name as who, k.status, k.outcome, k.rule from ticket_task k join app_user u on u.id = k.assignee_id
    where k.ticket_id = ${ticketId} order by k.visit, length(k.slot), k.slot`.execute(bureau.database.db)
  return rows
}

/** People whose turn it is. */
export async function holders(bureau: Bureau, ticketId: number): Promise<readonly string[]> {
  return (await tasksOf(bureau, ticketId))
    .filter((task) => task.status === 'open')
    .map((task) => task.who)
    .sort()
}

/** The ticket's log, snapshot and rows agree (I4, I5, I8, I9, I17). */
export async function expectSound(bureau: Bureau, ticketId: number): Promise<void> {
  expect(await bureau.read((unit) => replayCheck(bureau.engine, unit, ticketId))).toEqual([])
  expect((await untold(sql`array[${ticketId}]::bigint[]`).execute(bureau.database.db)).rows).toEqual([])
}
