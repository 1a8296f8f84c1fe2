/** Applications for printing as scenarios of generated paths: in the house, with paper from the store. */
import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { addDays } from '#src/define/days.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { openCounter } from '#tests/modules/supplies/counter.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type PrintScenario = Pick<Scenario, 'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated'>

interface PrintPeople {
  readonly applicant: number
  readonly leader: number
  readonly inCharge: number
  readonly officer: number
  readonly logisticsHead: number
}

const TYPE = 'printingPublicity'
/** More than all walks together take. */
const STOCK = 1000

/** `content` uploads a document of the applicant; `proofs` are documents of those who may make a proof. */
export async function openPrintPaths(
  app: TestApp,
  people: PrintPeople,
  files: { readonly content: () => Promise<number>; readonly proofs: ReadonlyMap<number, number> },
) {
  const counter = await openCounter(app)
  const itemId = await counter.item({ name: '走查用纸' })
  await counter.store.receive({ itemId, qty: STOCK })
  const scenarios: readonly PrintScenario[] = [
    {
      type: TYPE,
      name: 'a handbook in the house',
      facts: { external: false, amount: 0, 'config.wf.t1': 5000 },
      handled: [{ proofResult: 'confirmed' }, { proofResult: 'revise' }],
      peopleByState: {
        deptLeader: [people.leader],
        logisticsReview: [people.officer],
        proof: [people.officer],
        proofConfirm: [people.applicant],
        deliver: [people.officer],
      },
      escalated: {
        deptLeader: people.inCharge,
        logisticsReview: people.logisticsHead,
      },
    },
  ]
  return {
    scenarios,
    isOf: (type: string): boolean => type === TYPE,
    async formOf(facts: Facts): Promise<Form> {
      return {
        reason: '业务培训需要印制材料',
        mobile: '10000000044',
        printType: 'document',
        jobs: [
          {
            name: '培训手册',
            spec: 'A4 骑马钉',
            pages: 4,
            colour: 'mono',
            sides: 'double',
            qty: 2,
            unitPrice: '0.00',
          },
        ],
        contentFile: [await files.content()],
        external: facts.external,
        secretLevel: 'none',
        needAt: addDays(app.clock.today(), 10),
        channel: 'inHouse',
      }
    },
    submittedForm(event: TicketEvent, state: string | undefined): Form | undefined {
      if (event.type !== 'handle') return undefined
      if (state === 'proof') {
        const file = files.proofs.get(event.actor)
        return { proofFile: file === undefined ? [] : [file], papers: [{ itemId, qty: 1 }] }
      }
      if (state === 'proofConfirm')
        return event.facts.proofResult === 'revise'
          ? { proofResult: 'revise', proofNote: '标题字号请放大' }
          : { proofResult: 'confirmed' }
      return { deliveredQty: 2 }
    },
    /** What is wrong with the effects of these tickets. */
    faults: (ids: readonly number[]) => effectFaults(app, rulesOf(ids)),
  }
}

export type PrintPaths = Awaited<ReturnType<typeof openPrintPaths>>

const rulesOf = (ids: readonly number[]): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    '23.11 a ticket in handling has one print under way, a completed one a delivered, every other none': sql`
      select t.id, t.status, o.state from ticket t left join print_order o on o.ticket_id = t.id and o.state <> 'cancelled' where t.id = any(${mine})
        and case t.status when 'handling' then coalesce(o.state, 'delivered') = 'delivered' when 'completed' then o.state is distinct from 'delivered' else o.id is not null end`,
    '90 B no print was delivered without a proof that the applicant confirmed': sql`
      select o.id from print_order o where o.ticket_id = any(${mine}) and o.state = 'delivered'
        and not exists (select from print_proof p where p.order_id = o.id and p.no = o.proofs and p.verdict = 'confirmed')`,
    '23.11 paper is kept only for prints under way, and issued only for delivered ones': sql`
      select t.id, t.status from ticket t where t.id = any(${mine})
        and (t.status <> 'handling' and exists (select from stock_reservation r join stock_request q on q.id = r.request_id where q.ticket_id = t.id and r.qty > 0)
          or t.status not in ('completed', 'voided') and exists (select from stock_issue i where i.ticket_id = t.id))`,
  }
}
