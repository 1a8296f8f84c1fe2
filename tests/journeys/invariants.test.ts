/** INV-01, 02, 03, 06, 08, 09, 10, 12, 13 and I1-I13, I20-I22 over random lives of the three applications, one by one and all at once. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { engines, oneEngine, runsOn } from '#tests/harness/engines.ts'
import { personEvents } from '#tests/harness/personEvents.ts'
import { runs } from '#tests/harness/runs.ts'
import { act, claimForm, leaveForm, submit } from '#tests/harness/tickets.ts'
import { type Action, type Crew, crew, type Member, openCrew } from './crew.ts'
import { openOffice, TODAY } from './office.ts'
import { counterFaults, houseFaults, ticketFaults } from './soundness.ts'

/** Random lives and bursts; more by `JOURNEY_RUNS=400`, others by `JOURNEY_SEED`. */
const RUNS = Number(process.env.JOURNEY_RUNS ?? runs(4))
const SEED = Number(process.env.JOURNEY_SEED ?? 20260311)
/** A counterexample is made smaller for so long at most. */
const options = { seed: SEED, interruptAfterTimeLimit: 8000 * RUNS } as const
const START = new Date('2026-03-11T02:00:00Z')
const MINUTE = 60_000

// Small numbers are no more interesting here than others.
const pick = fc.noBias(fc.nat(1_000_000))
const member = fc.constantFrom(...crew)
/** One thing that happens. Mostly somebody whose turn it is does something that is offered; now and then somebody tries what is not. */
const happening = fc.oneof(
  { weight: 1, arbitrary: fc.record({ what: fc.constant('file' as const), pick }) },
  { weight: 12, arbitrary: fc.record({ what: fc.constant('turn' as const), pick, ticket: pick }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('applicant' as const), pick, ticket: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('anyone' as const),
      pick,
      ticket: pick,
      member,
      action: fc.constantFrom(...personEvents),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('smuggle' as const), pick, ticket: pick }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('seldom' as const), pick, ticket: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('time' as const), pick, hours: fc.integer({ min: 1, max: 30 }) }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

/** A business rule may refuse what the chain offers; the chain itself may not. */
const isBusiness = (action: Action, key: string | undefined): boolean =>
  key !== undefined &&
  (['transfer', 'delegate', 'addSign'].includes(action)
    ? ['rule.WF-10', 'wf.cannotAddSigner', 'wf.cannotConsult', 'wf.selfApproval'].includes(key)
    : !key.startsWith('wf.'))

describe.each(engines)('random lives on %s', (engine) => {
  let app: TestApp
  let team: Crew
  const accepted = new Set<Action>()

  beforeAll(async () => {
    app = await startApp({ engine })
    team = await openCrew(app)
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = 'bureauLeader' and p.value = 'ticket:Void'`.execute(
      app.database.db,
    )
    await app.services.caches.load()
  })
  afterAll(() => app.close())

  const memberOf = (userId: number): Member | undefined => crew.find((one) => team.people.get(one)!.userId === userId)
  const revisionOf = async (id: number) =>
    (
      await sql<{ revision: number; events: number }>`select revision, events from ticket where id = ${id}`.execute(
        app.database.db,
      )
    ).rows[0]!

  /** Does one action and compares what happened with what the page had offered (I22). */
  async function attempt(who: Member, id: number, action: Action, by: number): Promise<void> {
    const view = await team.view(who, id)
    const before = await revisionOf(id)
    const answer = await team.act(who, id, action, team.payload(action, view, by))
    const after = await revisionOf(id)
    const isDone = answer.code === 2000
    const report = {
      who,
      action,
      offered: view?.ticket.allowedActions ?? 'nothing',
      code: answer.code,
      key: answer.errKey,
      errors: answer.errors,
    }
    expect(answer.status, JSON.stringify(report)).toBe(200)
    if (view?.may(action))
      expect(isDone || isBusiness(action, answer.errKey), `offered, and refused: ${JSON.stringify(report)}`).toBe(true)
    else expect(isDone, `not offered, and done: ${JSON.stringify(report)}`).toBe(false)
    if (isDone) {
      accepted.add(action)
      // INV-13: the time is the server's.
      const { rows } = await sql<{
        at: Date
      }>`select at from ticket_event where ticket_id = ${id} order by seq desc limit 1`.execute(app.database.db)
      expect(rows[0]!.at).toEqual(app.clock.now())
      expect(after.events).toBeGreaterThan(before.events)
    } else expect(after, `refused, and yet changed: ${JSON.stringify(report)}`).toEqual(before)
  }

  /** Whatever of the rare actions is offered to anybody now. */
  async function seldom(by: number, id: number): Promise<void> {
    const views = await Promise.all(crew.map(async (who) => ({ who, view: await team.view(who, id) })))
    const rare = (['claim', 'release', 'refuse', 'void'] as const).flatMap((action) =>
      views.flatMap(({ who, view }) => (view?.may(action) ? [{ who, action }] : [])),
    )
    const action = rare[by % (rare.length || 1)]
    if (!action) return
    await attempt(action.who, id, action.action, by)
    if (action.action === 'claim' && by % 2 === 0) await attempt(action.who, id, 'release', by)
  }

  async function happen(one: Happening, ids: number[]): Promise<void> {
    if (one.what === 'file') {
      const answer = await team.file(one.pick)
      expect([2000, 4001], JSON.stringify(answer.errors)).toContain(answer.code)
      if (answer.code === 2000) ids.push(answer.data.id)
      return
    }
    if (one.what === 'time') {
      app.clock.advance(one.hours * 60 * MINUTE)
      await runDueTimers(app.services)
      return
    }
    if (ids.length === 0) return
    const id = ids[one.ticket % ids.length]!
    if (one.what === 'seldom') return seldom(one.pick, id)
    const seen = (await team.view('pan42', id)) ?? (await team.view('ge43', id)) ?? (await team.view('zhang39', id))
    if (one.what === 'anyone' || !seen)
      return one.what === 'anyone' ? attempt(one.member, id, one.action, one.pick) : undefined
    const applicant = memberOf(
      (await sql<{ id: number }>`select applicant_id as id from ticket where id = ${id}`.execute(app.database.db))
        .rows[0]!.id,
    )!
    const holders = seen.ticket.current
      .flatMap((place) => place.handlers)
      .map((handler) => memberOf(handler.id))
      .filter((found) => found !== undefined)
    const who = one.what === 'applicant' ? applicant : (holders[one.pick % (holders.length || 1)] ?? applicant)
    if (one.what === 'smuggle') {
      // I13: a field that is not writable here stays as it is, and the action with it.
      const before = await revisionOf(id)
      const answer = await team.act(who, id, 'approve', { formData: { reason: '偷偷改掉的理由' } })
      expect(answer.code).not.toBe(2000)
      return expect(await revisionOf(id)).toEqual(before)
    }
    const offered = ((await team.view(who, id))?.ticket.allowedActions ?? []).filter((action): action is Action =>
      (personEvents as readonly string[]).includes(action),
    )
    const moving = offered.filter((action) => !['comment', 'cc', 'urge'].includes(action))
    const forward = moving.filter((action) => action === 'approve' || action === 'handle')
    const list = [forward, forward, forward, moving, moving, offered][one.pick % 6]!
    const action = (list.length > 0 ? list : offered)[(one.pick >> 3) % (list.length || offered.length || 1)]
    if (action) await attempt(who, id, action, one.pick)
  }

  it('I22, TKT-01 after any sequence of actions every rule holds, refused actions change nothing, and exactly what is offered works', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 25, maxLength: 60 }), async (happenings) => {
        app.clock.set(START)
        const ids: number[] = []
        for (const one of [{ what: 'file' as const, pick: happenings[0]!.pick }, ...happenings]) {
          app.clock.advance(MINUTE)
          await happen(one, ids)
        }
        expect(await ticketFaults(app, ids)).toEqual([])
        expect(await houseFaults(app)).toEqual([])
      }),
      { ...options, numRuns: runsOn(engine, RUNS) },
    )
  })

  it('I12 of several actions on one revision at the same moment one is done, and the others hear that it moved', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        pick,
        fc.nat(6),
        fc.array(fc.tuple(member, pick), { minLength: 3, maxLength: 8 }),
        async (first, steps, rivals) => {
          app.clock.set(START)
          const filed = await team.file(first)
          if (filed.code !== 2000) return
          const { id } = filed.data
          for (let step = 0; step < steps; step += 1)
            await happen({ what: 'turn', pick: first + step * 7 + 1, ticket: 0 }, [id])
          const views = await Promise.all(rivals.map(async ([who]) => team.view(who, id)))
          const before = await revisionOf(id)
          const asked = rivals.flatMap(([who, by], index) => {
            const view = views[index]
            const offered = (view?.ticket.allowedActions ?? []).filter((action): action is Action =>
              (personEvents as readonly string[]).includes(action),
            )
            const action = offered[by % (offered.length || 1)]
            return view && action ? [{ who, action, body: team.payload(action, view, by) }] : []
          })
          const answers = await Promise.all(asked.map(({ who, action, body }) => team.act(who, id, action, body)))
          const done = answers.filter((answer) => answer.code === 2000)
          expect(done.length).toBeLessThanOrEqual(1)
          if (done.length === 1) {
            const late = answers.filter((answer) => answer.code !== 2000)
            expect(
              late
                .filter((answer) => answer.errKey !== 'wf.stateChanged' && !isBusiness('approve', answer.errKey))
                .map((answer) => [answer.code, answer.errKey]),
            ).toEqual([])
          }
          expect((await revisionOf(id)).revision - before.revision).toBe(done.length)
          expect(await ticketFaults(app, [id])).toEqual([])
        },
      ),
      { ...options, numRuns: runsOn(engine, RUNS) },
    )
    expect(await houseFaults(app)).toEqual([])
  })

  it('many people on many tickets at once, blindly: no fault, no deadlock, every rule holds', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pick, { minLength: 4, maxLength: 6 }),
        fc.array(fc.tuple(member, fc.constantFrom(...personEvents), pick, pick), { minLength: 20, maxLength: 40 }),
        async (files, actions) => {
          app.clock.set(START)
          const filed = await Promise.all(files.map((each) => team.file(each)))
          const ids = filed.filter((answer) => answer.code === 2000).map((answer) => answer.data.id)
          if (ids.length === 0) return
          const codes = await Promise.all(
            actions.map(async ([who, action, ticket, by]) => {
              const id = ids[ticket % ids.length]!
              const view = await team.view(who, id)
              const { version: _seen, ...body } = team.payload(action, view, by) as { version?: number }
              const { code } = await team.act(who, id, action, body)
              if (code === 2000) accepted.add(action)
              return code
            }),
          )
          expect(codes.filter((code) => ![2000, 4000, 4001, 4003, 4004].includes(code))).toEqual([])
          expect(await ticketFaults(app, ids)).toEqual([])
        },
      ),
      { ...options, numRuns: runsOn(engine, Math.ceil(RUNS / 2)) },
    )
    expect(await houseFaults(app)).toEqual([])
  })

  it.runIf(oneEngine.includes(engine))(
    'all of this was no idle talk: the common actions were accepted somewhere',
    () => {
      // Rarer ones depend on how the racing requests fall; their own tests take them.
      expect(
        (['submit', 'approve', 'reject', 'return', 'withdraw'] as const).filter((action) => !accepted.has(action)),
      ).toEqual([])
    },
  )

  it('I5 every counter equals the length of its list', async () => {
    for (const one of crew) expect([one, await counterFaults(team.people.get(one)!)]).toEqual([one, []])
  })

  it('INV-02 eight claims at once never take more than the line has, to the cent', async () => {
    const office = openOffice(app)
    const line = await office.lineOf('D10', '30206')
    await sql`update budget_line set approved = used + frozen + 1000.00, adjust = 0 where id = ${line}`.execute(
      app.database.db,
    )
    const people = await Promise.all(
      ['pan42', 'ge43', 'xi44', 'su41', 'fan45', 'yun40', 'pan42', 'ge43'].map(async (name) => ({
        person: await office.as(name),
        file: await office.pdf(name),
      })),
    )
    const answers = await Promise.all(
      people.map(({ person, file }) =>
        submit(person, 'financialReimbursementOne', claimForm(line, '333.33', TODAY, file)),
      ),
    )
    expect(answers.filter((answer) => answer.code === 2000)).toHaveLength(3)
    expect(new Set(answers.filter((answer) => answer.code !== 2000).map((answer) => answer.msg))).toEqual(
      new Set(['预算余额不足：可用 0.01 元，本次 333.33 元']),
    )
    const { rows } = await sql`select frozen from budget_line where id = ${line}`.execute(app.database.db)
    expect(rows).toHaveLength(1)
    expect((await houseFaults(app)).filter((fault) => !String(fault.rule).startsWith('INV-02'))).toEqual([])
  })

  it('INV-08, LEV-02 leaves asked for at once never exceed the quota nor overlap', async () => {
    const xi = await openOffice(app).as('xi44')
    await sql`insert into leave_quota (user_id, dept_id, year, leave_type, total, created_at, updated_at) select id, dept_id, 2027, 'annual', 2, now(), now() from app_user where id = ${xi.userId}`.execute(
      app.database.db,
    )
    const days = ['2027-06-07', '2027-06-08', '2027-06-09', '2027-06-09', '2027-06-10', '2027-06-11']
    const answers = await Promise.all(days.map((day) => submit(xi, 'leaveApproval', leaveForm(day, day))))
    expect(answers.filter((answer) => answer.code === 2000)).toHaveLength(2)
    expect(
      answers
        .filter((answer) => answer.code !== 2000)
        .every((answer) => ['leave.quotaInsufficient', 'leave.overlap'].includes(answer.errKey ?? '')),
    ).toBe(true)
    expect(
      await ticketFaults(
        app,
        answers.filter((answer) => answer.code === 2000).map((answer) => answer.data.id),
      ),
    ).toEqual([])
  })

  it('INV-06 one invoice in six claims at once is used once', async () => {
    const office = openOffice(app)
    const line = await office.lineOf('D10', '30207')
    const [pan, file] = [await office.as('pan42'), await office.pdf('pan42')]
    const form = claimForm(line, '9.00', TODAY, file)
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(pan, 'financialReimbursementOne', form)))
    expect(answers.map((answer) => answer.errKey ?? 'done').sort()).toEqual([
      'done',
      ...Array.from({ length: 5 }, () => 'invoice.duplicate'),
    ])
    await act(pan, answers.find((answer) => answer.code === 2000)!.data.id, 'withdraw')
  })

  it('INV-03, I10 what was logged or published can be neither changed nor removed, by nobody', async () => {
    const { db } = app.database
    await expect
      .poll(async () => (await sql`select from operation_log limit 1`.execute(db)).rows.length, { timeout: 5000 })
      .toBe(1)
    for (const table of ['ticket_event', 'budget_ledger', 'operation_log', 'workflow_version']) {
      const column = {
        ticket_event: 'comment',
        budget_ledger: 'note',
        operation_log: 'path',
        workflow_version: 'content_hash',
      }[table]!
      await expect(
        sql`update ${sql.table(table)} set ${sql.ref(column)} = 'altered'`.execute(db),
        table,
      ).rejects.toThrow(/append-only|immutable/)
      await expect(sql`delete from ${sql.table(table)}`.execute(db), table).rejects.toThrow(/append-only|immutable/)
    }
  })
})
