/** Many tickets handed out in one round: each in a transaction of its own, by the ticket's own decision. */

import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { type Problem, Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RouteRequest, UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { addQty } from '#src/fields/quantity/quantities.ts'
import { quantityOf } from '#src/fields/shapes.server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { issueAhead } from '../emergency.server.ts'
import { issueWith } from '../forms/issue.server.ts'
import type { CounterResult } from './counter.types.ts'
import { waitingFor } from './waiting.server.ts'

/** Tickets of a round at most. */
const MAX_TICKETS = 50
const MAX_ROWS = 100

/** Quantities are those of this issue; what was handed out before is added here. */
const row = z.strictObject({
  lineNo: z.number().int().min(1).max(50),
  qty: quantityOf(0, 999),
  batchNo: z.string().overwrite(trimText).max(40).nullish(),
  reason: z.string().overwrite(trimText).max(100).nullish(),
})
/** A worn piece that came back in exchange. */
const oldReturn = z.strictObject({
  lineNo: z.number().int().min(1).max(50),
  returnedQty: z.number().int().min(1).max(99),
  grade: z.string().max(40),
})
export const issueBody = z.strictObject({
  tickets: z
    .array(
      z.strictObject({
        id: z.number().int().positive(),
        rows: z.array(row).min(1).max(MAX_ROWS),
        keepOpen: z.boolean().default(false),
        pickupCode: z.string().overwrite(trimText).max(6).nullish(),
        note: z.string().overwrite(trimText).max(200).nullish(),
        expiryConfirmed: z.boolean().default(false),
        oldPartReceived: z.boolean().default(false),
        oldReturns: z.array(oldReturn).max(MAX_ROWS).default([]),
      }),
    )
    .min(1)
    .max(MAX_TICKETS),
})
export type IssueRound = z.infer<typeof issueBody>
type Given = IssueRound['tickets'][number]

/** The keeper's rows as the ticket's form has them: cumulative, and by batch where batches are named. */
async function rowsOfForm(unit: UnitOfWork, { id, rows }: Given): Promise<readonly FormData[]> {
  const issued = await unit.service(stockLedger).issuedBy(id)
  const lineNos = [...new Set([...rows.map(({ lineNo }) => lineNo), ...issued.map(({ key }) => lineOf(key))])]
  return lineNos.flatMap((lineNo) => {
    const [given, before] = [
      rows.filter((one) => one.lineNo === lineNo),
      issued.filter(({ key }) => lineOf(key) === lineNo),
    ]
    const reason = given.map((one) => one.reason).find((text) => text) ?? null
    const isNamed = given.some(({ batchNo, qty }) => batchNo && qty > 0)
    const sums = new Map<string | null, number>()
    const add = (batchNo: string | null, qty: number): void =>
      void sums.set(batchNo, addQty(sums.get(batchNo) ?? 0, qty))
    for (const part of before) add(isNamed ? part.batchNo : null, part.qty)
    for (const one of given) add(isNamed ? one.batchNo || null : null, one.qty)
    return [...sums]
      .filter(([, qty]) => qty > 0 || !isNamed)
      .map(([batchNo, issuedQty]) => ({ lineNo, issuedQty, batchNo, reason }))
  })
}
const lineOf = (key: string): number => Number(key.split('.')[1]) + 1

/** What a type asks of its keeper beside the lines. */
function ownValues(type: string, { expiryConfirmed, oldPartReceived, oldReturns }: Given): FormData {
  if (type === 'medicalSupplies') return { expiryConfirmed }
  if (type === 'electronicPartsAndConsumables') return { oldPartReceived }
  if (type === 'equipmentClothing') return { oldReturns }
  return {}
}

async function issueOne(
  unit: UnitOfWork,
  { access, language, caller }: Pick<RouteRequest<unknown, unknown, unknown>, 'access' | 'language' | 'caller'>,
  given: Given,
): Promise<void> {
  const actions = unit.service(ticketActions)
  await actions.lock(given.id)
  const [ticket] = await waitingFor(unit, access, [given.id])
  if (!ticket) throw new RuleError('supplies.notWaiting')
  const values: FormData = {
    issues: await rowsOfForm(unit, given),
    keepOpen: given.keepOpen,
    pickupCode: given.pickupCode || null,
    issueNote: given.note || null,
    ...ownValues(ticket.type, given),
  }
  if (ticket.isAhead) await issueAhead(unit, access, issueAnything, given.id, values)
  else await actions.handle(given.id, { access, language, caller }, values)
}

/** No type that is issued ahead has rules of its own after an issue. */
const issueAnything = issueWith({})

const problemOf = (error: RuleError | Refusal | ValidationError): Problem =>
  error instanceof ValidationError
    ? (Object.values(error.problems)[0]?.[0] ?? { key: 'check.required' })
    : error.problem

/** One that is refused is reported with its reason and stops none of the others. */
export async function issueRound(
  request: Pick<RouteRequest<unknown, unknown, unknown>, 'access' | 'language' | 'caller' | 'writeApart'>,
  { tickets }: IssueRound,
): Promise<readonly CounterResult[]> {
  const results: CounterResult[] = []
  for (const given of tickets) {
    try {
      await request.writeApart((unit) => issueOne(unit, request, given))
      results.push({ id: given.id, ok: true, problem: null })
    } catch (error) {
      if (!(error instanceof RuleError || error instanceof Refusal || error instanceof ValidationError)) throw error
      results.push({ id: given.id, ok: false, problem: problemOf(error) })
    }
  }
  return results
}
