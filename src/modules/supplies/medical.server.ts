/** Rules of medical supplies (STK-32 to STK-34); that what expires first is issued first is the ledger's (STK-31). */
import { sql } from 'kysely'
import { type Problem, RuleError } from '#src/define/problem.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { suppliesServer } from './forms/form.server.ts'
import type { AfterIssue } from './forms/issue.server.ts'
import { medicalCategories } from './medical-supplies.ts'

/** Days before its end in which a batch is issued only with the keeper's word (STK-32). */
export const SHORT_LIFE_DAYS = 30

const daysUntil = (today: string, day: string): number => (Date.parse(day) - Date.parse(today)) / 86_400_000

/** STK-32. */
export const confirmShortLife: AfterIssue = async ({ unit, ticket }, parts) => {
  if (ticket.formData.expiryConfirmed === true) return
  const today = unit.clock.today()
  const expiries = await unit.service(stockLedger).expiriesOf(parts.map(({ batchId }) => batchId))
  const soon = expiries.find(({ expireDate }) => daysUntil(today, expireDate) < SHORT_LIFE_DAYS)
  if (soon) throw new RuleError('rule.STK-32', soon.batchNo, soon.expireDate, SHORT_LIFE_DAYS).at('expiryConfirmed')
}

export const medicalServer = suppliesServer({
  categories: medicalCategories,
  async compute(_form, _context, items) {
    return { controlled: [...items.values()].some(({ controlled }) => controlled) }
  },
  // STK-34: a kit is filled up, not over.
  async check(form, _context, items) {
    if (form.usage !== 'unit') return {}
    return Object.fromEntries(
      rowsOf(form.lines).flatMap((row, index): [string, readonly Problem[]][] => {
        const name = items.get(Number(row.itemId))?.name ?? ''
        if (typeof row.kitStandard !== 'number' || typeof row.kitCurrent !== 'number') return []
        const refill = Math.max(0, row.kitStandard - row.kitCurrent)
        return Number(row.qty) > refill
          ? [[`lines.${index}.qty`, [{ key: 'rule.STK-34', params: [name, refill] }]]]
          : []
      }),
    )
  },
  // STK-33: whoever checks did not issue.
  async checkDecision({ type, state, actorId, ticketId }, { unit }) {
    if (type !== 'handle' || state !== 'issueCheck') return
    const { rows } =
      await sql`select 1 from shared_ticket_task where ticket_id = ${ticketId} and state = 'issue' and decided_by = ${actorId} limit 1`.execute(
        unit.db,
      )
    if (rows.length > 0) throw new RuleError('rule.STK-33').at()
  },
})
