/** 25.8 close with recover on the real server: what the clock takes from everybody, and what the applicant brings straight back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TimerRule, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { bySystem } from '#src/server/tickets/commands/command.ts'
import { dispatch } from '#src/server/tickets/commands/dispatch.ts'
import { previewRoute } from '#src/server/tickets/forms/trial.ts'
import { detailOf, seeTicket } from '#src/server/tickets/queries/detail.ts'
import { listTickets } from '#src/server/tickets/queries/list.ts'
import { listQuery } from '#src/server/tickets/queries/listQuery.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { findTicket } from '#src/server/tickets/ticket.ts'
import { replayNightly } from '#src/server/tickets/timers/nightly.ts'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { errand, forked, outing, split } from './applications.ts'
import { type Bureau, head, type Name, openBureau, start } from './bureau.ts'
import { inForce } from './drawn.ts'
import { effectsOf, expectSound, holders, refusal, say } from './words.ts'

const DAY = 24 * 3_600_000
const ROUNDS = 10
const silence: TimerRule = { key: 'silence', afterHours: 9, action: 'close' }

const closing = (workflow: WorkflowDefinition, ...keys: readonly string[]): WorkflowDefinition => ({
  ...workflow,
  states: workflow.states.map((state) => ({ ...state, timers: keys.includes(state.key) ? [silence] : [] })),
})

describe.each(oneEngine)('a ticket whose time runs out, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  beforeEach(async () => {
    await runDueTimers(bureau.services)
    bureau.clock.set(start)
    await inForce(bureau, 'errand', closing(errand.workflow, 'audit'))
  })
  afterAll(() => bureau.close())

  const rowOf = (id: number) => bureau.read(async (unit) => (await findTicket(unit.db, id))!)
  const statusOf = async (id: number) => (await rowOf(id)).status
  const atAudit = async () => {
    const { ticket } = await bureau.submit('pann', 'errand', { price: '100.00' })
    await bureau.approve('zhang', ticket.id)
    return ticket.id
  }
  const ring = async () => {
    bureau.clock.advance(10 * DAY)
    await runDueTimers(bureau.services)
  }
  const rungOf = async (id: number) =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from ticket_event where ticket_id = ${id} and type = 'timeout'`.execute(
        bureau.database.db,
      )
    ).rows[0]?.n
  const armedOf = async (id: number) =>
    (
      await sql<{ rule: string }>`select rule from ticket_timer where ticket_id = ${id}`.execute(bureau.database.db)
    ).rows.map(({ rule }) => rule)
  const seen = <T>(
    name: Name,
    look: (reader: Parameters<typeof detailOf>[0], access: ReturnType<Bureau['access']>) => Promise<T>,
  ) => bureau.read((unit) => look({ engine: bureau.engine, unit, language: 'en' }, bureau.access(name)))
  const detail = (name: Name, id: number) =>
    seen(name, async (reader, access) => detailOf(reader, access, await seeTicket(reader, access, id)))

  it('is closed once, by nobody, with its effects undone, its people told, and its log sound; all of it is to be seen', async () => {
    const id = await atAudit()
    const messageCount = bureau.messages.length
    await ring()
    await ring()
    expect([await statusOf(id), await rungOf(id), await armedOf(id), await holders(bureau, id)]).toEqual([
      'withdrawn',
      1,
      [],
      [],
    ])
    expect(await effectsOf(bureau, id)).toEqual(['freeze', 'release'])
    const news = bureau.messages.slice(messageCount).map(({ title, to }) => [title.key, [...to].toSorted()])
    expect(news).toEqual([
      ['notice.ticket.lapsed', [bureau.id('pann')]],
      ['notice.ticket.taken', [bureau.id('xuxu'), bureau.id('youa')].toSorted()],
    ])
    const own = await detail('pann', id)
    expect([own.lapsedIn, own.allowedActions]).toEqual(['audit', expect.arrayContaining(['submit', 'edit'])])
    expect(own.steps.map(({ state, status, reason }) => [state, status, reason])).toMatchObject([
      ['leader', 'done', null],
      ['audit', 'closed', 'Not handled in time; the ticket was closed'],
    ])
    const list = await seen('pann', (reader, access) =>
      listTickets(reader, access, listQuery.parse({ label: 'toSubmit', page: 1, limit: 10 })),
    )
    expect(
      (list.rows as readonly { id: number; lapsedIn: string | null }[]).find((row) => row.id === id)?.lapsedIn,
    ).toBe('audit')
    const log = await seen('pann', async (reader, access) =>
      timelineOf(reader, access, await seeTicket(reader, access, id)),
    )
    expect(log.at(-1)).toMatchObject({ action: 'timeout', rule: 'lapsed', actor: null, state: 'audit' })
    await expectSound(bureau, id)
    expect(await replayNightly(bureau.services, bureau.engine)).toEqual([])
  })

  it('comes straight back unchanged, with its effects again, and may be closed again', async () => {
    const id = await atAudit()
    for (let round = 2; round <= 3; round += 1) {
      await ring()
      const steps = await seen('pann', (reader, access) =>
        previewRoute(reader, access, 'errand', { ...head, price: '100.00' }, id),
      )
      expect(steps.map(({ state }) => state)).toEqual(['audit', 'division', 'pay'])
      expect(await refusal(bureau.ask('zhang', id, say('submit')))).not.toBeNull()
      await bureau.ask('pann', id, say('submit'))
      expect(await rowOf(id)).toMatchObject({ status: 'running', currentKeys: ['audit'], round })
      expect(await armedOf(id)).toEqual(['silence'])
      await expectSound(bureau, id)
    }
    expect(await effectsOf(bureau, id)).toEqual(['freeze', 'release', 'freeze', 'release', 'freeze'])
    await bureau.approve('xuxu', id)
    expect(await statusOf(id)).toBe('handling')
    expect((await detail('pann', id)).lapsedIn).toBeNull()
    await expectSound(bureau, id)
  })

  it('goes the whole route again when its applicant has changed it', async () => {
    const id = await atAudit()
    await ring()
    await bureau.ask('pann', id, { type: 'submit', comment: '', formData: { ...head, price: '101.00' } })
    expect(await rowOf(id)).toMatchObject({ status: 'running', currentKeys: ['leader'] })
    expect(await holders(bureau, id)).toEqual(['zhang'])
    await expectSound(bureau, id)
  })

  it('25.12 a decision against the clock, from two nodes: exactly one of them happens, never both', async () => {
    const said: (string | null)[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await atAudit()
      bureau.clock.advance(10 * DAY)
      const clock = () => runDueTimers(bureau.services).then(() => null)
      const [, decided] = await Promise.all([clock(), refusal(bureau.approve('xuxu', id)), clock()])
      said.push(decided)
      expect(await statusOf(id)).toBe(decided === null ? 'handling' : 'withdrawn')
      expect(await rungOf(id)).toBe(decided === null ? 0 : 1)
      expect((await effectsOf(bureau, id)).slice(1)).toEqual([decided === null ? 'consume' : 'release'])
      await expectSound(bureau, id)
      bureau.clock.set(start)
    }
    expect(said.filter((key) => key !== null && key !== 'wf.stateChanged')).toEqual([])
  })

  it('25.12 two clocks for the same timer close it once, and the second is refused', async () => {
    const id = await atAudit()
    const fire = () =>
      refusal(
        bureau.write((unit) =>
          dispatch(bureau.engine, unit, id, { type: 'timeout', visit: 2, rule: 'silence' }, bySystem),
        ),
      )
    expect((await Promise.all([fire(), fire()])).toSorted()).toEqual([null, 'wf.stateChanged'])
    expect([await rungOf(id), await effectsOf(bureau, id)]).toEqual([1, ['freeze', 'release']])
  })

  it('closes whole when it is a branch whose time runs out', async () => {
    await inForce(bureau, 'forked', closing(forked.workflow, 'advice', 'money'))
    const { ticket } = await bureau.submit('pann', 'forked')
    await bureau.approve('zhang', ticket.id)
    expect((await armedOf(ticket.id)).length).toBe(2)
    const messageCount = bureau.messages.length
    await ring()
    expect([await statusOf(ticket.id), await rungOf(ticket.id), await armedOf(ticket.id)]).toEqual(['withdrawn', 1, []])
    expect(
      bureau.messages.slice(messageCount).filter(({ title }) => title.key === 'notice.ticket.lapsed'),
    ).toHaveLength(1)
    await expectSound(bureau, ticket.id)
    await bureau.ask('pann', ticket.id, say('submit'))
    expect((await rowOf(ticket.id)).currentKeys).toEqual(['leader'])
  })

  it('takes what was filed beside it along, as a withdrawal does', async () => {
    await inForce(bureau, 'split', closing(split.workflow, 'money'))
    const { ticket } = await bureau.submit('pann', 'split', { price: '20.00' })
    await bureau.approve('zhang', ticket.id)
    await bureau.approve('xuxu', ticket.id)
    const childOf = async () =>
      (
        await sql<{ id: number; status: string }>`select id, status from ticket where parent_id = ${ticket.id}`.execute(
          bureau.database.db,
        )
      ).rows[0]!
    expect((await childOf()).status).toBe('running')
    await ring()
    expect([await statusOf(ticket.id), (await childOf()).status]).toEqual(['withdrawn', 'voided'])
    for (const id of [ticket.id, (await childOf()).id]) await expectSound(bureau, id)
  })

  it('I19 filed for another, leaves that one waiting for its applicant, as a withdrawal does', async () => {
    await inForce(bureau, 'outing', closing(outing.workflow))
    await inForce(bureau, 'errand', closing(errand.workflow, 'leader'))
    const { ticket } = await bureau.submit('pann', 'outing', { price: '20.00' })
    await bureau.approve('zhang', ticket.id)
    const child = (
      await sql<{ id: number }>`select id from ticket where parent_id = ${ticket.id}`.execute(bureau.database.db)
    ).rows[0]!.id
    await ring()
    expect([await statusOf(child), await rowOf(ticket.id)]).toMatchObject([
      'withdrawn',
      { status: 'running', currentKeys: ['order'] },
    ])
    await bureau.ask('pann', child, say('submit'))
    expect(await holders(bureau, child)).toEqual(['zhang'])
    for (const id of [ticket.id, child]) await expectSound(bureau, id)
  })

  it('that is set aside is not closed; taken up again, its clock rings', async () => {
    const id = await atAudit()
    await sql`update ticket set is_quarantined = true where id = ${id}`.execute(bureau.database.db)
    await ring()
    expect([await statusOf(id), await armedOf(id)]).toEqual(['running', ['silence']])
    await sql`update ticket set is_quarantined = false where id = ${id}`.execute(bureau.database.db)
    await ring()
    expect(await statusOf(id)).toBe('withdrawn')
  })
})
