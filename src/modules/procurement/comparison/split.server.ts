/** PRC-13: what a department buys of a category within some days, so that no purchase is cut into pieces. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { addMoney } from '#src/fields/money/cents.ts'
import type { MethodLimits } from '../contract.ts'

/** The hard stop, as a multiple of the limit of the method. */
const STOP = 2

export const methodLimits = (unit: UnitOfWork): MethodLimits => unit.settings.json<MethodLimits>('procurement.method')

/** Above this the leader in charge says why; above the other nothing goes on. */
export const splitLimits = (unit: UnitOfWork): { readonly suspect: string; readonly stop: string } => {
  const limit = methodLimits(unit).comparison
  return { suspect: limit.toFixed(2), stop: (limit * STOP).toFixed(2) }
}

export interface Split {
  readonly deptId: number
  readonly category: string
  readonly ticketId: number | null
  readonly amount: string
}

/** Two applications of a department for the same category come one after the other. */
export const lockSplit = async (unit: UnitOfWork, { deptId, category }: Split): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`comparison.split ${deptId} ${category}`}))`.execute(unit.db)
}

/** What other comparisons of the department and category came to within `procurement.splitDays` before and after this one: running ones as well, ended purchases not. */
export async function boughtBeside(unit: UnitOfWork, { deptId, category, ticketId }: Split): Promise<string> {
  const days = unit.settings.number('procurement.splitDays')
  const { rows: own } = await sql<{ day: string }>`
    select counted_on as day from comparison_sum where ticket_id = ${ticketId}::bigint and is_live`.execute(unit.db)
  const day = own[0]?.day ?? unit.clock.today()
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(s.amount), 0)::numeric(14,2)::text as total from comparison_sum s
    where s.dept_id = ${deptId} and s.category = ${category} and s.is_live and s.ticket_id is distinct from ${ticketId}::bigint
      and s.counted_on between ${addDays(day, -days)}::date and ${addDays(day, days)}::date
      and not exists (select from purchase p where p.ticket_id = s.ticket_id and p.state = 'terminated')`.execute(
    unit.db,
  )
  return rows[0]?.total ?? '0.00'
}

/** With this one. */
export const boughtWith = async (unit: UnitOfWork, split: Split): Promise<string> =>
  addMoney(await boughtBeside(unit, split), split.amount)

export async function countSplit(unit: UnitOfWork, { ticketId, deptId, category, amount }: Split): Promise<void> {
  await sql`insert into comparison_sum (ticket_id, dept_id, category, amount, counted_on, is_live)
    values (${ticketId}::bigint, ${deptId}, ${category}, ${amount}::numeric, ${unit.clock.today()}::date, true)
    on conflict (ticket_id) do update set dept_id = excluded.dept_id, category = excluded.category, amount = excluded.amount, counted_on = excluded.counted_on, is_live = true`.execute(
    unit.db,
  )
}

export async function uncountSplit(unit: UnitOfWork, ticketId: number): Promise<void> {
  await sql`update comparison_sum set is_live = false where ticket_id = ${ticketId}`.execute(unit.db)
}
