/** The seven applications for items and equipment as scenarios of generated paths: forms, what people write, and what must hold of the stores. */
import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { plusDays } from '#tests/harness/tickets.ts'
import { misfits, openStore } from '#tests/modules/stock/store.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type StoreScenario = Pick<Scenario, 'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated'>

/** Who does what in the stores of the bureau. */
export interface StorePeople {
  readonly applicant: number
  readonly leader: number
  readonly inCharge: number
  readonly keeper: number
  readonly assetManager: number
  readonly logisticsHead: number
  readonly logisticsInCharge: number
}

/** Pieces that a request asks for; of an issue that stays open one is handed out. */
const ASKED = 2
/** Cards that the walks may hand out. */
const SPARE_CARDS = 120

const itemTypes = {
  officeSupplies: { category: 'officeSupplies', form: { useFor: 'personal' }, facts: { overQuota: false } },
  electronicPartsAndConsumables: {
    category: 'electronicParts',
    form: { oldPartReturn: 'na' },
    facts: { secretMedia: false },
  },
  equipmentClothing: {
    category: 'clothing',
    form: { receiveFor: 'self', reasonType: 'periodic' },
    facts: { serialItems: false },
  },
  medicalSupplies: { category: 'medical', form: { usage: 'duty' }, facts: { controlled: false } },
  supplyRequest: {
    category: 'cleaning',
    form: { purpose: 'daily', needAt: '2026-04-30 09:00:00' },
    facts: { purpose: 'daily', controlled: false, issuedAhead: false },
  },
} as const
type ItemType = keyof typeof itemTypes
const isItemType = (type: string): type is ItemType => type in itemTypes

/** Stock, cards and rights for the walks, with one keeper so that they stay short. */
export async function openStorePaths(app: TestApp, people: StorePeople) {
  const { db } = app.database
  const store = await openStore(app)
  const items = new Map<string, number>()
  for (const [type, { category }] of Object.entries(itemTypes)) {
    const id = await store.item()
    await sql`update stock_item set category = ${category} where id = ${id}`.execute(db)
    items.set(type, id)
    await store.receive({ itemId: id, qty: 5_000, amount: '5000.00' })
  }
  const { rows } = await sql<{ id: number }>`select id from standard_item where name = '长袖衬衣'`.execute(db)
  await sql`update stock_item set standard_item_id = ${rows[0]?.id ?? 0} where id = ${items.get('equipmentClothing') ?? 0}`.execute(
    db,
  )
  await sql`delete from user_role r using app_user u, role x where u.id = r.user_id and x.id = r.role_id
    and (u.username, x.key) in (('kong24', 'warehouseKeeper'), ('lyu21', 'assetManager'))`.execute(db)
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'asset' and is_generated = 'NEVER' and column_name not in ('id', 'asset_no', 'sn')`.execute(
    db,
  )
  const names = columns.map(({ name }) => name).join(', ')
  const { rows: cards } = await sql<{ id: number; itemId: number; name: string }>`
    with model as (select distinct on (i.name) a.* from asset a join standard_item i on i.id = a.item_id
      where a.state = 'idle' and a.reserved_ticket_id is null and not a.is_pool and a.inspect_months is null and i.name in ('台式计算机', '办公椅'))
    insert into asset (asset_no, sn, ${sql.raw(names)}) select 'WALK' || model.id || '-' || n, 'WALK' || model.id || '-' || n, ${sql.raw(names)} from model, generate_series(1, ${SPARE_CARDS}::int) n
    returning id, item_id, name`.execute(db)
  const spare = new Map<string, number[]>()
  for (const { id, name } of cards) spare.set(name, [...(spare.get(name) ?? []), id])
  const cardOf = { officeElectronicEquipment: '台式计算机', officeFurniture: '办公椅' } as const
  const standardOf = (type: keyof typeof cardOf): number => cards.find(({ name }) => name === cardOf[type])?.itemId ?? 0
  const takeCard = (type: keyof typeof cardOf): number => {
    const id = spare.get(cardOf[type])?.pop()
    if (id === undefined) throw new Error(`no ${cardOf[type]} is left for the walks`)
    return id
  }
  const isEquipment = (type: string): type is keyof typeof cardOf => type in cardOf

  const leaders = { deptLeader: [people.leader], receiptSign: [people.applicant] }
  const itemScenario = (type: ItemType): StoreScenario => ({
    name: type,
    type,
    facts: { totalValue: ASKED, ...itemTypes[type].facts },
    handled: [{ keepOpen: false }, { keepOpen: true }],
    peopleByState: { ...leaders, equipReview: [people.assetManager], issue: [people.keeper] },
    escalated: { deptLeader: people.inCharge, equipReview: people.logisticsHead, issue: people.assetManager },
  })
  const equipmentScenario = (type: keyof typeof cardOf, facts: Facts): StoreScenario => ({
    name: type,
    type,
    facts: { overStandard: false, ...facts },
    handled: [{}],
    peopleByState: {
      ...leaders,
      assetReview: [people.assetManager],
      logisticsHead: [people.logisticsHead],
      handover: [people.assetManager],
    },
    escalated: {
      deptLeader: people.inCharge,
      assetReview: people.logisticsHead,
      logisticsHead: people.logisticsInCharge,
    },
  })

  return {
    scenarios: [
      ...(Object.keys(itemTypes) as ItemType[]).map(itemScenario),
      equipmentScenario('officeElectronicEquipment', { needPurchase: false }),
      equipmentScenario('officeFurniture', { needPurchase: true }),
    ] as const,
    isOf: (type: string): boolean => isItemType(type) || isEquipment(type),
    handsOutCards: isEquipment,
    /** What the applicant files. */
    formOf(type: string): Form {
      if (isItemType(type))
        return {
          reason: '日常工作需要领用',
          acceptShortage: false,
          ...itemTypes[type].form,
          lines: [{ itemId: items.get(type) ?? 0, qty: ASKED }],
        }
      if (!isEquipment(type)) throw new Error(`${type} is no application of the stores`)
      return {
        reason: '工作需要借用设备',
        applyKind: 'borrow',
        borrowUntil: plusDays('2026-03-11', 30),
        lines: [{ itemId: standardOf(type), qty: 1 }],
      }
    },
    /** What a decision writes. */
    submittedForm(type: string, event: TicketEvent, state: string | undefined): Form | undefined {
      if (event.type === 'approve' && state === 'assetReview' && isEquipment(type))
        return {
          assetIds: [{ assetId: takeCard(type) }],
          ...(event.facts.needPurchase === true && { needPurchase: true, estimate: '100.00' }),
        }
      if (event.type !== 'handle') return undefined
      if (state === 'issue') {
        const keepOpen = event.facts.keepOpen === true
        return {
          issues: [{ lineNo: 1, issuedQty: keepOpen ? 1 : ASKED, ...(keepOpen && { reason: '其余次日发放' }) }],
          keepOpen,
        }
      }
      return state?.startsWith('receipt') === true && isItemType(type) ? { receiptResult: 'received' } : undefined
    },
    /** What was asked for on one walk counts on none after it. */
    async forget(ticketId: number): Promise<void> {
      await sql`delete from clothing_pending where ticket_id = ${ticketId}`.execute(db)
      await sql`delete from clothing_issue where ticket_id = ${ticketId}`.execute(db)
      await sql`update supply_return set state = 'returned', returned_qty = qty where ticket_id = ${ticketId}`.execute(
        db,
      )
    },
    /** What is wrong with the effects of these tickets. */
    faults: async (ids: readonly number[]): Promise<readonly unknown[]> => [
      ...(await misfits(app)),
      ...(await effectFaults(app, rulesOf(ids))),
    ],
  }
}
export type StorePaths = Awaited<ReturnType<typeof openStorePaths>>

const rulesOf = (ids: readonly number[]): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    'STK-57 a ticket at rest reserves nothing': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.status not in ('running', 'handling')
        and exists (select from stock_request q join stock_reservation r on r.request_id = q.id and r.qty > 0 where q.ticket_id = t.id and q.state = 'open')`,
    'EFF-ISSUE what waits for its approval is reserved whole': sql`
      select t.id from ticket t where t.id = any(${mine}) and t.status = 'running' and t.form_data ? 'acceptShortage'
        and ${ASKED} <> (select coalesce(sum(r.qty), 0) from stock_request q join stock_reservation r on r.request_id = q.id where q.ticket_id = t.id and q.state = 'open')
          + (select coalesce(sum(i.qty - i.returned_qty), 0) from stock_issue i where i.ticket_id = t.id)`,
    'EFF-ISSUE what was signed for was issued, and nothing twice': sql`
      select t.id from ticket t where t.id = any(${mine}) and t.status = 'completed' and t.form_data ? 'acceptShortage'
        and ${ASKED} <> (select coalesce(sum(i.qty), 0) from stock_issue i where i.ticket_id = t.id)`,
    'E4 what was issued of a ticket that ended without approval is called back': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.status in ('voided', 'rejected', 'withdrawn') and exists (select from stock_issue i where i.ticket_id = t.id and i.returned_qty < i.qty)
        and not exists (select from supply_return r where r.ticket_id = t.id and r.kind = 'voided')`,
    'INV-07 state and open allocation of a card agree': sql`
      select a.id, a.state from asset a where a.deleted_at is null and (a.state = 'inUse') <> exists (select from asset_allocation l where l.asset_id = a.id and l.closed_at is null) and a.state in ('inUse', 'idle')`,
    'AST-01 a ticket at rest keeps no card': sql`
      select a.id, t.status from asset a join ticket t on t.id = a.reserved_ticket_id where t.id = any(${mine}) and t.status not in ('running', 'handling')`,
    'AST-11 what was handed over is with its holder while the ticket stands': sql`
      select t.id from ticket t where t.id = any(${mine}) and t.status = 'completed' and t.form_data ->> 'applyKind' = 'borrow'
        and not exists (select from asset_allocation l where l.ticket_id = t.id and l.closed_at is null and l.confirmed_at is not null)`,
    'AST-02 a ticket at rest asks for no equipment any more': sql`
      select t.id from ticket t where t.id = any(${mine}) and t.status in ('voided', 'rejected', 'withdrawn') and exists (select from asset_pending p where p.ticket_id = t.id)`,
  }
}
