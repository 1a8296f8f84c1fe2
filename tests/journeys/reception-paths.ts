/** Receptions as scenarios of generated paths: each walk has a letter of its own, and eats in the canteen. */
import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { momentText } from '#src/define/days.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type ReceptionScenario = Pick<Scenario, 'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated'>

type Person = 'xi44' | 'zhang39' | 'sun03' | 'wu06' | 'qian02' | 'you18' | 'qin17' | 'zhao01' | 'qi32'

const TYPE = 'officialReception'
const HOUR_MS = 3_600_000
const AMOUNT = '300.00'

/** Room for every walk beside those who ordered. */
const CAPACITY = 2000

/** States whose handling waits for the meal. */
export const afterMeal: readonly (string | undefined)[] = ['serve', 'guestList']

export function openReceptionPaths(
  app: TestApp,
  id: (name: Person) => number,
  given: { readonly line: number; readonly paper: () => Promise<number> },
) {
  let filed = 0
  let list = 0
  const scenarios: readonly ReceptionScenario[] = [
    {
      type: TYPE,
      name: 'guests of division rank in the canteen',
      facts: { guestTopRank: 'division', place: 'canteen', amount: 300, 'config.wf.t1': 5000 },
      handled: [{}],
      peopleByState: {
        deptLeader: [id('zhang39')],
        officeHead: [id('wu06')],
        financeAudit: [id('you18')],
        divisionLeader: [id('sun03')],
        serve: [id('qi32')],
        guestList: [id('xi44')],
        settle: [id('you18')],
      },
      escalated: {
        deptLeader: id('sun03'),
        officeHead: id('qian02'),
        financeAudit: id('qin17'),
        divisionLeader: id('zhao01'),
      },
    },
  ]
  return {
    scenarios,
    isOf: (type: string): boolean => type === TYPE,
    async formOf(_facts: Facts): Promise<Form> {
      filed += 1
      const paper = await given.paper()
      list = await given.paper()
      await sql`
        update menu_plan set capacity = ${CAPACITY} where date = ${app.clock.today()}::date and meal_type = 'dinner' and deleted_at is null`.execute(
        app.database.db,
      )
      const { rows } = await sql<{ id: number }>`select id from area where code = '910200'`.execute(app.database.db)
      return {
        reason: '接待来访单位开展业务交流',
        mobile: '10000000044',
        letterOrg: '走查来函单位',
        letterNo: `走查函〔2031〕${filed}号`,
        letterDate: app.clock.today(),
        letterArea: rows[0]?.id,
        letterFile: [paper],
        activity: '调研警务保障信息化建设',
        guests: [{ name: '来宾示甲', org: '走查来函单位', position: '处长', rankLevel: 'division' }],
        escorts: [id('zhang39'), id('xi44')],
        mealAt: momentText(new Date(app.clock.now().getTime() + 6 * HOUR_MS)),
        mealType: 'dinner',
        place: 'canteen',
        noAlcohol: true,
        amount: AMOUNT,
        budgetLineId: given.line,
      }
    },
    submittedForm(event: TicketEvent, state: string | undefined): Form | undefined {
      if (event.type !== 'handle' || state === 'serve') return undefined
      return state === 'settle'
        ? { listChecked: true }
        : {
            actualEscorts: [id('zhang39'), id('xi44')],
            actualAmount: AMOUNT,
            listFile: [list],
            listSignerId: id('zhang39'),
          }
    },
    /** What is wrong with the effects of these tickets. */
    faults: (ids: readonly number[]) => effectFaults(app, rulesOf(ids)),
  }
}

export type ReceptionPaths = ReturnType<typeof openReceptionPaths>

const rulesOf = (ids: readonly number[]): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    '23.9 a ticket in handling has one reception under way, a completed one a settled, every other none': sql`
      select t.id, t.status, r.state from ticket t left join reception r on r.ticket_id = t.id and r.state <> 'cancelled' where t.id = any(${mine})
        and case t.status when 'handling' then coalesce(r.state, 'settled') = 'settled' when 'completed' then r.state is distinct from 'settled' else r.id is not null end`,
    'INV-14 a letter is taken while its ticket is under way or done, and by what was undone after its meal': sql`
      select t.id, t.status from ticket t where t.id = any(${mine})
        and exists (select from reception_letter l where l.ticket_id = t.id) <> (t.status in ('running', 'handling', 'completed')
          or exists (select from reception r where r.ticket_id = t.id and r.served_at is not null))`,
    'CAN-48 the meal stands on the menu while its reception is under way, is verified with its serving, and goes with it before': sql`
      select t.id, t.status, r.state, o.state as meal from ticket t left join reception r on r.ticket_id = t.id and r.state <> 'cancelled'
        left join meal_order o on o.ticket_id = t.id and o.state <> 'cancelled'
      where t.id = any(${mine}) and (o.state is distinct from case when r.state = 'approved' then 'ordered' when r.id is not null
            or exists (select from reception s where s.ticket_id = t.id and s.served_at is not null) then 'verified' end
          or o.portions <> 3)`,
    'CAN-43 a menu has booked what its orders hold': sql`
      select m.id, m.booked from menu_plan m where m.booked > m.capacity or m.booked <> (
        select coalesce(sum(o.portions), 0) from meal_order o where o.menu_id = m.id and o.state <> 'cancelled')`,
    'D6 money is held for receptions under way, and leaves the budget with the settlement': sql`
      select t.id, t.status, e.held, e.spent from ticket t
        left join lateral (select coalesce(sum(case type when 'freeze' then amount when 'unfreeze' then -amount end), 0) as held,
          coalesce(sum(case type when 'consume' then amount when 'refund' then -amount end), 0) as spent from budget_ledger b where b.ticket_id = t.id) e on true
      where t.id = any(${mine}) and (e.held <> case t.status when 'handling' then 300 else 0 end or e.spent <> case t.status when 'completed' then 300 else 0 end)`,
  }
}
