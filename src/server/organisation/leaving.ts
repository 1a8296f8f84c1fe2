/** What is looked at before an account is switched off, and let go with it (60.1, INV-15). */
import { type RawBuilder, sql } from 'kysely'
import type { HeldLine } from '#src/define/answers/organisation.ts'
import { defineHolding, type HeldCount, type HoldingDefinition } from '#src/define/holdings.ts'
import { listOf, RuleError, type TextParam } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { substitutes, taskAssignment } from '#src/define/services.ts'
import { revokeAll } from '#src/server/access/session.ts'
import type { Services } from '#src/server/app/services.ts'

/** Names of a line that are told; the number tells the rest. */
const NAMES = 10

async function named(unit: UnitOfWork, query: RawBuilder<{ name: string }>): Promise<HeldCount> {
  const names = (await query.execute(unit.db)).rows.map(({ name }) => name)
  return { count: names.length, names: names.slice(0, NAMES) }
}

const departments = defineHolding({
  key: 'departments',
  find: (unit, id) =>
    named(
      unit,
      sql<{
        name: string
      }>`select name from department where leader_id = ${id} and deleted_at is null order by sort, id`,
    ),
  // The successor is proposed as the leader (SYS-139): the call alone makes no leader.
  successor: 'offered',
})

const delegations = defineHolding({
  key: 'delegations',
  find: async (unit, id) => {
    const { rows } = await sql`
      select from substitute where (user_id = ${id} or substitute_id = ${id}) and until_at > ${unit.clock.now()}`.execute(
      unit.db,
    )
    return { count: rows.length }
  },
  release: (unit, id) => unit.service(substitutes).endFor(id, unit.clock.now()),
})

const tasks = defineHolding({
  key: 'tasks',
  find: (unit, id) =>
    named(
      unit,
      sql<{ name: string }>`
          select t.no || ' ' || t.title as name from ticket_task k join ticket t on t.id = k.ticket_id
          where k.assignee_id = ${id} and k.status in ('waiting', 'open', 'suspended') and t.status in ('running', 'handling')
            and t.deleted_at is null order by t.id`,
    ),
  async release(unit, id) {
    const left = await unit.service(taskAssignment).personLeft(id)
    if (left.length > 0) throw new RuleError('rule.INV-15', await numbersOf(unit, left))
  },
})

/** Own applications go on: the business behind them does not end with the account. */
const applications = defineHolding({
  key: 'applications',
  find: (unit, id) =>
    named(
      unit,
      sql<{ name: string }>`
          select no || ' ' || title as name from ticket
          where applicant_id = ${id} and status in ('running', 'handling', 'returned') and deleted_at is null order by id`,
    ),
})

const sessions = defineHolding({
  key: 'sessions',
  find: async (unit, id) => {
    const { rows } = await sql`
      select from session where user_id = ${id} and revoked_at is null and expires_at > ${unit.clock.now()}`.execute(
      unit.db,
    )
    return { count: rows.length }
  },
  release: (unit, id) => revokeAll(unit, id, 'disabled'),
})

/** Numbers of tickets for a message. */
async function numbersOf(unit: UnitOfWork, tickets: readonly number[]): Promise<TextParam> {
  const { rows } = await sql<{ no: string }>`
    select no from ticket where id = any(${[...tickets]}::bigint[]) order by id limit 5`.execute(unit.db)
  return listOf(
    rows.map((row) => row.no),
    tickets.length > rows.length ? ' …' : '',
  )
}

/** Everything anybody can hold: what the modules bring, then the house's own. A department is handed over before its tasks, which go to its leader. */
export const holdingsOf = ({ moduleServers }: Pick<Services, 'moduleServers'>): readonly HoldingDefinition[] => [
  ...[...moduleServers.values()].flatMap(({ holdings }) => holdings ?? []),
  departments,
  delegations,
  tasks,
  applications,
  sessions,
]

/** The lines of what somebody holds; kinds of which there is nothing are left out. */
export async function leavingOf(
  unit: UnitOfWork,
  holdings: readonly HoldingDefinition[],
  userId: number,
): Promise<readonly HeldLine[]> {
  const lines: HeldLine[] = []
  for (const { key, find, successor } of holdings) {
    const held = await find(unit, userId)
    if (held.count > 0) lines.push({ key, ...held, ...(successor && { successor }) })
  }
  return lines
}
