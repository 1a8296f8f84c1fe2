/** Deliveries and acceptances: what was taken goes to the warehouse, has its cards and closes its demands (PRC-34, PRC-36). */
import { sql } from 'kysely'
import { problemAt, ValidationError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { assetLedger, type NewCard } from '#src/modules/asset/contract.ts'
import { type GoodsLine, goodsReceipts, purchaseDemands } from '#src/modules/stock/contract.ts'
import { itemsOf, type PurchaseItem } from '../purchases/items.ts'
import { changePurchase, lockPurchase, type PurchaseRow, purchaseLink, stateAfter } from '../purchases/rows.server.ts'
import { acceptedValue, unitPrice } from './value.ts'

export const MIN_PANEL = 3

/** The vendor brought something. */
export async function deliver(unit: UnitOfWork, id: number, form: FormData, byUser: number): Promise<void> {
  const purchase = await lockPurchase(unit, id)
  const state = stateAfter(purchase, 'deliver')
  await adding(
    unit,
    'purchase_delivery',
    {
      purchaseId: id,
      deptId: purchase.deptId,
      ownerId: purchase.ownerId,
      deliveredOn: textIn(form.broughtOn),
      note: textIn(form.note),
      file: [...fileIdsIn(form.deliveryFile)],
    },
    byUser,
  ).execute()
  unit.changed('purchaseDelivery', null)
  await changePurchase(unit, id, { state }, byUser)
}

/** PRC-34: at least three, one of them of the department that uses it, and those who selected the vendor are not the majority. */
async function checkPanel(unit: UnitOfWork, purchase: PurchaseRow, members: readonly number[]): Promise<void> {
  if (new Set(members).size < MIN_PANEL)
    throw new ValidationError(problemAt('acceptancePanel', 'procurement.panelTooSmall', MIN_PANEL))
  // What is bought in bulk is used by the departments of its lines.
  const users = [...new Set(itemsOf(purchase.items).map(({ deptId }) => deptId ?? purchase.deptId))]
  const { rows } = await sql<{ isUser: boolean }>`
    with recursive under as (
      select id from shared_department where id = any(${users}::bigint[])
      union select d.id from shared_department d join under on d.parent = under.id)
    select exists (select from shared_app_user u where u.id = any(${[...members]}::bigint[]) and u.dept_id in (select id from under)) as is_user`.execute(
    unit.db,
  )
  if (rows[0]?.isUser !== true) throw new ValidationError(problemAt('acceptancePanel', 'procurement.panelWithoutUser'))
  const selecting = members.filter((one) => purchase.panel?.includes(one) === true)
  if (selecting.length * 2 > members.length)
    throw new ValidationError(problemAt('acceptancePanel', 'rule.PRC-34', selecting.length, members.length))
}

interface TakenItem {
  readonly item: PurchaseItem
  readonly qty: number
  readonly serials: readonly string[]
}

/** What was taken of each line of the list, in its order; no more than is still open. */
function takenOf(purchase: PurchaseRow, form: FormData): readonly TakenItem[] {
  const items = itemsOf(purchase.items)
  const given = rowsOf(form.openItems)
  if (given.length !== items.length)
    throw new ValidationError(problemAt('openItems', 'procurement.linesDiffer', items.length))
  return items.map((item, index) => {
    const qty = Number(given[index]?.qty ?? 0)
    const open = subtractQty(item.qty, item.acceptedQty)
    if (qty > open)
      throw new ValidationError(problemAt(`openItems.${index}.qty`, 'procurement.aboveOpen', item.name, open, qty))
    const serials = textIn(given[index]?.serials)
      .split(/[\s,，;；、]+/u)
      .filter((sn) => sn !== '')
    if (item.assetLink && serials.length > 0 && serials.length !== qty)
      throw new ValidationError(
        problemAt(`openItems.${index}.serials`, 'procurement.serialsDiffer', qty, serials.length),
      )
    return { item, qty, serials }
  })
}

/** Lines of the receipt: what answers a demand apart from what is free. */
async function goodsOf(unit: UnitOfWork, taken: readonly TakenItem[], price: (item: PurchaseItem) => string) {
  const stocked = taken.filter(({ item, qty }) => item.itemId !== null && !item.assetLink && qty > 0)
  const demands = await unit.service(purchaseDemands).read(stocked.flatMap(({ item }) => item.demandId ?? []))
  return stocked.flatMap(({ item, qty }): GoodsLine[] => {
    const demand = demands.find(({ id, state }) => id === item.demandId && state !== 'cancelled')
    const forDemand = demand === undefined ? 0 : Math.min(qty, subtractQty(demand.qty, demand.receivedQty))
    const line = { itemId: item.itemId ?? 0, size: item.size, price: price(item) }
    const free = subtractQty(qty, forDemand)
    return [
      ...(forDemand > 0 ? [{ ...line, qty: forDemand, demandId: demand?.id ?? null }] : []),
      ...(free > 0 ? [{ ...line, qty: free, demandId: null }] : []),
    ]
  })
}

async function cardsOf(
  unit: UnitOfWork,
  purchase: PurchaseRow,
  taken: readonly TakenItem[],
  acceptedOn: string,
  price: (item: PurchaseItem) => string,
): Promise<readonly number[]> {
  const cards = taken
    .filter(({ item }) => item.assetLink)
    .flatMap(({ item, qty, serials }) =>
      Array.from(
        { length: qty },
        (_, place): NewCard => ({
          name: item.name,
          category: item.assetCategory || 'other',
          model: item.spec || item.name,
          sn: serials[place] ?? '',
          itemId: item.standardItemId,
          vendorId: purchase.vendorId,
          purchaseNo: purchase.no,
          buyDate: acceptedOn,
          price: price(item),
          deptId: item.deptId ?? purchase.deptId,
        }),
      ),
    )
  return cards.length === 0 ? [] : unit.service(assetLedger).register(cards)
}

/** Tickets that waited for assets go on: those who hand out hear of it (PRC-36). */
async function notifyWaiting(unit: UnitOfWork, taken: readonly TakenItem[]): Promise<void> {
  const arrived = taken.flatMap(({ item, qty }) => (item.assetLink && qty > 0 ? (item.demandId ?? []) : []))
  if (arrived.length === 0) return
  const waiting = await unit.service(purchaseDemands).read(arrived)
  const tickets = [...new Set(waiting.flatMap(({ ticketId }) => ticketId ?? []))]
  if (tickets.length === 0) return
  const to = await unit.usersWithRole('assetManager')
  const { rows } = await sql<{ id: number; no: string }>`
    select id, no from shared_ticket where id = any(${tickets}::bigint[]) order by id`.execute(unit.db)
  if (to.length === 0) return
  for (const { id, no } of rows)
    unit.notify({
      to,
      contentType: 'REMIND',
      title: { key: 'procurement.goodsArrived', params: [no] },
      link: `/workflow/ticket/${id}`,
    })
}

/** What is accepted is counted on the list; a whole list ends the performance. */
export async function accept(unit: UnitOfWork, id: number, form: FormData, byUser: number): Promise<void> {
  const purchase = await lockPurchase(unit, id)
  const whole = stateAfter(purchase, 'accept')
  const members = (form.acceptancePanel as readonly number[] | null) ?? []
  await checkPanel(unit, purchase, members)
  const [result, acceptedOn] = [textIn(form.result), textIn(form.acceptedOn)]
  const taken = takenOf(purchase, form)
  const total = sumQty(taken.map(({ qty }) => qty))
  if ((result === 'fail') !== (total === 0))
    throw new ValidationError(
      problemAt('result', result === 'fail' ? 'procurement.failTakes' : 'procurement.passTakes'),
    )
  const items = taken.map(({ item, qty }) => ({ ...item, acceptedQty: sumQty([item.acceptedQty, qty]) }))
  const isWhole = items.every(({ qty, acceptedQty }) => acceptedQty >= qty)
  if (result === 'pass' && !isWhole) throw new ValidationError(problemAt('result', 'procurement.stillOpen'))
  if (result === 'partial' && isWhole) throw new ValidationError(problemAt('result', 'procurement.nothingOpen'))
  const contractAmount = purchase.contractAmount ?? '0.00'
  const price = (item: PurchaseItem): string => unitPrice(item, items, contractAmount)
  const goods = await goodsOf(unit, taken, price)
  const warehouseId = idIn(form.warehouseId)
  if (goods.length > 0 && warehouseId === null) throw new ValidationError(problemAt('warehouseId', 'check.required'))
  // E11: stock before assets.
  const stockDocId =
    goods.length > 0 && warehouseId !== null
      ? await unit.service(goodsReceipts).draft({
          purchaseId: id,
          warehouseId,
          vendorId: purchase.vendorId,
          reason: `${purchase.no} ${purchase.name}`.slice(0, 200),
          byUser,
          lines: goods,
        })
      : null
  const cards = await cardsOf(unit, purchase, taken, acceptedOn, price)
  // What goes through the stores closes its demand with the posting; everything else with the acceptance.
  await unit
    .service(purchaseDemands)
    .receive(
      taken.flatMap(({ item, qty }) =>
        item.demandId !== null && qty > 0 && (item.itemId === null || item.assetLink)
          ? [{ demandId: item.demandId, qty }]
          : [],
      ),
    )
  await notifyWaiting(unit, taken)
  const acceptedAmount = acceptedValue(items, contractAmount)
  await adding(
    unit,
    'purchase_acceptance',
    {
      purchaseId: id,
      deptId: purchase.deptId,
      ownerId: purchase.ownerId,
      acceptedOn,
      panel: [...members],
      result: result as 'pass',
      lines: JSON.stringify(
        taken.map(({ item, qty, serials }) => ({ name: item.name, qty, serials: serials.join('\n') })),
      ),
      amount: sql`${acceptedAmount}::numeric - ${purchase.acceptedAmount}::numeric` as never,
      note: textIn(form.note) || null,
      file: [...fileIdsIn(form.acceptanceFile)],
      stockDocId,
      assetCount: cards.length,
    },
    byUser,
  ).execute()
  unit.changed('purchaseAcceptance', null)
  await changePurchase(
    unit,
    id,
    {
      items: JSON.stringify(items),
      acceptedAmount,
      ...(isWhole && {
        state: whole,
        deliveredOn: acceptedOn,
        isOverdue: false,
        isLate: purchase.deliverBy !== null && acceptedOn > purchase.deliverBy,
      }),
    },
    byUser,
  )
  if (isWhole)
    unit.notify({
      to: [purchase.ownerId],
      contentType: 'SYSTEM',
      title: { key: 'procurement.allAccepted', params: [purchase.no, purchase.name] },
      link: purchaseLink(id),
    })
}
