/** 25.7 rule 3 on the real server: applicants among the people of a step that passes them over. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { reassignTasks } from '#src/server/tickets/delegation/reassign.ts'
import { previewRoute } from '#src/server/tickets/forms/trial.ts'
import { seeTicket } from '#src/server/tickets/queries/detail.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { permit } from './applications.ts'
import { type Bureau, type Name, openBureau } from './bureau.ts'
import { inForce } from './drawn.ts'
import { expectSound, holders, tasksOf } from './words.ts'

describe.each(oneEngine)('applicants passed over, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
    const [leader, issue] = permit.workflow.states
    const finance: Partial<StateDefinition> = { participant: { type: 'role', role: 'financeOfficer' }, mode: 'all' }
    const states = [
      { ...leader!, skipsApplicant: true },
      { ...leader!, ...finance, key: 'finance', skipsApplicant: true },
      { ...leader!, key: 'division', participant: { type: 'divisionLeader' as const } },
      issue!,
    ]
    const transitions = ['start', 'leader', 'finance', 'division', 'issue'].map((from, at, all) => ({
      from,
      to: all[at + 1] ?? 'end',
    }))
    await inForce(bureau, 'permit', { ...permit.workflow, states, transitions })
  })
  afterAll(() => bureau.close())

  const filed = async (name: Name) => (await bureau.submit(name, 'permit')).ticket.id
  const reader = (unit: Parameters<Parameters<Bureau['read']>[0]>[0]) => ({
    engine: bureau.engine,
    unit,
    language: 'en' as const,
  })

  it('the only one found: passed by rule, under nobody’s name, said before, on the way and in the log', async () => {
    const access = bureau.access('zhang')
    const form = { reason: 'for the test', urgency: 'normal' }
    const ahead = await bureau.read((unit) => previewRoute(reader(unit), access, 'permit', form, null))
    expect(ahead.slice(0, 2)).toMatchObject([
      { state: 'leader', people: [], skipped: true, reason: 'Only approver is the applicant – skipped by rule' },
      { state: 'finance', people: [{ name: 'youa' }, { name: 'xuxu' }], skipped: false, reason: null },
    ])
    const id = await filed('zhang')
    expect((await tasksOf(bureau, id)).map(({ state }) => state)).toEqual(['finance', 'finance'])
    const log = await bureau.read(async (unit) =>
      timelineOf(reader(unit), access, await seeTicket(reader(unit), access, id)),
    )
    expect(log.find(({ state, action }) => state === 'leader' && action === 'skip')).toMatchObject({
      rule: 'own',
      actor: null,
      people: [],
    })
    await expectSound(bureau, id)
  })

  it('among others: these decide, and nobody decides in the applicant’s name', async () => {
    const now = bureau.clock.now()
    await sql`insert into substitute (user_id, substitute_id, from_at, until_at, created_at)
      values (${bureau.id('youa')}, ${bureau.id('heda')}, ${now}, ${new Date(now.getTime() + 3_600_000)}, ${now})`.execute(
      bureau.database.db,
    )
    const id = await filed('youa')
    // D05 has no leader of its own: the one of D04 is asked.
    await bureau.approve('hann', id)
    expect(await holders(bureau, id)).toEqual(['xuxu'])
    await bureau.approve('xuxu', id)
    expect(await holders(bureau, id)).toEqual(['qian'])
    await expectSound(bureau, id)
    await sql`delete from substitute`.execute(bureau.database.db)
  })

  it('WF-14 who comes to lead the own department while it waits there is passed over', async () => {
    const id = await filed('pann')
    expect(await holders(bureau, id)).toEqual(['zhang'])
    const { rows } = await sql<{ id: number }>`
      update department set leader_id = ${bureau.id('pann')} where key = 'D10' returning id`.execute(bureau.database.db)
    await bureau.write((unit) => reassignTasks(bureau.engine, unit, { department: rows[0]!.id }, 0))
    expect(await holders(bureau, id)).toEqual(['xuxu', 'youa'])
    await expectSound(bureau, id)
  })
})
