/** 25.11 after tickets were brought by hand to another version, and among many of them: who would be missed, and what a version did. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UnitOfWork } from '#src/define/server.ts'
import { impactOf } from '#src/server/tickets/designs/impact.ts'
import { moveTicket } from '#src/server/tickets/moves/move.ts'
import { useOf } from '#src/server/tickets/versions/use.ts'
import { asked, planOf } from '#tests/harness/asked.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { split } from './applications.ts'
import { type Bureau, openBureau } from './bureau.ts'
import { drawnVersion } from './drawn.ts'
import { role, step, transitions } from './steps.ts'
import { expectSound, giveBack, holders } from './words.ts'

const readerOf = (bureau: Bureau, unit: UnitOfWork) => ({ engine: bureau.engine, unit, language: 'en' }) as const

/** The cashier before and after the finance officers, in place of branches. */
const inLine = {
  ...split.workflow,
  states: [
    step('leader', { type: 'deptLeader' }),
    step('count', role('cashier')),
    step('audit', role('financeOfficer')),
    step('pay', role('cashier')),
  ],
  transitions: transitions('start>leader', 'leader>count', 'count>audit', 'audit>pay', 'pay>end'),
}

async function toLine(bureau: Bureau, id: number): Promise<void> {
  const to = await drawnVersion(bureau, 'split', inLine)
  const { rows } = await sql<{ versionId: number }>`select version_id from ticket where id = ${id}`.execute(
    bureau.database.db,
  )
  const hand = { mapping: { look: 'audit', money: 'audit' }, comment: 'redrawn in one line', actor: bureau.id('hann') }
  await bureau.write(async (unit) =>
    moveTicket(bureau.engine, unit, id, rows[0]?.versionId ?? 0, await bureau.engine.versions.byId(unit.db, to), hand),
  )
}

describe.each(oneEngine)('staff impact on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  it('25.11 a ticket brought over by hand is missed where it stands and ahead of it, under its new version alone', async () => {
    const { ticket: stays } = await bureau.submit('pann', 'split')
    const { ticket: goes } = await bureau.submit('gege', 'split')
    for (const { id } of [stays, goes]) await bureau.approve('zhang', id)
    await toLine(bureau, goes.id)
    await expectSound(bureau, goes.id)
    /** Without the cashier: states of both versions with the tickets that would come to them, and the tickets that wait for nobody else. */
    const withoutCashier = async () => {
      const { states, tickets } = await bureau.read((unit) =>
        impactOf(readerOf(bureau, unit), bureau.access('hann'), { user: bureau.id('heda') }, 90),
      )
      return {
        states: states
          .filter(({ workflowName }) => workflowName === 'Split')
          .map((line) => [`${line.versionNo} ${line.state}`, line.tickets])
          .toSorted(),
        waiting: tickets.map(({ no, stateName, fate }) => [no, stateName, fate]),
      }
    }
    expect(await withoutCashier()).toEqual({
      states: [
        ['1 money', 1],
        ['2 count', 0],
        ['2 pay', 1],
      ],
      waiting: [[stays.no, 'money', 'stops']],
    })

    const [officer = ''] = await holders(bureau, goes.id)
    await bureau.approve(officer as 'youa', goes.id)
    expect(await holders(bureau, goes.id)).toEqual(['heda'])
    expect((await withoutCashier()).waiting.toSorted()).toEqual(
      [
        [stays.no, 'money', 'stops'],
        [goes.no, 'pay', 'stops'],
      ].toSorted(),
    )

    // Returned, it has the last step ahead once more; completed, nobody misses anybody for it.
    await bureau.ask('heda', goes.id, giveBack('audit'))
    expect((await withoutCashier()).states.slice(1)).toEqual([
      ['2 count', 0],
      ['2 pay', 1],
    ])
    await bureau.approve(officer as 'youa', goes.id)
    await bureau.approve('heda', goes.id)
    expect(await withoutCashier()).toEqual({ states: [['1 money', 1]], waiting: [[stays.no, 'money', 'stops']] })
  })
})

describe.runIf(oneEngine.includes('postgres'))('among 100,000 tickets', () => {
  const TICKETS = 100_000
  let bureau: Bureau
  let client: pg.Client
  beforeAll(async () => {
    bureau = await openBureau('postgres')
    client = new pg.Client({ connectionString: bureau.database.url ?? '' })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await bureau.close()
  })

  /** Three events and a task for each ticket of ten years, one in ten of the type and one in five hundred brought over. */
  async function fill(model: number): Promise<void> {
    // Most of the time would go into words nobody looks for here.
    await client.query('drop index ticket_search')
    await client.query(
      `insert into ticket (no, type, version_id, version_hash, title, form_data, data_hash, applicant_id, applicant, dept_id, status, current_keys, round, snapshot, events, submitted_at, finished_at, created_at, updated_at)
        select 'ZZ-' || n, case when n % 10 = 0 then t.type else 'other' || n % 10 end, t.version_id, t.version_hash, t.title, '{}', '', t.applicant_id, '{}', t.dept_id,
          case when n % 40 = 0 then t.status else 'completed' end, t.current_keys, 1, case when n % 10 = 0 then t.snapshot else '{}' end, 3,
          t.submitted_at - n * interval '50 minutes', case when n % 40 = 0 then null else t.submitted_at end, t.created_at, t.updated_at
        from ticket t, generate_series(1, $2::int) n where t.id = $1`,
      [model, TICKETS],
    )
    await client.query(
      `insert into ticket_event (ticket_id, seq, type, event, data_hash, at, prev_hash, hash)
        select t.id, seq, case when seq = 3 and t.id % 500 = 0 then 'move' else 'comment' end,
          case when seq = 3 and t.id % 500 = 0 then jsonb_build_object('type', 'move', 'from', t.version_id) else '{"type":"comment"}' end, '', t.created_at, '', ''
        from ticket t, generate_series(1, 3) seq where t.no like 'ZZ-%'`,
    )
    await client.query(
      `insert into ticket_task (ticket_id, slot, visit, state, kind, round, assignee_id, relation, status, outcome, decided_by, decided_at, opened_at)
        select t.id, '1-1', 1, 'leader', 'approve', 1, t.applicant_id, 'normal', 'done', 'approve', t.applicant_id, t.created_at, t.created_at
        from ticket t where t.no like 'ZZ-%'`,
    )
    await client.query('analyze ticket, ticket_event, ticket_task')
  }

  it('25.11 live coverage of a version that tickets were brought out of looks through no table', async () => {
    const { ticket } = await bureau.submit('pann', 'split')
    await bureau.approve('zhang', ticket.id)
    await toLine(bureau, ticket.id)
    await fill(ticket.id)
    const { rows } = await client.query<{ id: string }>(`select id from workflow where key = 'split'`)
    for (const version of [1, 2]) {
      const queries = await asked(/ticket/, () =>
        bureau.read((unit) =>
          useOf(readerOf(bureau, unit), Number(rows[0]?.id), version, { from: undefined, to: undefined }),
        ),
      )
      expect(queries.length).toBe(3)
      for (const query of queries) {
        const plan = await planOf(client, query)
        expect(plan, query.text).not.toMatch(/Seq Scan on ticket/)
        expect(plan, query.text).toContain('ticket_event_moved')
      }
    }
  })
})
