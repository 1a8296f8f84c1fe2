/** The demo bureau made ready for the generated paths of shipped workflows: who walks them, what is filed and what each decision writes. */
import { sql } from 'kysely'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { pathOf } from '#src/define/tickets/line.ts'
import { dispatch } from '#src/server/tickets/commands/dispatch.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { write } from '#src/server/work.ts'
import { type Answer, type Client, type StartOptions, startApp, type TestApp } from '#tests/harness/app.ts'
import { claimForm, leaveForm, plusDays, type WireTicket } from '#tests/harness/tickets.ts'
import { openAccessPaths } from './access-paths.ts'
import { openCarPaths } from './car-paths.ts'
import { openOffice, otherForm, TODAY } from './office.ts'
import { definitionOf, withoutFin11 } from './pathCharts.ts'
import { type Kit, kitOfPaths } from './pathKits.ts'
import { eventsOf, type Scenario, tell } from './paths.ts'
import { openPrintPaths } from './print-paths.ts'
import { openProcurementPaths } from './procurement-paths.ts'
import { afterMeal, openReceptionPaths } from './reception-paths.ts'
import { openRepairPaths } from './repair-paths.ts'
import { openSealPaths, scanOf } from './seal-paths.ts'
import { openStorePaths } from './store-paths.ts'

type Form = Readonly<Record<string, unknown>>

const START = new Date('2026-03-11T02:00:00Z')
const TOMORROW = plusDays(TODAY, 1)
const names = [
  'xi44',
  'zhang39',
  'sun03',
  'zhao01',
  'you18',
  'qin17',
  'he20',
  'yang15',
  'yan26',
  'cao25',
  'su41',
  'wei11',
  'zhang23',
  'shi22',
  'han14',
  'qian02',
  'zou34',
  'wu06',
  'zheng07',
  'qi32',
  'bai36',
  'shui37',
  'dou38',
] as const
type Name = (typeof names)[number]

/** Opens the bureau; its paths share budget, cards and stock. Close its app. */
export async function openPathBureau(options: StartOptions) {
  const app: TestApp = await startApp({ ...options, moduleServers: withoutFin11() })
  const office = openOffice(app)
  const people = new Map<Name, Client>()
  for (const name of names) people.set(name, await office.as(name))
  const personOf = (name: Name): Client => people.get(name)!
  const id = (name: Name): number => personOf(name).userId
  const { db } = app.database
  const line = await office.lineOf('D10', '30207')
  await sql`update budget_line set approved = approved + 90000000 where id = ${line}`.execute(db)
  // One auditor and one officer, so that the walks stay short; people who stand in for others would be other people.
  await sql`delete from user_role where user_id in (select id from app_user where username in ('xu19', 'zhu16', 'qin17')) and role_id in (select id from role where key in ('financeOfficer', 'logisticsOfficer'))`.execute(
    db,
  )
  await sql`update substitute set until_at = from_at`.execute(db)
  await sql`delete from absence`.execute(db)
  await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = 'bureauLeader' and p.value = 'ticket:Void'`.execute(
    db,
  )
  const stores = await openStorePaths(app, {
    applicant: id('xi44'),
    leader: id('zhang39'),
    inCharge: id('sun03'),
    keeper: id('zhang23'),
    assetManager: id('shi22'),
    logisticsHead: id('han14'),
    logisticsInCharge: id('qian02'),
  })
  const cars = await openCarPaths(
    app,
    personOf('xi44'),
    {
      leader: id('zhang39'),
      inCharge: id('sun03'),
      bureauLeader: id('zhao01'),
      dispatcher: id('yan26'),
      fleetHead: id('cao25'),
      logisticsHead: id('han14'),
      logisticsInCharge: id('qian02'),
      auditor: id('you18'),
      financeLeader: id('qin17'),
    },
    TODAY,
  )
  const repairs = await openRepairPaths(
    app,
    {
      applicant: id('xi44'),
      officer: id('yang15'),
      worker: id('zou34'),
      logisticsHead: id('han14'),
      logisticsInCharge: id('qian02'),
      auditor: id('you18'),
      auditHead: id('qin17'),
      chief: id('zhao01'),
    },
    { line: await office.lineOf('D08', '30213'), photo: () => office.pdf('xi44') },
  )
  const seals = openSealPaths(
    app,
    {
      leader: id('zhang39'),
      inCharge: id('sun03'),
      bureauLeader: id('zhao01'),
      officeHead: id('wu06'),
      officeInCharge: id('qian02'),
      applicant: id('xi44'),
      keeper: id('zheng07'),
      escort: id('su41'),
    },
    { document: () => office.pdf('xi44'), scan: () => scanOf(app, personOf('zheng07')) },
  )
  const guests = openAccessPaths(app, {
    leader: id('zhang39'),
    inCharge: id('sun03'),
    officers: [id('yang15')],
    logisticsHead: id('han14'),
    canteen: [id('qi32')],
  })
  const prints = await openPrintPaths(
    app,
    {
      applicant: id('xi44'),
      leader: id('zhang39'),
      inCharge: id('sun03'),
      officer: id('yang15'),
      logisticsHead: id('han14'),
    },
    {
      content: () => office.pdf('xi44'),
      proofs: new Map([
        [id('yang15'), await office.pdf('yang15')],
        [id('su41'), await office.pdf('su41')],
      ]),
    },
  )
  const receptions = openReceptionPaths(app, id, {
    line: await office.lineOf('D02', '30217'),
    paper: () => office.pdf('xi44'),
  })
  const procurement = await openProcurementPaths(app, id, {
    line: await office.lineOf('D04', '31003'),
    paper: () => office.pdf('dou38'),
  })
  await app.services.caches.load()
  const proof = await office.pdf('xi44')
  let vouchers = 0

  const everyday: Kit = {
    isOf: () => true,
    async formOf({ type, facts }) {
      if (type === 'otherBusiness') return otherForm()
      if (type === 'financialReimbursementOne')
        return claimForm(line, Number(facts.amount).toFixed(2), TODAY, await office.pdf('xi44'), {
          payeeName: '奚示丁',
        })
      return leaveForm(TOMORROW, Number(facts.days) > 1 ? '2026-03-23' : TOMORROW, {
        leaveType: 'sick',
        proxyUserId: id('su41'),
        ...(Number(facts.days) > 1 && { proof: [proof] }),
      })
    },
    submittedForm(_type, event, state) {
      if (event.type === 'approve' && state === 'logisticsAssign') return { handlerId: id('yan26') }
      if (event.type !== 'handle') return undefined
      vouchers += 1
      if (state === 'cashierPay')
        return event.facts.payResult === 'failed'
          ? { payResult: 'failed', failReason: '账号有误' }
          : { payResult: 'paid', voucherNo: `PZ-P-${vouchers}`, paidAt: TODAY, account: 'petty' }
      if (state === 'process') return { result: '已经办理完成' }
      if (state === 'applicantVerify') return { rating: 4 }
      return { actualBackAt: app.clock.today(), actualBackHalf: 'pm' }
    },
  }
  /** The first that knows a type writes for it. */
  const kits: readonly Kit[] = [
    {
      isOf: stores.isOf,
      formOf: ({ type }) => stores.formOf(type),
      submittedForm: (type, event, state) => stores.submittedForm(type, event, state),
    },
    {
      isOf: cars.isOf,
      formOf: (scenario) => cars.formOf(scenario),
      submittedForm: (_type, event, state) => cars.submittedForm(event, state),
    },
    {
      isOf: repairs.isOf,
      formOf: ({ type }) => repairs.formOf(type),
      submittedForm: (type, event, state) => repairs.submittedForm(type, event, state),
    },
    ...[seals, guests, prints, receptions].map(kitOfPaths),
    procurement,
  ]
  const kitOf = (type: string): Kit => kits.find((kit) => kit.isOf(type)) ?? everyday

  const common = {
    handled: [{}],
    standIn: id('su41'),
    voider: id('zhao01'),
    applicant: id('xi44'),
    escalated: {
      deptLeader: id('sun03'),
      divisionLeader: id('zhao01'),
      financeLeader: id('zhao01'),
      financeAudit: id('qin17'),
    },
  }
  const leave = { ...common, type: 'leaveApproval', definition: definitionOf('leaveApproval') }
  const leaders = { deptLeader: [id('zhang39')], divisionLeader: [id('sun03')], bureauLeader: [id('zhao01')] }
  const claim = {
    ...common,
    type: 'financialReimbursementOne',
    definition: definitionOf('financialReimbursementOne'),
    handled: [{ payResult: 'paid' }, { payResult: 'failed' }],
    peopleByState: {
      ...leaders,
      financeAudit: [id('you18')],
      financeLeader: [id('qin17')],
      cashierPay: [id('he20')],
    },
  }
  const thresholds = { 'config.wf.t1': 5000, 'config.wf.t2': 20_000 }
  const scenarios: readonly Scenario[] = [
    {
      ...leave,
      name: 'a leave of one day',
      facts: { days: 1, 'applicant.isDeptLeader': false, 'applicant.rankLevel': 'staff' },
      peopleByState: { ...leaders, backToWork: [id('xi44')] },
    },
    {
      ...leave,
      name: 'a leave of eight days',
      goesBack: true,
      facts: { days: 8, 'applicant.isDeptLeader': false, 'applicant.rankLevel': 'staff' },
      peopleByState: { ...leaders, backToWork: [id('xi44')] },
    },
    {
      ...leave,
      name: 'a leave of a leader',
      applicant: id('zhang39'),
      facts: { days: 1, 'applicant.isDeptLeader': true, 'applicant.rankLevel': 'section' },
      peopleByState: { ...leaders, backToWork: [id('zhang39')] },
    },
    { ...claim, name: 'a claim of 100.00', facts: { ...thresholds, amount: 100 } },
    { ...claim, name: 'a claim of 30,000.00', facts: { ...thresholds, amount: 30_000 } },
    {
      ...common,
      name: 'other business',
      goesBack: true,
      type: 'otherBusiness',
      definition: definitionOf('otherBusiness'),
      facts: {},
      peopleByState: {
        ...leaders,
        logisticsAssign: [id('yang15')],
        process: [id('yan26')],
        applicantVerify: [id('xi44')],
      },
    },
    ...[
      ...stores.scenarios,
      ...cars.scenarios,
      ...repairs.scenarios,
      ...seals.scenarios,
      ...guests.scenarios,
      ...prints.scenarios,
      ...receptions.scenarios,
      ...procurement.scenarios,
    ].map((scenario) => ({
      ...common,
      ...scenario,
      definition: definitionOf(scenario.type),
    })),
  ]

  /** The clock's part of a path. */
  async function tick(ticketId: number, event: TicketEvent): Promise<void> {
    const caller = { access: null, language: 'zhHans' as const, origin: { ip: null, requestId: null }, revision: null }
    const command =
      event.type === 'open'
        ? { type: 'open' as const, visit: event.visit }
        : {
            type: 'timeout' as const,
            visit: ('visit' in event ? event.visit : undefined) ?? 0,
            rule: 'rule' in event ? event.rule : '',
          }
    await write(app.services, (unit) => dispatch(engineOf(app.services), unit, ticketId, command, caller))
  }

  const clientOf = (userId: number): Client => [...people.values()].find((one) => one.userId === userId)!
  const submittedForm = (type: string, event: TicketEvent, state: string | undefined): Form | undefined =>
    kitOf(type).submittedForm(type, event, state)

  return {
    app,
    scenarios,
    stores,
    cars,
    repairs,
    seals,
    guests,
    prints,
    receptions,
    procurement,
    clientOf,
    usernameOf: (userId: number): string => [...people].find(([, one]) => one.userId === userId)?.[0] ?? '',
    optionsOf: (scenario: Scenario) => ({
      events: (snapshot: TicketSnapshot) => eventsOf(scenario, snapshot),
      tell,
      inputs: [{ applicant: scenario.applicant }],
    }),
    /** What the applicant fills in. */
    formOf: (scenario: Scenario): Form | Promise<Form> => kitOf(scenario.type).formOf(scenario),
    /** What a decision has to write for the server to take it. */
    submittedForm,
    /** The event on the server: by its person through the API, or by the clock. */
    async perform(
      scenario: Scenario,
      ticketId: number | null,
      event: TicketEvent,
      state: string | undefined,
    ): Promise<Answer<WireTicket>> {
      if (!('actor' in event)) {
        await tick(ticketId!, event)
        return clientOf(scenario.voider).get<WireTicket>(`/api/workflow/ticket/${ticketId}/`)
      }
      const actor = clientOf(event.actor)
      if (ticketId === null)
        return actor.post<WireTicket>('/api/workflow/ticket/', {
          type: scenario.type,
          formData: await kitOf(scenario.type).formOf(scenario),
          submit: true,
        })
      if (cars.isOf(scenario.type)) await cars.before(event, state, ticketId)
      const formData = submittedForm(scenario.type, event, state)
      // Invoices of a claim that went back may be used again; everything else of the form stays.
      return actor.post<WireTicket>(`/api/workflow/ticket/${ticketId}/${pathOf(event.type)}/`, {
        ...(event.type === 'submit' ? {} : { comment: event.comment }),
        ...(event.type === 'return' && { target: event.target, ...(event.resume && { resume: event.resume }) }),
        ...((event.type === 'transfer' || event.type === 'delegate') && { userId: event.to }),
        ...(event.type === 'addSign' && {
          userIds: event.people,
          where: event.where,
          ...(event.where !== 'parallel' && { mode: event.method }),
        }),
        ...(event.type === 'removeSign' && { userIds: event.people }),
        ...(formData && { formData }),
      })
    },
    /** Open and past places of the ticket, as `placesOf` writes those of the chart. */
    async placesOnServer(ticketId: number): Promise<readonly string[]> {
      const { rows } = await sql<{ place: string }>`
        select concat_ws(' ', visit, state, assignee_id, relation, status, coalesce(outcome, '-')) as place from ticket_task where ticket_id = ${ticketId}`.execute(
        db,
      )
      return rows.map((row) => row.place).sort()
    },
    /** A leave begins tomorrow, and a meal is over then: going back to work and serving happen then, everything else before it. */
    momentOf: (event: TicketEvent, state: string | undefined, index: number): Date =>
      new Date(
        START.getTime() +
          index * 60_000 +
          (event.type === 'handle' && (state === 'backToWork' || afterMeal.includes(state)) ? 86_400_000 : 0),
      ),
    /** What the chart leaves to the business: money that has gone out stays out (20.2 `biz rule`), and cards come back first (E4). */
    ruledOut(scenario: Scenario, event: TicketEvent, before: TicketSnapshot): string | null {
      if (event.type !== 'void') return null
      if (seals.isOf(scenario.type)) return seals.ruledOut(before)
      const isDone = statusOf(before) === 'completed'
      if (scenario.type === 'financialReimbursementOne') return isDone ? 'finance.alreadyPaid' : null
      const isOut = isDone || currentStates(before)[0] === 'receiptSign'
      return isOut && stores.handsOutCards(scenario.type) ? 'asset.stillOut' : null
    },
    /** The next path is the same application of the same person. */
    async forget(ticketId: number): Promise<void> {
      await sql`delete from absence where ticket_id = ${ticketId}`.execute(db)
      await stores.forget(ticketId)
    },
  }
}
export type PathBureau = Awaited<ReturnType<typeof openPathBureau>>
