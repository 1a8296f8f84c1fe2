/** EFF-ISSUE at the keeper's step: the batches that are named, else those that expire first. */

import { type Problem, RuleError } from '#src/define/problem.ts'
import type { EffectContext, EffectRun, UnitOfWork } from '#src/define/server.ts'
import { subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import {
  type BatchPick,
  type IssuedPart,
  type IssueLine,
  type NewDemand,
  purchaseDemands,
  stockLedger,
} from '#src/modules/stock/contract.ts'
import { expectBack } from '../returns/returns.server.ts'
import { type IssueRow, issueRows, type RequestedLine, requestedLines } from './lines.ts'
import { checkPickup, closePickup } from './pickup.server.ts'

/** A line with the keeper's rows for it; quantities count from the first issue of the ticket on. */
interface Handed {
  readonly line: RequestedLine
  readonly rows: readonly IssueRow[]
  readonly total: number
  readonly before: readonly IssuedPart[]
}

const sum = (parts: readonly { readonly qty: number }[]): number => sumQty(parts.map(({ qty }) => qty))
const firstOf = ({ rows }: Handed): number => rows[0]?.index ?? 0

function handedLines({ formData }: EffectContext['ticket'], issued: readonly IssuedPart[]): readonly Handed[] {
  const [requested, rows] = [requestedLines(formData), issueRows(formData)]
  const stranger = rows.find(({ lineNo }) => !requested.some((line) => line.lineNo === lineNo))
  if (stranger) throw new RuleError('supplies.noLine', stranger.lineNo).at(`issues.${stranger.index}.lineNo`)
  return requested.map((line) => {
    const own = rows.filter(({ lineNo }) => lineNo === line.lineNo)
    const before = issued.filter(({ key }) => key === line.key)
    const [total, place] = [sum(own), `issues.${own[0]?.index ?? 0}.issuedQty`]
    if (total > line.approved) throw new RuleError('supplies.issueTooMuch', line.lineNo, line.approved, total).at(place)
    if (total < sum(before)) throw new RuleError('supplies.issuedBefore', line.lineNo, sum(before)).at(place)
    return { line, rows: own, total, before }
  })
}

/** The batches of the rows, less what was issued of them before; none where the keeper leaves the choice to the rule. */
async function batchesOf(unit: UnitOfWork, { line, rows, before }: Handed): Promise<readonly BatchPick[]> {
  const named = rows.filter(({ batchNo, qty }) => batchNo !== '' && qty > 0)
  if (named.length === 0) return []
  const unnamed = rows.find(({ batchNo, qty }) => batchNo === '' && qty > 0)
  if (unnamed) throw new RuleError('supplies.batchMissing', line.lineNo).at(`issues.${unnamed.index}.batchNo`)
  const ledger = unit.service(stockLedger)
  const picks: BatchPick[] = []
  for (const row of named) {
    let open = subtractQty(row.qty, sum(before.filter(({ batchNo }) => batchNo === row.batchNo)))
    const found = await ledger.batchesNamed({ itemId: line.itemId, size: line.size, batchNo: row.batchNo })
    if (found.length === 0) throw new RuleError('stock.batchUnknown').at(`issues.${row.index}.batchNo`)
    for (const [index, { batchId, qty }] of found.entries()) {
      // The last one takes what is left, so that the ledger says how much is missing.
      const taken = index === found.length - 1 ? open : Math.min(open, qty)
      if (taken > 0) picks.push({ batchId, qty: taken })
      open = subtractQty(open, taken)
    }
  }
  return picks
}

/** The ledger speaks of lines; the keeper writes in the rows below them. */
function atRows(error: unknown, handed: readonly Handed[]): unknown {
  if (!(error instanceof RuleError) || error.problems === null) return error
  const placed = Object.entries(error.problems).map(([path, problems]): [string, readonly Problem[]] => {
    const one = handed.find(({ line }) => path.startsWith(`${line.key}.`))
    if (!one) return [path, problems]
    const column = { batches: 'batchNo', reason: 'reason' }[path.slice(one.line.key.length + 1)] ?? 'issuedQty'
    return [`issues.${firstOf(one)}.${column}`, problems]
  })
  return error.among(Object.fromEntries(placed))
}

/** What is still missing becomes a demand again; what was covered meanwhile is none any more (STK-42). */
export async function demandMissing(
  unit: UnitOfWork,
  ticket: EffectContext['ticket'],
  missing: readonly { readonly line: RequestedLine; readonly qty: number }[],
): Promise<void> {
  const demands = unit.service(purchaseDemands)
  const short = missing.filter(({ qty }) => qty > 0)
  // A line that still lacks something keeps its demand under its number.
  await demands.cancel(
    ticket.id,
    short.map(({ line }) => line.key),
  )
  if (short.length === 0) return
  const items = await unit.service(stockLedger).items(short.map(({ line }) => line.itemId))
  // Without a day of its own a request waits since today.
  const { needAt: wanted } = ticket.formData
  const needAt = typeof wanted === 'string' && wanted !== '' ? wanted.slice(0, 10) : unit.clock.today()
  await demands.open(
    short.map(({ line, qty }): NewDemand => {
      const item = items.find(({ id }) => id === line.itemId)
      return {
        ticketId: ticket.id,
        lineKey: line.key,
        itemId: line.itemId,
        size: line.size,
        itemName: item?.name ?? '',
        spec: item?.spec ?? '',
        unit: item?.unit ?? '',
        qty,
        needAt,
        deptId: ticket.deptId,
      }
    }),
  )
}

/** Rules of a type about what was issued, asked within the transaction. */
export type AfterIssue = (context: EffectContext, parts: readonly IssuedPart[]) => Promise<void>

export const issueWith =
  (after: Readonly<Record<string, AfterIssue>>): EffectRun =>
  async (context) => {
    const { unit, ticket, actorId } = context
    if (actorId === null) throw new RuleError('rule.STK-05')
    await checkPickup(context)
    const ledger = unit.service(stockLedger)
    const handed = handedLines(ticket, await ledger.issuedBy(ticket.id))
    const waiting = await ledger.reservedBy(ticket.id)
    const lines: IssueLine[] = []
    for (const one of handed) {
      const reason = one.rows.map((row) => row.reason).find((text) => text !== '')
      const batches = await batchesOf(unit, one)
      lines.push({
        key: one.line.key,
        itemId: one.line.itemId,
        size: one.line.size,
        ...(one.line.userId !== null && { personId: one.line.userId }),
        qty: subtractQty(one.total, sum(one.before)),
        ...(batches.length > 0 && { batches }),
        ...(reason !== undefined && { reason }),
        ...(one.line.returnDueAt !== null && { returnDueAt: one.line.returnDueAt }),
      })
    }
    const visits = handed.reduce((count, { before }) => count + before.length, 0)
    const issued = await ledger
      .issue({
        ticketId: ticket.id,
        ticketType: ticket.type,
        effectKey: `issue.${context.visit ?? 0}.${visits}`,
        lines,
        personId: ticket.applicantId,
        deptId: ticket.deptId,
        keeperId: actorId,
        applicantId: ticket.applicantId,
      })
      .catch((error: unknown) => {
        throw atRows(error, handed)
      })
    await after[ticket.type]?.(context, issued.parts)
    await expectBack(
      unit,
      ticket,
      'loan',
      issued.parts.filter(({ returnDueAt }) => returnDueAt !== null),
      '',
      actorId,
    )
    await settleRest(context, handed, waiting)
    if (ticket.formData.keepOpen !== true) await closePickup(context)
  }

/** What was not issued: kept for the rest when the keeper leaves the task open, and bought where it is missing. */
async function settleRest(
  { unit, ticket }: EffectContext,
  handed: readonly Handed[],
  waiting: readonly { readonly key: string; readonly short: number }[],
): Promise<void> {
  const rest = handed
    .map(({ line, total }) => ({ line, qty: subtractQty(line.approved, total) }))
    .filter(({ qty }) => qty > 0)
  const isOpen = ticket.formData.keepOpen === true
  if (isOpen && rest.length === 0) throw new RuleError('supplies.nothingLeft').at('keepOpen')
  const kept = isOpen
    ? await unit.service(stockLedger).reserve({
        ticketId: ticket.id,
        acceptShortage: true,
        isUrgent: ticket.formData.urgency !== 'normal',
        lines: rest.map(({ line, qty }) => ({ key: line.key, itemId: line.itemId, size: line.size, qty })),
      })
    : waiting
  const shortOf = (key: string): number => kept.find((one) => one.key === key)?.short ?? 0
  await demandMissing(
    unit,
    ticket,
    rest.map(({ line, qty }) => ({ line, qty: Math.min(qty, shortOf(line.key)) })),
  )
}
