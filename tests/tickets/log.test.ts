import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incidentServer } from '#src/modules/workflows/incident.server.ts'
import { canonical, hashOf } from '#src/server/tickets/log/canonical.ts'
import { TicketBroken } from '#src/server/tickets/log/incidents.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { replayNightly } from '#src/server/tickets/timers/nightly.ts'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { engines } from '#tests/harness/engines.ts'
import { type Bureau, openBureau } from './bureau.ts'
import { expectSound, giveBack, say } from './words.ts'

describe.each(engines)('the log is the truth on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
    // Somebody with rights on the database itself goes round the trigger.
    await sql`alter table ticket_event disable trigger ticket_event_append_only`.execute(bureau.database.db)
  })
  afterAll(() => bureau.close())

  const decided = async () => {
    const { ticket } = await bureau.submit('pann', 'errand', { price: '100.00' })
    await bureau.ask('zhang', ticket.id, say('approve', 'go ahead'))
    return ticket.id
  }
  const faults = (id: number) => bureau.read((unit) => replayCheck(bureau.engine, unit, id))
  const change = (statement: string) => sql.raw(statement).execute(bureau.database.db)

  it.each([
    [
      'a comment that was changed',
      (id: number) => `update ticket_event set comment = 'never' where ticket_id = ${id} and type = 'approve'`,
      'event 3 was altered',
    ],
    [
      'an actor who was exchanged',
      (id: number) => `update ticket_event set actor_id = 1 where ticket_id = ${id} and type = 'approve'`,
      'event 3 was altered',
    ],
    [
      'a form that was changed after the fact',
      (id: number) =>
        `update ticket_event set form = jsonb_set(form, '{price}', '"900.00"') where ticket_id = ${id} and type = 'submit'`,
      'event 1 was altered',
    ],
    [
      'a time that was moved',
      (id: number) => `update ticket_event set at = at - interval '1 day' where ticket_id = ${id} and type = 'submit'`,
      'event 1 was altered',
    ],
    [
      'a row that is missing',
      (id: number) => `delete from ticket_event where ticket_id = ${id} and seq = 2`,
      'event 3 stands at place 2',
    ],
    [
      'a last row that is missing',
      (id: number) => `delete from ticket_event where ticket_id = ${id} and seq = 4`,
      'the log has 3 events, the ticket counts 4',
    ],
    [
      'a snapshot that was changed',
      (id: number) => `update ticket set snapshot = jsonb_set(snapshot, '{context,round}', '7') where id = ${id}`,
      'I9: the replay differs from the stored snapshot',
    ],
    [
      'an amount in the form that was changed',
      (id: number) => `update ticket set form_data = jsonb_set(form_data, '{price}', '"900.00"') where id = ${id}`,
      'the form differs from the log',
    ],
    [
      'a status written by hand',
      (id: number) => `update ticket set status = 'completed' where id = ${id}`,
      'I4: the status is not that of the machine',
    ],
    [
      'a task given to somebody by hand',
      (id: number) =>
        `update ticket_task set assignee_id = 1 where ticket_id = ${id} and status = 'open' and slot = '2.1'`,
      'I5: the tasks are not those of the machine',
    ],
    [
      'a timer that was removed',
      (id: number) => `insert into ticket_timer (ticket_id, visit, rule, due_at) values (${id}, 1, 'half', now())`,
      'I17: the timers are not those of the machine',
    ],
  ])('the check finds %s', async (_what, statement, fault) => {
    const id = await decided()
    expect(await faults(id)).toEqual([])
    await change(statement(id))
    expect(await faults(id)).toContain(fault)
  })

  it('25.11 the nightly replay names exactly the tickets that are not sound', async () => {
    const sound = await decided()
    await bureau.ask('xuxu', sound, giveBack())
    const { rows } = await sql<{ no: string }>`select no from ticket where id <> ${sound} order by id`.execute(
      bureau.database.db,
    )
    expect(await replayNightly(bureau.services, bureau.engine)).toEqual(rows.map((row) => row.no))
    const report = await sql`select checked, unsound from ticket_replay_report`.execute(bureau.database.db)
    expect(report.rows).toEqual([{ checked: rows.length + 1, unsound: rows.length }])
  })

  const incidents = async (id: number) =>
    (
      await sql<{ source: string; times: number; faults: string }>`
        select source, times, faults from ticket_incident where ticket_id = ${id} and state = 'open'`.execute(
        bureau.database.db,
      )
    ).rows

  it('25.11 a ticket that differs from its log is set aside with an incident, and found again it is still one', async () => {
    const id = await decided()
    await change(`update ticket set snapshot = jsonb_set(snapshot, '{context,round}', '7') where id = ${id}`)
    for (const times of [1, 2]) {
      await replayNightly(bureau.services, bureau.engine)
      expect(await incidents(id)).toMatchObject([{ source: 'replay', times, faults: expect.stringContaining('I9') }])
    }
    await expect(bureau.ask('xuxu', id, giveBack())).rejects.toMatchObject({ problem: { key: 'wf.quarantined' } })
  })

  it('25.9 a decision that would break an invariant is rolled back and leaves an incident', async () => {
    const id = await decided()
    const broken = bureau.write(async (unit) => {
      await sql`update ticket set title = 'half done' where id = ${id}`.execute(unit.db)
      throw new TicketBroken('no', id, ['I3: nobody can move visit 2'])
    })
    await expect(broken).rejects.toThrow('I3')
    expect(await incidents(id)).toEqual([{ source: 'commit', times: 1, faults: 'I3: nobody can move visit 2' }])
    const { rows } = await sql`select title from ticket where id = ${id} and title = 'half done'`.execute(
      bureau.database.db,
    )
    expect(rows).toEqual([])
  })

  it('25.11 a snapshot that no longer fits is set aside at once when somebody decides, and its clocks stand until it is released', async () => {
    const { ticket } = await bureau.submit('pann', 'errand', { price: '10.00' })
    const { id } = ticket
    const dueOf = async () =>
      (
        await sql<{ dueAt: Date }>`select due_at from ticket_timer where ticket_id = ${id} order by rule`.execute(
          bureau.database.db,
        )
      ).rows.map(({ dueAt }) => dueAt.toISOString())
    const [full, half] = await dueOf()
    const { rows } = await sql<{ snapshot: object }>`select snapshot from ticket where id = ${id}`.execute(
      bureau.database.db,
    )
    await change(`update ticket set snapshot = jsonb_set(snapshot, '{value}', '"nowhere"') where id = ${id}`)
    await expect(bureau.approve('zhang', id)).rejects.toMatchObject({ problem: { key: 'wf.quarantined' } })
    expect(await incidents(id)).toMatchObject([{ source: 'commit', times: 1, faults: expect.stringContaining('fit') }])

    const asWas = JSON.stringify(rows[0]?.snapshot).replaceAll("'", "''")
    await change(`update ticket set snapshot = '${asWas}'::jsonb where id = ${id}`)
    // Two working days later nothing has rung, and each clock has as many hours left as before.
    bureau.clock.advance(2 * 86_400_000)
    await runDueTimers(bureau.services)
    expect(await dueOf()).toEqual([full, half])
    const row = await sql<{ id: number }>`select id from ticket_incident where ticket_id = ${id}`.execute(
      bureau.database.db,
    )
    await bureau.write((unit) =>
      incidentServer.actions!.close!(
        { id: row.rows[0]!.id } as never,
        { reason: 'looked into it' },
        unit,
        bureau.access('hann'),
        { access: bureau.access('hann'), language: 'zhHans', caller: { ip: '', requestId: '' } },
      ),
    )
    const shift = (moment: string | undefined) => new Date(Date.parse(moment ?? '') + 2 * 86_400_000).toISOString()
    expect(await dueOf()).toEqual([shift(full), shift(half)])
    expect((await bureau.approve('zhang', id)).ticket.currentKeys).toEqual(['audit'])
    await expectSound(bureau, id)
  })

  it('I8 each row carries the hash of the one before it and of everything it says', async () => {
    const id = await decided()
    const { rows } = await sql<{ seq: number; prevHash: string; hash: string; ip: string; requestId: string }>`
      select seq, prev_hash, hash, ip, request_id from ticket_event where ticket_id = ${id} order by seq`.execute(
      bureau.database.db,
    )
    expect(rows.map((row) => row.prevHash)).toEqual(['', ...rows.slice(0, -1).map((row) => row.hash)])
    expect(rows[0]).toMatchObject({ seq: 1, ip: '127.0.0.1', requestId: 'r' })
  })
})

describe('canonical text', () => {
  it('is the same for equal data, whatever the order of its keys', () => {
    expect(canonical({ b: [1, null, { d: 'x', c: undefined }], a: true })).toBe('{"a":true,"b":[1,null,{"d":"x"}]}')
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }))
    expect(hashOf({ a: '1' })).not.toBe(hashOf({ a: 1 }))
  })
})
