/** What refuses money that moves between lines (BUD-05, BUD-06, BUD-23): said while a document is written, and asked again under lock when it is approved. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { compareMoney, subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import type { AdjustCheck } from './budget-adjust.ts'

/** Of a line, what decides whether money may leave or reach it. */
export interface MovingLine {
  readonly id: number
  readonly year: number
  readonly yearState: string
  readonly state: string
  readonly subjectCode: string
  readonly fundSource: string
  readonly available: string
}

/** A line moves while it is active in an open year. */
export function inactive(line: Pick<MovingLine, 'year' | 'yearState' | 'state'>): Problem | null {
  if (line.yearState !== 'executing') return { key: 'budget.yearClosed', params: [line.year] }
  return line.state === 'active' ? null : { key: 'budget.lineLocked' }
}

/** BUD-05: reception and vehicle purchase only go down. */
const neverReceive: readonly string[] = ['30217', '31013']

/** BUD-05: one year, one source, and not to what only goes down. */
export function directionProblem(from: MovingLine, to: MovingLine): Problem | null {
  if (from.year !== to.year || from.fundSource !== to.fundSource) return { key: 'budget.otherSource' }
  if (!neverReceive.includes(to.subjectCode)) return null
  return { key: 'rule.BUD-05', params: [{ dictionary: 'budgetSubject', value: to.subjectCode }] }
}

/** A document as far as it is written. */
export interface Move {
  readonly fromLineId: number | null
  readonly toLineId: number | null
  readonly amount: string | null
}

/** What stands against the document, by field, and what the lines would have after it; lines out of reach are not looked at. */
export async function checkMove(unit: UnitOfWork, access: Access, move: Move): Promise<AdjustCheck> {
  const { fromLineId, toLineId, amount } = move
  const ids = [fromLineId, toLineId].filter((id) => id !== null)
  const { rows } = await sql<MovingLine>`
    select line.id, line.year, year.state as year_state, line.state, line.subject_code, line.fund_source,
      line.approved + line.adjust - line.frozen - line.used as available
    from budget_line line join budget_year year on year.year = line.year
    where line.id = any(${ids}::bigint[]) and line.deleted_at is null
      and ${reachedBy(access, 'budgetLine:Search', { department: 'line.dept_id' })}`.execute(unit.db)
  const [from, to] = [fromLineId, toLineId].map((id) => rows.find((row) => row.id === id))
  const isSame = fromLineId !== null && fromLineId === toLineId
  const isTooMuch = from !== undefined && amount !== null && compareMoney(amount, from.available) > 0
  const found: readonly (readonly [string, Problem | null | undefined])[] = [
    ['fromLineId', from && inactive(from)],
    ['toLineId', isSame ? { key: 'budget.sameLine' } : to && (inactive(to) ?? (from && directionProblem(from, to)))],
    ['amount', isTooMuch ? { key: 'budget.insufficient', params: [from.available, amount] } : null],
  ]
  const problems: Problems = Object.fromEntries(
    found.flatMap(([field, problem]) => (problem ? [[field, [problem]] as const] : [])),
  )
  return {
    problems,
    from: from && amount !== null ? subtractMoney(from.available, amount) : null,
    to: to && amount !== null ? sumMoney([to.available, amount]) : null,
  }
}
