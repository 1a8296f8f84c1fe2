/** The two repair applications as scenarios of generated paths: forms, what people write, and what must hold of orders, money and parts. */
import { sql } from 'kysely'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { misfits, openStore } from '#tests/modules/stock/store.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type RepairScenario = Pick<
  Scenario,
  'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated' | 'eachForOneGroup'
>

/** Who does what in repairs of the bureau. */
export interface RepairPeople {
  readonly applicant: number
  readonly officer: number
  readonly worker: number
  readonly logisticsHead: number
  readonly logisticsInCharge: number
  readonly auditor: number
  readonly auditHead: number
  readonly chief: number
}

const ESTIMATE = '8000.00'
const ACTUAL = '7600.00'
const repairs: readonly string[] = ['internalMaintenance', 'publicMaintenance']

/** Parts in store, money in the budget and one worker, so that the walks stay short. */
export async function openRepairPaths(
  app: TestApp,
  people: RepairPeople,
  given: { readonly line: number; readonly photo: () => Promise<number> },
) {
  const { db } = app.database
  const store = await openStore(app)
  const part = await store.item()
  await sql`update stock_item set category = 'other' where id = ${part}`.execute(db)
  await store.receive({ itemId: part, qty: 1_000, amount: '1000.00' })
  await sql`update budget_line set approved = approved + 90000000 where id = ${given.line}`.execute(db)
  await sql`delete from user_role r using app_user u, role x where u.id = r.user_id and x.id = r.role_id and u.username = 'yu35' and x.key = 'maintenanceWorker'`.execute(
    db,
  )
  const { rows: vendors } = await sql<{ id: number }>`select id from vendor where name = '示例供应商05'`.execute(db)
  const photo = await given.photo()
  const worked = { handled: [{}], people: { repair: [people.worker] } }
  return {
    scenarios: [
      {
        name: 'an internal repair',
        type: 'internalMaintenance',
        facts: {},
        handled: worked.handled,
        peopleByState: {
          ...worked.people,
          logisticsDispatch: [people.officer],
          applicantVerify: [people.applicant],
        },
        escalated: { logisticsDispatch: people.logisticsHead },
      },
      {
        name: 'a public repair of 8,000.00',
        type: 'publicMaintenance',
        facts: { amount: Number(ESTIMATE), 'config.wf.t1': 5000, 'config.wf.t2': 20_000 },
        handled: worked.handled,
        peopleByState: {
          ...worked.people,
          logisticsSurvey: [people.officer],
          logisticsHead: [people.logisticsHead],
          financeAudit: [people.auditor],
          divisionLeader: [people.logisticsInCharge],
          acceptance: [people.officer, people.applicant],
        },
        eachForOneGroup: ['acceptance'],
        escalated: {
          logisticsSurvey: people.logisticsHead,
          logisticsHead: people.logisticsInCharge,
          financeAudit: people.auditHead,
          divisionLeader: people.chief,
        },
      },
    ] satisfies readonly RepairScenario[],
    isOf: (type: string): boolean => repairs.includes(type),
    /** What the applicant files. */
    formOf: (type: string): Form => ({
      reason: '照明故障影响办公',
      mobile: '10000000044',
      category: 'electric',
      location: '主楼3层302室',
      description: '日光灯不亮，更换灯管无效',
      contactName: '奚示丁',
      ...(type === 'publicMaintenance' && { photos: [photo] }),
    }),
    /** What a decision writes. */
    submittedForm(type: string, event: TicketEvent, state: string | undefined): Form | undefined {
      if (event.type === 'approve' && state === 'logisticsDispatch') return { workerId: people.worker }
      if (event.type === 'approve' && state === 'logisticsSurvey')
        return { estimate: ESTIMATE, vendorId: vendors[0]?.id, budgetLineId: given.line, workerId: people.worker }
      if (event.type !== 'handle') return undefined
      if (state !== 'repair') return { rating: 4 }
      return {
        result: '已更换镇流器',
        workHours: '1.5',
        parts: [{ itemId: part, qty: 1 }],
        ...(type === 'publicMaintenance' && { actualAmount: ACTUAL }),
      }
    },
    /** What is wrong with the effects of these tickets. */
    faults: async (ids: readonly number[]): Promise<readonly unknown[]> => [
      ...(await misfits(app)),
      ...(await effectFaults(app, rulesOf(ids))),
    ],
  }
}
export type RepairPaths = Awaited<ReturnType<typeof openRepairPaths>>

const rulesOf = (ids: readonly number[]): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    '22.4 an approved report has its order, any other none that goes on': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.status <> 'voided'
        and (t.status in ('handling', 'completed')) <> exists (select from work_order o where o.ticket_id = t.id and not o.is_cancelled)`,
    '22.4 the order stands where its ticket stands': sql`
      select t.id, t.status, t.current_keys, o.state from ticket t join work_order o on o.ticket_id = t.id and not o.is_cancelled
      where t.id = any(${mine}) and not case
        when t.status in ('completed', 'voided') then o.state = 'verified'
        when t.current_keys && array['applicantVerify', 'acceptance'] then o.state = 'finished'
        else o.state in ('pending', 'assigned') end`,
    'MNT-12, M3 a repair that was done took its parts and its hours once': sql`
      select t.id from ticket t join work_order o on o.ticket_id = t.id
      where t.id = any(${mine}) and (o.finished_at is not null, o.finished_at is not null) is distinct from
        ((select coalesce(sum(i.qty - i.returned_qty), 0) = 1 from stock_issue i where i.ticket_id = t.id), (select coalesce(sum(l.hours), 0) = 1.5 from work_order_labour l where l.order_id = o.id))`,
    '22.5 the estimate of a public repair is held until it is accepted, then what it cost, and nothing without an approval': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.type = 'publicMaintenance'
        and (select coalesce(sum(c.amount - c.released), 0) from commitment c where c.ticket_id = t.id)
          <> case t.status when 'handling' then ${ESTIMATE}::numeric when 'completed' then ${ACTUAL}::numeric else 0 end`,
    'MNT-05 an acceptance by timeout has the best rating, and says so': sql`
      select t.id, o.rating, o.is_default_rating from ticket t join work_order o on o.ticket_id = t.id
      where t.id = any(${mine}) and o.state = 'verified' and (o.rating = 5) <> o.is_default_rating`,
  }
}
