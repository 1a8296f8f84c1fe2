import { sql } from 'kysely'
import { type Problem, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { projects } from '#src/modules/projects/contract.ts'
import { directionProblem, inactive, type MovingLine } from './budget-moves.server.ts'
import type { BudgetLedger, BudgetLineFigures, EntrySource, NewBudgetLine } from './contract.ts'

type EntryType = 'freeze' | 'unfreeze' | 'consume' | 'refund' | 'adjust' | 'transferIn' | 'transferOut'

interface LockedLine extends MovingLine {
  readonly deptId: number
  readonly projectId: number | null
  /** What a freeze or consume may still take: available plus tolerance; null without control (BUD-03). */
  readonly limit: string | null
}

interface Movement {
  readonly frozen: -1 | 0 | 1
  readonly used: -1 | 0 | 1
  readonly adjust: -1 | 0 | 1
}

/** What each movement does to the figures of a line. */
const effects: Record<EntryType, Movement> = {
  freeze: { frozen: 1, used: 0, adjust: 0 },
  unfreeze: { frozen: -1, used: 0, adjust: 0 },
  consume: { frozen: 0, used: 1, adjust: 0 },
  refund: { frozen: 0, used: -1, adjust: 0 },
  adjust: { frozen: 0, used: 0, adjust: 1 },
  transferIn: { frozen: 0, used: 0, adjust: 1 },
  transferOut: { frozen: 0, used: 0, adjust: -1 },
}

async function lock(unit: UnitOfWork, lineId: number): Promise<LockedLine> {
  const { rows } =
    await sql<LockedLine>`select line.id, line.dept_id, line.year, year.state as year_state, line.state, line.subject_code, line.fund_source, line.project_id,
      line.approved + line.adjust - line.frozen - line.used as available,
      case line.control_mode when 'none' then null
        else line.approved + line.adjust - line.frozen - line.used + round(line.approved * line.tolerance_pct / 100, 2) end as "limit"
    from budget_line line join budget_year year on year.year = line.year
    where line.id = ${lineId} and line.deleted_at is null for update of line`.execute(unit.db)
  const line = rows[0]
  if (!line) throw new RuleError('budget.lineUnknown')
  return line
}

/** Net of two opposite movements by this ticket on this line: what it still holds. */
async function held(
  unit: UnitOfWork,
  lineId: number,
  ticketId: number | null,
  plus: EntryType,
  minus: EntryType,
): Promise<string> {
  const { rows } = await sql<{
    held: string
  }>`select coalesce(sum(case type when ${plus} then amount when ${minus} then -amount else 0 end), 0)::numeric(14,2) as held
    from budget_ledger where line_id = ${lineId} and ticket_id is not distinct from ${ticketId}::bigint`.execute(
    unit.db,
  )
  return rows[0]?.held ?? '0.00'
}

const exceeds = async (unit: UnitOfWork, amount: string, limit: string): Promise<boolean> => {
  const { rows } = await sql<{ more: boolean }>`select ${amount}::numeric > ${limit}::numeric as more`.execute(unit.db)
  return rows[0]?.more ?? true
}

async function post(
  unit: UnitOfWork,
  line: LockedLine,
  type: EntryType,
  amount: string,
  source: EntrySource,
): Promise<void> {
  const change = effects[type]
  const now = unit.clock.now()
  await sql`with moved as (
      update budget_line set frozen = frozen + ${change.frozen}::int * ${amount}::numeric, used = used + ${change.used}::int * ${amount}::numeric,
        adjust = adjust + ${change.adjust}::int * ${amount}::numeric, updated_at = ${now}, version = version + 1
      where id = ${line.id} returning id, dept_id, approved + adjust - frozen - used as balance)
    insert into budget_ledger (line_id, dept_id, type, amount, balance_after, ticket_id, effect_key, at, note)
    select id, dept_id, ${type}::text, ${amount}::numeric, balance, ${source.ticketId}::bigint, ${source.effectKey}::text, ${now}::timestamptz, ${source.note ?? ''}::text from moved`.execute(
    unit.db,
  )
  unit.changed('budgetLine', line.id)
  unit.changed('budgetEntry', null)
}

/** Freeze and consume need an open year, an active line and the money (BUD-03, BUD-06). */
async function take(
  unit: UnitOfWork,
  lineId: number,
  type: 'freeze' | 'consume',
  amount: string,
  source: EntrySource,
): Promise<void> {
  const line = await lock(unit, lineId)
  refuseIf(inactive(line))
  if (line.limit !== null && (await exceeds(unit, amount, line.limit))) {
    throw new RuleError('budget.insufficient', line.available, amount)
  }
  if (line.projectId !== null) await unit.service(projects).charge(line.projectId)
  await post(unit, line, type, amount, source)
}

/** Gives back at most what this ticket holds (BUD-04); allowed on locked lines (BUD-06). */
async function giveBack(
  unit: UnitOfWork,
  lineId: number,
  type: 'unfreeze' | 'refund',
  amount: string,
  source: EntrySource,
): Promise<void> {
  const line = await lock(unit, lineId)
  const holds =
    type === 'unfreeze'
      ? await held(unit, lineId, source.ticketId, 'freeze', 'unfreeze')
      : await held(unit, lineId, source.ticketId, 'consume', 'refund')
  if (await exceeds(unit, amount, holds)) throw new RuleError('rule.BUD-04', holds, amount)
  await post(unit, line, type, amount, source)
}

function refuseIf(problem: Problem | null): void {
  if (problem !== null) throw new RuleError(problem.key, ...(problem.params ?? []))
}

async function adjust(unit: UnitOfWork, lineId: number, amount: string, source: EntrySource): Promise<void> {
  const line = await lock(unit, lineId)
  refuseIf(inactive(line))
  const isLess = amount.startsWith('-')
  if (isLess && line.limit !== null && (await exceeds(unit, amount.slice(1), line.limit)))
    throw new RuleError('budget.insufficient', line.available, amount.slice(1))
  await post(unit, line, 'adjust', amount, source)
}

async function transfer(
  unit: UnitOfWork,
  fromId: number,
  toId: number,
  amount: string,
  source: EntrySource,
): Promise<void> {
  // Always in the order of their ids, so that two transfers against each other do not wait for ever.
  const locked = new Map<number, LockedLine>()
  for (const id of [fromId, toId].sort((a, b) => a - b)) locked.set(id, await lock(unit, id))
  const [from, to] = [locked.get(fromId), locked.get(toId)]
  if (!from || !to || fromId === toId) throw new RuleError('budget.lineUnknown')
  refuseIf(inactive(from))
  refuseIf(inactive(to))
  refuseIf(directionProblem(from, to))
  if (await exceeds(unit, amount, from.available)) throw new RuleError('budget.insufficient', from.available, amount)
  await post(unit, from, 'transferOut', amount, source)
  await post(unit, to, 'transferIn', amount, source)
}

/** BUD-24: existing lines are locked first, so that what they grow by is what the ledger says. */
async function open(unit: UnitOfWork, lines: readonly NewBudgetLine[], source: EntrySource): Promise<void> {
  if (lines.length === 0) return
  const now = unit.clock.now()
  const given = sql`jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::jsonb)
    as given("year" int, "deptId" bigint, "subjectCode" text, "kind" text, "projectId" bigint, "fundSource" text, "approved" numeric, "monthly" jsonb, "place" int)`
  const same = sql`line.dept_id = given."deptId" and line.subject_code = given."subjectCode"
    and coalesce(line.project_id, 0) = coalesce(given."projectId", 0) and line.fund_source = given."fundSource" and line.deleted_at is null`
  const held = await sql<{ state: string; subjectCode: string; approved: string; shrinks: boolean }>`
    select line.state, line.subject_code, line.approved, given."approved" < line.approved as shrinks
    from ${given} join budget_line line on line.year = given."year" and ${same} order by line.id for update of line`.execute(
    unit.db,
  )
  for (const line of held.rows) {
    if (line.state !== 'active') throw new RuleError('budget.lineLocked')
    if (line.shrinks)
      throw new RuleError('budget.lineShrinks', { dictionary: 'budgetSubject', value: line.subjectCode }, line.approved)
  }
  await sql`
    with given as (select given.*, array(select jsonb_array_elements_text(given."monthly")::numeric) as months,
        coalesce(line.approved, 0) as before from ${given} left join budget_line line on line.year = given."year" and ${same}),
    former as (select distinct on (given."place") given."place", line.scope, line.control_mode, line.tolerance_pct
      from given join budget_line line on line.year = given."year" - 1 and ${same} order by given."place", line.id),
    saved as (
      insert into budget_line (year, dept_id, scope, subject_code, kind, project_id, fund_source, control_mode, tolerance_pct, approved, monthly, created_at, updated_at)
      select given."year", given."deptId", coalesce(former.scope, 'own'), given."subjectCode", given."kind", given."projectId", given."fundSource",
        coalesce(former.control_mode, 'hard'), coalesce(former.tolerance_pct, 0), given."approved", given.months, ${now}::timestamptz, ${now}::timestamptz
      from given left join former using ("place") order by given."place"
      on conflict (year, dept_id, subject_code, coalesce(project_id, 0), fund_source) where deleted_at is null
        do update set approved = excluded.approved, monthly = excluded.monthly, updated_at = excluded.updated_at, version = budget_line.version + 1
      returning id, year, dept_id, subject_code, project_id, fund_source, deleted_at, approved + adjust - frozen - used as balance)
    insert into budget_ledger (line_id, dept_id, type, amount, balance_after, ticket_id, effect_key, at, note)
    select line.id, line.dept_id, 'init', given."approved" - given.before, line.balance, ${source.ticketId}::bigint, ${source.effectKey}::text,
      ${now}::timestamptz, ${source.note ?? ''}::text
    from given join saved line on ${same} order by given."place"`.execute(unit.db)
  unit.changed('budgetLine', null)
  unit.changed('budgetEntry', null)
}

/** The one writer of a budget line's figures (BUD-02). Amounts are exact decimals; the arithmetic is the database's. */
export function createBudgetLedger(unit: UnitOfWork): BudgetLedger {
  return {
    freeze: (lineId, amount, source) => take(unit, lineId, 'freeze', amount, source),
    consume: (lineId, amount, source) => take(unit, lineId, 'consume', amount, source),
    unfreeze: (lineId, amount, source) => giveBack(unit, lineId, 'unfreeze', amount, source),
    refund: (lineId, amount, source) => giveBack(unit, lineId, 'refund', amount, source),
    adjust: (lineId, amount, source) => adjust(unit, lineId, amount, source),
    transfer: (fromId, toId, amount, source) => transfer(unit, fromId, toId, amount, source),
    open: (lines, source) => open(unit, lines, source),
    async frozenOfProject(projectId) {
      const { rows } = await sql<{
        frozen: string
      }>`select coalesce(sum(frozen), 0)::numeric(14,2) as frozen from budget_line
        where project_id = ${projectId} and deleted_at is null`.execute(unit.db)
      return rows[0]?.frozen ?? '0.00'
    },
    async frozenBy(ticketId) {
      const { rows } = await sql<{
        lineId: number
        amount: string
      }>`select line_id, sum(case type when 'freeze' then amount else -amount end)::numeric(14,2) as amount
        from budget_ledger where ticket_id = ${ticketId} and type in ('freeze', 'unfreeze')
        group by line_id having sum(case type when 'freeze' then amount else -amount end) > 0 order by line_id`.execute(
        unit.db,
      )
      return rows
    },
    async read(lineId) {
      const { rows } =
        await sql<BudgetLineFigures>`select line.id, line.project_id, line.year, line.subject_code, line.dept_id, line.scope = 'shared' as shared,
          line.approved + line.adjust - line.frozen - line.used as available, line.frozen, line.used,
          line.control_mode, line.state = 'active' as active, year.state = 'executing' as year_open
        from budget_line line join budget_year year on year.year = line.year where line.id = ${lineId} and line.deleted_at is null`.execute(
          unit.db,
        )
      return rows[0] ?? null
    },
  }
}
