/** The list of purchases, and what is done with them on their page (50.9). */
import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import { daysBetween } from '#src/define/days.ts'
import { type Problem, problemAt, ValidationError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RecordServer, route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { purchaseDemands } from '#src/modules/stock/contract.ts'
import { accept, deliver } from '../acceptances/accept.server.ts'
import { type ChoicesQuery, choicesQuery, conditionsOf } from '../choices.server.ts'
import { methodLimits } from '../comparison/split.server.ts'
import { methodFor } from '../contract.ts'
import { sign, supplement } from '../contracts/sign.server.ts'
import { archive, beginPayment } from './archive.server.ts'
import { openItemsOf } from './items.ts'
import { isLower, needsIntention } from './methods.ts'
import { changePurchase, lockPurchase, nextPurchaseNo, type PurchaseRow, stateAfter } from './rows.server.ts'
import { savingShares } from './savings.ts'
import { createPurchases, orderDemands, releaseMoney, takeOver } from './service.server.ts'

const money = (column: string): string =>
  `coalesce((select sum(c.${column}) from shared_commitment c where c.ticket_id = r.ticket_id and c.kind = 'purchase'), 0)::numeric(14,2)`

/** Days before the delivery from which its light is yellow. */
const NEAR_DAYS = 7

const demandIdsOf = (values: FormData): readonly number[] =>
  rowsOf(values.items).flatMap((row) => idIn(row.demandId) ?? [])

/** PRC-01: a method that is less strict than the amount needs has its waiver. */
export function methodProblem(values: FormData, budget: string, unit: UnitOfWork): Problem | null {
  const limits = methodLimits(unit)
  const method = textIn(values.method)
  const hasWaiver = Array.isArray(values.methodWaiver) && values.methodWaiver.length > 0
  if (hasWaiver || !isLower(method, budget, limits)) return null
  const needed = { dictionary: 'purchaseMethod', value: methodFor(budget, limits) }
  return { key: 'rule.PRC-01', params: [budget, needed] }
}

/** PRC-01: what is announced first comes from its intention, which becomes the purchase. @throws ValidationError at `method` */
function needNoIntention(values: FormData, budget: string, unit: UnitOfWork): void {
  const limits = methodLimits(unit)
  if (needsIntention(textIn(values.method), budget, limits))
    throw new ValidationError(problemAt('method', 'procurement.intentionFirst', limits.comparison))
}

/** The approved prior approvals that a purchase may take over: of category purchase or service, not of method direct, in force and not drawn upon (PRC-37). */
const authorising = (
  unit: UnitOfWork,
) => sql<SqlBool>`a.category in ('purchase', 'service') and a.purchase_method is distinct from 'direct' and a.deleted_at is null
  and c.kind = 'preApproval' and c.state = 'effective' and (c.valid_until is null or c.valid_until >= ${unit.clock.today()}) and c.used = 0 and c.pending = 0`

/** @throws ValidationError where nothing that is approved authorises a purchase */
export async function needAuthorisation(unit: UnitOfWork, ticketId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from shared_pre_approval a join shared_commitment c on c.ticket_id = a.ticket_id
    where a.ticket_id = ${ticketId} and ${authorising(unit)}`.execute(unit.db)
  if (rows.length > 0) return
  const before = await createPurchases(unit).ofTicket(ticketId)
  throw new ValidationError(
    before === null
      ? problemAt('ticketId', 'procurement.notAuthorised')
      : problemAt('ticketId', 'rule.PRC-37', before.no),
  )
}

/** PRC-37: the money of a purchase is that of its authorisation, or of a direct purchase what its lines say. */
async function beforeCreate(values: FormData, unit: UnitOfWork, access: Access): Promise<FormData> {
  const head = { ...values, no: await nextPurchaseNo(unit, 'CG'), state: 'preparing' }
  if (values.method === 'direct') {
    const budget = sumMoney(rowsOf(values.budgetLines).map(({ amount }) => textIn(amount)))
    const problem = methodProblem(values, budget, unit)
    if (problem !== null) throw new ValidationError({ method: [problem] })
    return withinBudget({ ...head, ticketId: null, budget, deptId: access.departmentId })
  }
  const ticketId = Number(values.ticketId)
  await needAuthorisation(unit, ticketId)
  const held = await takeOver(unit, ticketId)
  if (held === null) throw new ValidationError(problemAt('ticketId', 'procurement.notAuthorised'))
  const problem = methodProblem(values, held.budget, unit)
  if (problem !== null) throw new ValidationError({ method: [problem] })
  needNoIntention(values, held.budget, unit)
  return withinBudget({ ...head, budget: held.budget, budgetLines: held.lines, deptId: held.deptId })
}

/** The items at their highest prices cost no more than the budget. */
function withinBudget<V extends FormData>(values: V): V {
  const total = rowsOf(values.items).reduce((sum, { qty, price }) => sum + Number(qty) * Number(price), 0)
  if (Math.round(total * 100) > Math.round(Number(values.budget) * 100))
    throw new ValidationError(
      problemAt('items', 'procurement.itemsAboveBudget', total.toFixed(2), textIn(values.budget)),
    )
  return values
}

async function terminate(row: PurchaseRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  await releaseMoney(unit, row.ticketId, 'purchase.terminate')
  const locked = await lockPurchase(unit, row.id)
  await unit.service(purchaseDemands).free(row.id)
  await changePurchase(
    unit,
    row.id,
    { state: stateAfter(locked, 'terminate'), endReason: textIn(values.reason) },
    access.userId,
  )
}

/** Red once the delivery is late, yellow shortly before it (PRC-33). */
const lightOf = (state: string, deliverBy: string, day: string): string | null => {
  if (state !== 'contracted' && state !== 'performing') return null
  const left = daysBetween(day, deliverBy)
  return left < 0 ? 'red' : left <= NEAR_DAYS ? 'yellow' : 'green'
}

/** What the contract saves of each budget line; none before the contract. */
function sharesIn({ budget, contractAmount, budgetLines }: FormData): readonly FormData[] {
  if (typeof contractAmount !== 'string' || typeof budget !== 'string') return []
  const parts = rowsOf(budgetLines).map(({ lineId, amount }) => ({ lineId: Number(lineId), amount: textIn(amount) }))
  return savingShares(budget, contractAmount, parts).map((share) => ({ ...share }))
}

export const purchaseServer: RecordServer = {
  computed: {
    paid: money('used'),
    pending: money('pending'),
    paidPercent: `case when r.contract_amount > 0 then round(${money('used')} * 100 / r.contract_amount, 1) end`,
    saved: `case when r.contract_amount is not null then r.budget - r.contract_amount end`,
    savingShares: `'[]'::jsonb`,
    savedPercent: `case when r.contract_amount is not null then round((r.budget - r.contract_amount) * 100 / r.budget, 1) end`,
    isBlacklisted: `r.state not in ('closed', 'terminated') and (r.award_amount is not null or r.contract_amount is not null) and exists (select from vendor v where v.id = r.vendor_id and v.state = 'blacklisted')`,
    light: 'null::text',
    openItems: `'[]'::jsonb`,
  },
  orders: { light: 'r.deliver_by' },
  async complete(rows, unit) {
    const day = unit.clock.today()
    return rows.map((row) => {
      const open = {
        ...row,
        ...(row.items !== undefined && { openItems: openItemsOf(row.items) }),
        ...(row.savingShares !== undefined && { savingShares: sharesIn(row) }),
      }
      if (typeof row.deliverBy !== 'string' || typeof row.state !== 'string') return open
      return { ...open, light: lightOf(row.state, row.deliverBy, day) }
    })
  },
  beforeCreate,
  async beforeUpdate(values, row, unit) {
    const held = row as unknown as PurchaseRow
    if ((values.method === 'direct') !== (held.method === 'direct'))
      throw new ValidationError(problemAt('method', 'procurement.methodKept'))
    if (held.ticketId !== null && idIn(values.ticketId) !== held.ticketId)
      throw new ValidationError(problemAt('ticketId', 'procurement.authorisationKept'))
    const budget =
      held.ticketId === null ? sumMoney(rowsOf(values.budgetLines).map(({ amount }) => textIn(amount))) : held.budget
    const problem = methodProblem(values, budget, unit)
    if (problem !== null) throw new ValidationError({ method: [problem] })
    if (values.method !== held.method && (await lockPurchase(unit, held.id)).intentionId === null)
      needNoIntention(values, budget, unit)
    return withinBudget({
      ...values,
      budget,
      ...(held.ticketId !== null && { budgetLines: held.budgetLines as unknown as FormData[] }),
    })
  },
  async beforeRemove(row, unit) {
    await unit.service(purchaseDemands).free(row.id)
  },
  async afterWrite(row, unit) {
    await unit.service(purchaseDemands).free(row.id)
    await orderDemands(unit, row.id, demandIdsOf(row as FormData))
  },
  actions: {
    sign: ({ id }, values, unit, { userId }) => sign(unit, id, values, userId),
    supplement: ({ id }, values, unit, { userId }) => supplement(unit, id, values, userId),
    deliver: ({ id }, values, unit, { userId }) => deliver(unit, id, values, userId),
    accept: ({ id }, values, unit, { userId }) => accept(unit, id, values, userId),
    pay: ({ id }, _values, unit, access) => beginPayment(unit, id, access),
    archive: ({ id }, _values, unit, { userId }) => archive(unit, id, userId),
    async select({ id }, _values, unit, { userId }) {
      const locked = await lockPurchase(unit, id)
      await changePurchase(unit, id, { state: stateAfter(locked, 'select') }, userId)
    },
    terminate: (row, values, unit, access) => terminate(row as unknown as PurchaseRow, values, unit, access),
  },
}

async function authorisations(unit: UnitOfWork, access: Access, query: ChoicesQuery): Promise<readonly PickerChoice[]> {
  const { words, ids } = conditionsOf(query)
  const { rows } = await sql<PickerChoice>`
    select a.ticket_id as id, concat_ws(' · ', ticket.no, a.title, to_char(c.amount - c.released, 'FM999,999,990.00')) as label
    from shared_pre_approval a join shared_ticket ticket on ticket.id = a.ticket_id join shared_commitment c on c.ticket_id = a.ticket_id
    where ${reachedBy(access, 'purchase:Create', { department: 'a.dept_id', owner: 'a.applicant_id' })}
      and case when ${ids}::bigint[] is null then ${authorising(unit)} else a.ticket_id = any(${ids}::bigint[]) end
      and (${words}::text is null or ticket.no ilike ${words}::text or a.title ilike ${words}::text)
    order by a.ticket_id desc limit 50`.execute(unit.db)
  return rows
}

/** Uses of the seal that are done, for the contract that was sealed. */
async function seals(unit: UnitOfWork, access: Access, query: ChoicesQuery): Promise<readonly PickerChoice[]> {
  const { words, ids } = conditionsOf(query)
  const { rows } = await sql<PickerChoice>`
    select t.id, concat_ws(' · ', t.no, t.title) as label from shared_ticket t
    where t.type = 'useSeal' and ${reachedBy(access, 'purchase:Contract', { department: 't.dept_id', owner: 't.applicant_id' })}
      and case when ${ids}::bigint[] is null then t.status in ('handling', 'completed') else t.id = any(${ids}::bigint[]) end
      and (${words}::text is null or t.no ilike ${words}::text or t.title ilike ${words}::text)
    order by t.id desc limit 50`.execute(unit.db)
  return rows
}

async function demands(unit: UnitOfWork, query: ChoicesQuery): Promise<readonly PickerChoice[]> {
  const found = await unit
    .service(purchaseDemands)
    .choices({ search: query.search?.trim() ?? '', ids: conditionsOf(query).ids })
  return found.map(({ id, no, itemName, qty, needAt }) => ({
    id,
    label: [no, itemName, `× ${qty}`, needAt].filter((part) => part !== null).join(' · '),
  }))
}

export const purchaseRoutes = [
  route({
    method: 'GET',
    url: '/api/procurement/purchase/seals/',
    permission: 'purchase:Contract',
    query: choicesQuery,
    handle: ({ unit, access, query }) => seals(unit, access, query),
  }),
  route({
    method: 'GET',
    url: '/api/procurement/purchase/demands/',
    permission: 'purchase:Create',
    query: choicesQuery,
    handle: ({ unit, query }) => demands(unit, query),
  }),
  route({
    method: 'GET',
    url: '/api/procurement/purchase/authorisations/',
    permission: 'purchase:Create',
    query: choicesQuery,
    handle: ({ unit, access, query }) => authorisations(unit, access, query),
  }),
]
