/** Applications for access as scenarios of generated paths: each walk brings people of its own. */
import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { addDays } from '#src/define/days.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type AccessScenario = Pick<Scenario, 'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated'>

interface AccessPeople {
  readonly leader: number
  readonly inCharge: number
  readonly officers: readonly number[]
  readonly logisticsHead: number
  readonly canteen: readonly number[]
}

const TYPE = 'accessControlDining'

export function openAccessPaths(app: TestApp, people: AccessPeople) {
  let filed = 0
  const scenarios: readonly AccessScenario[] = [
    {
      type: TYPE,
      name: 'two people with cards',
      facts: {},
      handled: [{}],
      peopleByState: { deptLeader: [people.leader], logisticsReview: people.officers, activate: people.canteen },
      escalated: { deptLeader: people.inCharge, logisticsReview: people.logisticsHead },
    },
  ]
  return {
    scenarios,
    isOf: (type: string): boolean => type === TYPE,
    formOf(_facts: Facts): Form {
      const today = app.clock.today()
      const persons = [1, 2].map(() => {
        filed += 1
        return {
          name: `走查来宾${filed}`,
          idType: 'idCard',
          idTail4: '002X',
          org: '示例科技公司',
          mobile: `1000003${String(filed).padStart(4, '0')}`,
          visitorType: 'contractor',
        }
      })
      return {
        reason: '办公楼设备维护',
        mobile: '10000000044',
        applyKind: 'new',
        grantKind: 'door',
        areas: ['building'],
        persons,
        validFrom: today,
        validTo: addDays(today, 20),
      }
    },
    submittedForm(event: TicketEvent, state: string | undefined): Form | undefined {
      if (event.type !== 'handle' || state !== 'activate') return undefined
      filed += 1
      return { cards: [1, 2].map((lineNo) => ({ lineNo, cardNo: `WALK${filed}-${lineNo}` })) }
    },
    /** What is wrong with the effects of these tickets. */
    faults: (ids: readonly number[]) => effectFaults(app, rulesOf(ids)),
  }
}

export type AccessPaths = ReturnType<typeof openAccessPaths>

const rulesOf = (ids: readonly number[]): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    '23.10 a ticket in handling has its grants waiting, a completed one in force, every other none': sql`
      select t.id, t.status, array_agg(g.state) from ticket t left join access_grant g on g.ticket_id = t.id and g.state <> 'revoked'
      where t.id = any(${mine}) group by t.id, t.status
      having coalesce(array_agg(g.state) filter (where g.id is not null), '{}') <> case t.status when 'handling' then array['pending', 'pending']
        when 'completed' then array['active', 'active'] else array[]::text[] end`,
    'CAN-31 no card and no person has two grants in force': sql`
      select card_no from access_grant where state = 'active' group by card_no having count(*) > 1 and card_no is not null
      union all select name from access_grant where state = 'active' group by name, mobile having count(*) > 1`,
  }
}
