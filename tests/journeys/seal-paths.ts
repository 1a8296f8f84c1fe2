/** Applications for seals as scenarios of generated paths: each walk has a seal of its own. */
import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { momentText } from '#src/define/days.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { tinyPdf, upload } from '#tests/harness/files.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type SealScenario = Pick<Scenario, 'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated'>

interface SealPeople {
  readonly leader: number
  readonly inCharge: number
  readonly bureauLeader: number
  readonly officeHead: number
  readonly officeInCharge: number
  readonly applicant: number
  readonly keeper: number
  readonly escort: number
}

const TYPE = 'useSeal'
const HOUR_MS = 3_600_000
const PAGES = 2

/** A scan, which is another file than the document. */
export const scanOf = async (app: TestApp, keeper: Client): Promise<number> =>
  (await upload(app, keeper, '扫描件.pdf', Buffer.concat([tinyPdf, Buffer.from('%scan\n')]))).data.id

export function openSealPaths(
  app: TestApp,
  people: SealPeople,
  files: { readonly document: () => Promise<number>; readonly scan: () => Promise<number> },
) {
  let filed = 0
  let scan: number | undefined
  async function newSeal(type: string): Promise<number> {
    filed += 1
    const { rows } = await sql<{ id: number }>`
      insert into seal (name, seal_type, dept_id, keeper_id, enabled_at, created_at, updated_at)
      select ${`走查印章${filed}`}, ${type}, dept_id, id, '2020-01-01', now(), now() from app_user where id = ${people.keeper} returning id`.execute(
      app.database.db,
    )
    return rows[0]?.id ?? 0
  }
  const keeper = [people.keeper]
  const peopleByState = {
    deptLeader: [people.leader],
    officeHead: [people.officeHead],
    divisionLeader: [people.inCharge],
    handOut: keeper,
    sealReceipt: [people.applicant],
    takeBack: keeper,
    stamp: keeper,
  }
  const escalated = {
    deptLeader: people.inCharge,
    officeHead: people.officeInCharge,
    divisionLeader: people.bureauLeader,
  }
  const common = { type: TYPE, handled: [{}], peopleByState, escalated }
  const scenarios: readonly SealScenario[] = [
    { ...common, name: 'a stamp of the unit', facts: { sealType: 'dept', takeOut: false, lapsed: false } },
    { ...common, name: 'the bureau seal outside', facts: { sealType: 'bureau', takeOut: true, lapsed: false } },
  ]
  return {
    scenarios,
    isOf: (type: string): boolean => type === TYPE,
    async formOf(facts: Facts): Promise<Form> {
      scan ??= await files.scan()
      const now = app.clock.now().getTime()
      return {
        reason: '报送材料需要用印',
        mobile: '10000000044',
        sealId: await newSeal(String(facts.sealType)),
        docTitle: '协查函',
        docType: 'letter',
        sendTo: '示例县公安局',
        copies: 1,
        stamps: 2,
        docFile: [await files.document()],
        pages: PAGES,
        notBlank: true,
        takeOut: facts.takeOut,
        ...(facts.takeOut === true && {
          takeOutFrom: momentText(new Date(now + HOUR_MS)),
          takeOutTo: momentText(new Date(now + 24 * HOUR_MS)),
          takeOutPlace: '示例市政务服务中心',
          escortId: people.escort,
        }),
      }
    },
    submittedForm(event: TicketEvent, state: string | undefined): Form | undefined {
      if (event.type !== 'handle' || (state !== 'stamp' && state !== 'takeBack')) return undefined
      return { stampedAt: app.clock.today(), stampedCount: 2, scanFile: [scan], scanPages: PAGES }
    },
    /** A seal that is out comes back first, and what is registered stays. */
    ruledOut(before: TicketSnapshot): string | null {
      const hasLapsed = before.context.visits.some(({ slots, kind }) =>
        kind === 'handle' ? slots.some(({ outcome }) => outcome === 'auto-approve') : false,
      )
      if (hasLapsed) return null
      const [state] = currentStates(before)
      if (state === 'sealReceipt' || state === 'takeBack') return 'seal.stillOut'
      return statusOf(before) === 'completed' ? 'seal.registered' : null
    },
    /** What is wrong with the effects of these tickets. */
    faults: (ids: readonly number[]) => effectFaults(app, rulesOf(ids)),
  }
}

export type SealPaths = ReturnType<typeof openSealPaths>

const rulesOf = (ids: readonly number[]): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    'S1 the numbers of each seal have no gap': sql`
      select seal_id, year, count(*), max(no) from seal_entry group by seal_id, year having count(*) <> max(no)`,
    'SEA-02 a use counts what stands in the register': sql`
      select u.id, u.stamped_count from seal_use u where u.ticket_id = any(${mine}) and u.stamped_count <> (
        select coalesce(sum(e.stamped_count), 0) from seal_entry e where e.use_id = u.id and not exists (select from seal_strike s where s.entry_id = e.id))`,
    '23.12 a seal is reserved while its use waits or is out, and no longer': sql`
      select u.id, u.state from seal_use u where u.ticket_id = any(${mine})
        and (u.take_out and u.state in ('pending', 'takenOut')) <> exists (select from seal_reservation r where r.use_id = u.id and r.is_active)`,
    '23.12 a ticket that is carried out has one live use, every other has none': sql`
      select t.id, t.status, count(u.id) from ticket t left join seal_use u on u.ticket_id = t.id and u.state <> 'cancelled'
      where t.id = any(${mine}) group by t.id, t.status having count(u.id) > (t.status in ('handling', 'completed'))::int`,
  }
}
