/** An intention becomes a purchase: not before its publication is old enough, and for about what was announced (PRC-02, PRC-04). */
import { type Problem, problemOf, RuleError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { sumMoney, toCents } from '#src/fields/money/cents.ts'
import { textIn } from '#src/fields/values.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { methodLimits } from '../comparison/split.server.ts'
import { methodFor, purchases } from '../contract.ts'
import { isLower } from '../purchases/methods.ts'
import { needAuthorisation } from '../purchases/record.server.ts'
import { lockIntention, tooEarly } from './intention-rows.server.ts'

/** PRC-04: percent by which a purchase may differ from what was announced. */
export const TOLERANCE_PERCENT = 20n

/** PRC-04: what speaks against so much money for an intention; null for nothing. */
export function differsTooMuch(announced: string, wanted: string): Problem | null {
  const [before, after] = [toCents(announced), toCents(wanted)]
  const difference = after > before ? after - before : before - after
  return difference * 100n > before * TOLERANCE_PERCENT
    ? problemOf('rule.PRC-04', wanted, announced, Number(TOLERANCE_PERCENT))
    : null
}

/** The purchase takes over the money of its authorisation (PRC-37). */
export async function convertIntention(unit: UnitOfWork, id: number, values: FormData, byUser: number): Promise<void> {
  const ticketId = Number(values.authorisationId)
  const row = await lockIntention(unit, id)
  if (row.state !== 'published' && (row.state !== 'approved' || row.exemptReason === null))
    throw new RuleError('version.conflict')
  const early = tooEarly(row, unit)
  if (early !== null) throw new RuleError(early.key, ...(early.params ?? []))
  await needAuthorisation(unit, ticketId)
  const held = await unit.service(commitments).heldBy(ticketId)
  const amount = sumMoney(held.filter(({ state }) => state === 'effective').map(({ remaining }) => remaining))
  const differs = differsTooMuch(row.amount, amount)
  if (differs !== null) throw new RuleError(differs.key, ...(differs.params ?? [])).at('authorisationId')
  const method = textIn(values.method)
  if (isLower(method, amount, methodLimits(unit)))
    throw new RuleError('intention.methodTooLow', amount, {
      dictionary: 'purchaseMethod',
      value: methodFor(amount, methodLimits(unit)),
    }).at('method')
  const purchaseId = await unit.service(purchases).create({
    ticketId,
    name: row.projectName,
    category: row.category,
    method,
    deptId: row.deptId,
    ownerId: byUser,
    vendorId: null,
    awardAmount: null,
    budgetLines: [],
    items: [],
    deliverBy: null,
    panel: [],
    intentionId: id,
  })
  const converted = {
    state: 'converted',
    convertedTo: purchaseId,
    convertedAt: unit.clock.now(),
    isStale: false,
  } as const
  await changing(unit, 'intention', converted, byUser).where('id', '=', id).execute()
  unit.changed('intention', id)
}
