import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBatch } from '#src/server/tickets/commands/batch.ts'
import { createTicket, deleteDraft, saveForm } from '#src/server/tickets/forms/drafts.ts'
import { checkTrial, previewRoute } from '#src/server/tickets/forms/trial.ts'
import { detailOf, seeTicket } from '#src/server/tickets/queries/detail.ts'
import type { Reader } from '#src/server/tickets/queries/lines.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { publishShipped } from '#src/server/tickets/versions/shipped.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { errand, trialModule } from './applications.ts'
import { type Bureau, head, type Name, openBureau } from './bureau.ts'
import { inForce } from './drawn.ts'
import { effectsOf, expectSound, giveBack, pay, refusal, say } from './words.ts'

describe.each(oneEngine)('rules of the engine on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  const errandOf = async (price = '100.00') => (await bureau.submit('pann', 'errand', { price })).ticket
  const reading = <T>(work: (reader: Reader) => Promise<T>) =>
    bureau.read((unit) => work({ engine: bureau.engine, unit, language: 'en' }))
  const draft = (form = {}) =>
    bureau.write((unit) =>
      createTicket(bureau.engine, unit, 'errand', { ...head, ...form }, false, bureau.caller('pann')),
    )
  const countOf = async (table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(bureau.database.db)).rows[0]!
      .n
  const tables = [
    'ticket',
    'ticket_event',
    'ticket_task',
    'ticket_timer',
    'effect_run',
    'trial_entry',
    'ticket_part',
  ] as const
  const sizes = () => Promise.all(tables.map(countOf))

  it('WF-02 the second of two decisions on one screen is told that the ticket has moved', async () => {
    const ticket = await errandOf()
    await bureau.ask('zhang', ticket.id, say('comment', 'looking into it'), ticket.revision)
    expect(await refusal(bureau.ask('zhang', ticket.id, say('approve'), ticket.revision))).toBe('wf.stateChanged')
  })

  it('INV-01 an effect that refuses leaves nothing behind, and its own key is the answer', async () => {
    const before = await sizes()
    expect(await refusal(errandOf('13.00'))).toBe('budget.insufficient')
    expect(await sizes()).toEqual(before)

    const ticket = await errandOf('15.00')
    await bureau.approve('zhang', ticket.id)
    const waiting = await sizes()
    expect(await refusal(bureau.approve('xuxu', ticket.id))).toBe('budget.yearClosed')
    expect(await sizes()).toEqual(waiting)
    expect((await bureau.ask('xuxu', ticket.id, giveBack())).ticket.status).toBe('returned')
    await expectSound(bureau, ticket.id)
  })

  it('INV-09 an effect runs once per visit, whoever asks for it again', async () => {
    const ticket = await errandOf()
    const again = sql`insert into effect_run (ticket_id, effect, step, at) values (${ticket.id}, 'claim.freeze', 'r1.onSubmit', now())`
    await expect(again.execute(bureau.database.db)).rejects.toThrow(/effect_run_pkey/)
    expect(await effectsOf(bureau, ticket.id)).toEqual(['freeze'])
  })

  it('20.9 whom the workflow itself names is told in its words, may open the ticket, and nobody else is', async () => {
    const ticket = await errandOf()
    const before = bureau.messages.length
    await bureau.ask('zhang', ticket.id, say('reject', 'not this year'))
    const designed = bureau.messages.slice(before).filter(({ title }) => title.key === 'notice.ticket.designed')
    expect(designed.map(({ contentType, title }) => [contentType, title.params])).toEqual([
      [
        'REMIND',
        [expect.stringContaining(`${ticket.no}在leader被驳回`), expect.stringContaining('was rejected in leader')],
      ],
    ])
    const { rows } = await sql<{
      userId: number
    }>`select user_id from ticket_cc where ticket_id = ${ticket.id}`.execute(bureau.database.db)
    expect(rows.map(({ userId }) => userId)).toEqual(designed[0]?.to)
    expect(bureau.messages.slice(before).some(({ title }) => title.key === 'notice.ticket.copy')).toBe(false)
  })

  it('I13 only fields that are writable in the step may change, and required ones must be there', async () => {
    const ticket = await errandOf()
    expect(await refusal(bureau.approve('zhang', ticket.id, { price: '1.00' }))).toBe('4000 price check.notWritable')
    await bureau.approve('zhang', ticket.id)
    await bureau.approve('xuxu', ticket.id)
    expect(await refusal(bureau.ask('heda', ticket.id, say('handle')))).toBe('4000 payResult check.required')
    expect(await refusal(bureau.ask('heda', ticket.id, pay('stolen')))).toBe('4000 payResult check.choice')
  })

  it('a computed field is the server’s, whatever the sender says', async () => {
    const { ticket } = await bureau.submit('pann', 'errand', { price: '10.00', double: '999.00' })
    expect(ticket.formData.double).toBe('20.00')
  })

  it('a business rule of the form refuses the submit under its own key, and a draft is kept as far as it is', async () => {
    expect(await refusal(bureau.submit('pann', 'errand', { price: '10.00', note: 'forbidden' }))).toBe('rule.TRIAL')
    expect(await refusal(bureau.submit('pann', 'errand', {}))).toBe('4000 price check.required')
    expect((await draft()).ticket).toMatchObject({ status: 'draft', round: 0, title: 'Errand-pann-20260105' })
  })

  it('97-api a draft is saved with its version, submitted, and never deleted after that', async () => {
    const { ticket } = await draft()
    const save = (version: number) =>
      bureau.write((unit) =>
        saveForm(bureau.engine, unit, bureau.access('pann'), ticket.id, { price: '7.00' }, version),
      )
    const saved = await save(ticket.revision)
    expect(saved.ticket).toMatchObject({ amount: '7.00', revision: ticket.revision + 1 })
    expect(await refusal(save(ticket.revision))).toBe('4009')
    expect(
      await refusal(bureau.write((unit) => saveForm(bureau.engine, unit, bureau.access('zhang'), ticket.id, {}, 2))),
    ).toBe('4004')
    await bureau.ask('pann', ticket.id, say('submit'))
    expect(await refusal(bureau.write((unit) => deleteDraft(unit, bureau.access('pann'), ticket.id)))).toBe(
      'wf.stateChanged',
    )
  })

  it('a draft is nobody else’s, and gone when it is deleted', async () => {
    const { ticket } = await draft()
    expect(await refusal(reading((reader) => seeTicket(reader, bureau.access('hann'), ticket.id)))).toBe('4004')
    await bureau.write((unit) => deleteDraft(unit, bureau.access('pann'), ticket.id))
    expect(await refusal(reading((reader) => seeTicket(reader, bureau.access('pann'), ticket.id)))).toBe('4004')
  })

  it('APP-01 a type that is disabled starts no ticket', async () => {
    const { ticket } = await draft()
    await sql`update workflow set status = 'disabled' where key = 'errand'`.execute(bureau.database.db)
    expect(await refusal(errandOf())).toBe('wf.disabled')
    expect(await refusal(bureau.ask('pann', ticket.id, say('submit')))).toBe('wf.disabled')
    await sql`update workflow set status = 'published' where key = 'errand'`.execute(bureau.database.db)
  })

  it('WF-13, 25.12 a running ticket and its pages stay on their version when the shipped workflow changes; new ones take the next', async () => {
    const running = await errandOf()
    const shorter = {
      ...errand,
      workflow: {
        ...errand.workflow,
        states: errand.workflow.states.slice(0, 1),
        transitions: [
          { from: 'start', to: 'leader' },
          { from: 'leader', to: 'end' },
        ],
      },
    }
    const publish = (application: typeof errand | typeof shorter) =>
      write(bureau.services, (unit) => publishShipped(unit, [{ ...trialModule, applications: [application] }]))
    await publish(shorter)
    await publish(shorter)
    const fresh = await errandOf()
    expect((await bureau.approve('zhang', fresh.id)).ticket.status).toBe('completed')
    expect((await bureau.approve('zhang', running.id)).ticket.currentKeys).toEqual(['audit'])
    const shown = await reading(async (reader) => {
      const seen = await seeTicket(reader, bureau.access('pann'), running.id)
      const detail = await detailOf(reader, bureau.access('pann'), seen)
      return [detail.workflow.versionNo, detail.steps.map((step) => step.state)]
    })
    expect(shown).toEqual([1, ['leader', 'audit', 'division', 'pay']])
    await expectSound(bureau, running.id)
    const { rows } = await sql<{ versionNo: number; status: string }>`
      select v.version_no, v.status from workflow_version v join workflow w on w.id = v.workflow_id where w.key = 'errand' order by 1`.execute(
      bureau.database.db,
    )
    expect(rows).toEqual([
      { versionNo: 1, status: 'history' },
      { versionNo: 2, status: 'published' },
    ])
    await sql`update workflow set current_version_id = (select id from workflow_version v where v.workflow_id = workflow.id and v.version_no = 1) where key = 'errand'`.execute(
      bureau.database.db,
    )
  })

  it('I10 the content of a published version cannot be changed or deleted', async () => {
    const change = (statement: string) => sql.raw(statement).execute(bureau.database.db)
    await expect(change(`update workflow_version set definition = '{}'`)).rejects.toThrow(/immutable/)
    await expect(change(`update workflow_version set content_hash = 'x'`)).rejects.toThrow(/immutable/)
    await expect(change(`delete from workflow_version`)).rejects.toThrow(/immutable|foreign key/)
  })

  it('25.12 that no branch matches is impossible by construction: no ticket begins on a version whose last transition asks', async () => {
    const [first, ...transitions] = errand.workflow.transitions
    const when = { field: 'amount', op: 'gt', value: 1 } as const
    const open = { ...errand.workflow, transitions: [{ ...first!, when }, ...transitions] }
    await inForce(bureau, 'errand', open)
    await expect(errandOf()).rejects.toThrow('WFD-03')
    await inForce(bureau, 'errand', errand.workflow)
    expect((await errandOf()).status).toBe('running')
  })

  it('INV-03 the log takes no change and no deletion', async () => {
    const change = (statement: string) => sql.raw(statement).execute(bureau.database.db)
    await expect(change(`update ticket_event set comment = 'never said'`)).rejects.toThrow(/append-only/)
    await expect(change(`delete from ticket_event`)).rejects.toThrow(/append-only/)
  })

  it('a ticket whose stored state was tampered with is set aside, and the others go on', async () => {
    const ticket = await errandOf()
    await sql`update ticket set snapshot = jsonb_set(snapshot, '{value}', '"nowhere"') where id = ${ticket.id}`.execute(
      bureau.database.db,
    )
    expect(await refusal(bureau.approve('zhang', ticket.id))).toBe('wf.quarantined')
    const repinned = await errandOf()
    await sql`update ticket set version_hash = 'other' where id = ${repinned.id}`.execute(bureau.database.db)
    expect(await refusal(bureau.approve('zhang', repinned.id))).toBe('wf.quarantined')
    expect((await bureau.approve('zhang', (await errandOf()).id)).ticket.currentKeys).toEqual(['audit'])
  })

  it('WF-17, 25.12 approves the chosen tickets of a batch each by itself, reports the others and touches no more', async () => {
    const [one, two, unchosen] = [await errandOf(), await errandOf(), await errandOf()]
    await bureau.approve('zhang', two.id)
    const { ticket: council } = await bureau.submit('gege', 'council', { day: '2026-01-09' })
    const commandCaller = (name: Name) => ({
      access: bureau.access(name),
      language: 'en' as const,
      origin: { ip: null, requestId: null },
      writeApart: bureau.write,
    })
    const results = await runBatch(bureau.services, bureau.engine, {
      action: 'approve',
      ids: [one.id, two.id, 999_999],
      comment: 'fine',
      ...commandCaller('zhang'),
    })
    expect(results.map(({ id, ok, errKey }) => [id, ok, errKey])).toEqual([
      [one.id, true, null],
      [two.id, false, 'wf.stateChanged'],
      [999_999, false, 'answer.notFound'],
    ])
    const required = await runBatch(bureau.services, bureau.engine, {
      action: 'approve',
      ids: [council.id],
      comment: '',
      ...commandCaller('xuxu'),
    })
    expect(required).toMatchObject([{ ok: false, errKey: 'rule.WF-17' }])
    expect((await reading((reader) => seeTicket(reader, bureau.access('pann'), unchosen.id))).ticket).toMatchObject({
      currentKeys: ['leader'],
      revision: unchosen.revision,
    })
    await expectSound(bureau, one.id)
  })

  it('WF-19 the timeline tells every step, what rules did, and how the form changed', async () => {
    const ticket = await errandOf('9000.00')
    await bureau.ask('zhang', ticket.id, say('approve', 'go ahead'))
    await bureau.approve('xuxu', ticket.id, { price: '4000.00' })
    const rows = await reading(async (reader) =>
      timelineOf(reader, bureau.access('pann'), await seeTicket(reader, bureau.access('pann'), ticket.id)),
    )
    expect(rows.map((row) => [row.action, row.state, row.actor?.name ?? null])).toEqual([
      ['submit', null, 'pann'],
      ['participants', 'leader', null],
      ['approve', 'leader', 'zhang'],
      ['participants', 'audit', null],
      ['approve', 'audit', 'xuxu'],
      ['skip', 'division', null],
      ['participants', 'pay', null],
    ])
    expect(rows[2]).toMatchObject({ comment: 'go ahead', name: 'leader', at: '2026-01-05 09:30:00' })
    expect(rows[4]?.changes).toEqual([
      { field: 'price', before: '9000.00', after: '4000.00' },
      { field: 'double', before: '18000.00', after: '8000.00' },
    ])
    expect(rows[5]?.rule).toBe('condition')
  })

  it('20.4 the preview names the people ahead and says why a step is passed over', async () => {
    const steps = await reading((reader) =>
      previewRoute(reader, bureau.access('pann'), 'errand', { ...head, price: '3000.00' }, null),
    )
    expect(
      steps.map(({ state, people, skipped, reason, dueInHours }) => [
        state,
        people.map((person) => person.name),
        skipped,
        reason,
        dueInHours,
      ]),
    ).toEqual([
      ['leader', ['zhang'], false, null, 8],
      ['audit', ['youa', 'xuxu'], false, null, null],
      ['division', [], true, 'amount is CNY 3,000.00, not more than CNY 5,000.00; division not required', null],
      ['pay', ['heda'], false, null, null],
    ])
    expect(await refusal(reading((reader) => previewRoute(reader, bureau.access('pann'), 'unknown', {}, null)))).toBe(
      '4003',
    )
  })

  it('20.4 the live check computes, finds every problem at once, hints and shows figures, and stores nothing', async () => {
    const before = await sizes()
    const found = await reading((reader) =>
      checkTrial(reader, bureau.access('pann'), 'errand', { price: '3.00', note: 'forbidden', reason: 'x' }, null),
    )
    expect(found.formData).toMatchObject({
      double: '6.00',
      mobile: expect.stringMatching(/^100000000\d\d$/),
      urgency: 'normal',
    })
    expect(Object.keys(found.problems).sort()).toEqual(['note', 'reason'])
    expect([found.warnings, found.panel]).toEqual([['rule.TRIAL'], [{ label: 'double', value: '6.00' }]])
    expect(await sizes()).toEqual(before)
  })

  it('20.7 the detail gives form, permissions, route and buttons of the one who asks', async () => {
    const ticket = await errandOf('100.00')
    await bureau.approve('zhang', ticket.id)
    const detail = (name: Name) =>
      reading(async (reader) =>
        detailOf(reader, bureau.access(name), await seeTicket(reader, bureau.access(name), ticket.id)),
      )
    const auditor = await detail('xuxu')
    expect(auditor.allowedActions).toEqual([
      'approve',
      'reject',
      'claim',
      'comment',
      'return',
      'transfer',
      'delegate',
      'addSign',
      'cc',
    ])
    expect(auditor.fieldPermissions).toEqual({ price: 'write', note: 'write' })
    expect(auditor.returnTargets).toEqual([
      { target: 'start', name: null },
      { target: 'leader', name: 'leader' },
    ])
    expect(auditor.steps.map((step) => [step.state, step.status, step.people.map((person) => person.name)])).toEqual([
      ['leader', 'done', ['zhang']],
      ['audit', 'current', ['youa', 'xuxu']],
      ['division', 'notRequired', []],
      ['pay', 'future', ['heda']],
    ])
    expect((await detail('pann')).allowedActions).toEqual(['withdraw', 'urge', 'comment', 'cc'])
    expect((await detail('zhang')).allowedActions).toEqual(['retrieve', 'comment', 'cc'])
  })
})
