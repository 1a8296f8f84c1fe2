import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { substitutes } from '#src/define/services.ts'
import { detailOf, seeTicket } from '#src/server/tickets/queries/detail.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, type Name, openBureau, start } from './bureau.ts'
import { expectSound, giveBack, holders, refusal, say, tasksOf } from './words.ts'

const HOUR = 3_600_000

describe.each(oneEngine)('who acts, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  const errandOf = async (name: Name, price = '100.00') => (await bureau.submit(name, 'errand', { price })).ticket

  it('WF-04 a leader’s own application goes to the leader in charge', async () => {
    const ticket = await errandOf('zhang')
    expect(await tasksOf(bureau, ticket.id)).toMatchObject([{ who: 'suns', rule: 'self', status: 'open' }])
  })

  it('WF-04 an application of the leader in charge, who leads no department, goes to the leader of the own one', async () => {
    expect(await holders(bureau, (await errandOf('suns')).id)).toEqual(['zhao'])
  })

  it('WF-04 an application of the bureau leader goes to the leader in charge of logistics', async () => {
    expect(await holders(bureau, (await errandOf('zhao')).id)).toEqual(['qian'])
  })

  it('WF-04 an applicant who holds the role of a step is left out of it', async () => {
    const ticket = await errandOf('youa')
    expect(await holders(bureau, ticket.id)).toEqual(['hann'])
    await bureau.approve('hann', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu'])
  })

  it('a department without a leader is led by the one above it', async () => {
    expect(await holders(bureau, (await errandOf('heda')).id)).toEqual(['hann'])
  })

  it('INV-10 nobody approves their own ticket, by whatever way', async () => {
    const ticket = await errandOf('pann')
    expect(await refusal(bureau.approve('pann', ticket.id))).toBe('wf.notCandidate')
    expect(
      await refusal(bureau.ask('zhang', ticket.id, { type: 'transfer', comment: '', to: bureau.id('pann') })),
    ).toBe('wf.selfApproval')
  })

  it('WF-10, 25.12 a transfer hands the task over, and a task no longer mine cannot be completed by me; the one who gave it away keeps sight of the ticket only', async () => {
    const ticket = await errandOf('pann')
    await bureau.ask('zhang', ticket.id, { type: 'transfer', comment: '', to: bureau.id('yunn') })
    expect(await holders(bureau, ticket.id)).toEqual(['yunn'])
    expect(await refusal(bureau.approve('zhang', ticket.id))).toBe('wf.stateChanged')
    expect(await refusal(bureau.ask('yunn', ticket.id, { type: 'transfer', comment: '', to: bureau.id('yunn') }))).toBe(
      '4003',
    )
    await bureau.approve('yunn', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu', 'youa'])
    await expectSound(bureau, ticket.id)
  })

  it('WF-10 refuses the transfer to a disabled person, an added signature and advice in their own words', async () => {
    const ticket = await errandOf('pann')
    await sql`update app_user set state = false where username = 'gege'`.execute(bureau.database.db)
    expect(
      await refusal(bureau.ask('zhang', ticket.id, { type: 'transfer', comment: '', to: bureau.id('gege') })),
    ).toBe('rule.WF-10')
    const people = [bureau.id('gege')]
    expect(
      await refusal(
        bureau.ask('zhang', ticket.id, { type: 'addSign', comment: '', people, where: 'before', method: 'all' }),
      ),
    ).toBe('wf.cannotAddSigner')
    expect(
      await refusal(bureau.ask('zhang', ticket.id, { type: 'delegate', comment: '', to: bureau.id('gege') })),
    ).toBe('wf.cannotConsult')
    await sql`update app_user set state = true where username = 'gege'`.execute(bureau.database.db)
  })

  it('WF-04 a leader who was named a moment ago, by another node, is found although this node has not heard of it', async () => {
    const { organisation, caches } = bureau.services
    await caches.load()
    const known = organisation.now().rows.revision
    const led = (who: Name) =>
      sql`update department set leader_id = ${bureau.id(who)} where key = 'D10'`.execute(bureau.database.db)
    await led('yunn')
    expect(await holders(bureau, (await errandOf('pann')).id)).toEqual(['yunn'])
    expect(organisation.now().rows.revision).toBe(known)
    await led('zhang')
    await caches.load()
    expect(await holders(bureau, (await errandOf('pann')).id)).toEqual(['zhang'])
  })

  it.runIf(kind === 'postgres')(
    'WF-14 a decision that waited for its ticket leaves out who was disabled meanwhile',
    async () => {
      const ticket = await errandOf('pann')
      await bureau.services.caches.load()
      const other = new pg.Client({ connectionString: bureau.database.url })
      await other.connect()
      const isWaitedFor = async () => {
        const { rowCount } = await other.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rowCount === 1
      }
      try {
        await other.query('begin')
        await other.query('select from ticket where id = $1 for update', [ticket.id])
        await other.query(`update app_user set state = false where username = 'youa'`)
        const approved = bureau.approve('zhang', ticket.id)
        await expect.poll(isWaitedFor).toBe(true)
        await other.query('commit')
        await approved
        expect(await holders(bureau, ticket.id)).toEqual(['xuxu'])
      } finally {
        await other.end()
        await sql`update app_user set state = true where username = 'youa'`.execute(bureau.database.db)
      }
    },
  )

  it('25.1 whoever claims a task acts alone until it is released', async () => {
    const ticket = await errandOf('pann')
    await bureau.approve('zhang', ticket.id)
    await bureau.ask('xuxu', ticket.id, say('claim'))
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu'])
    expect(await refusal(bureau.approve('youa', ticket.id))).toBe('wf.stateChanged')
    await bureau.ask('xuxu', ticket.id, say('release'))
    await bureau.approve('youa', ticket.id)
    await expectSound(bureau, ticket.id)
  })

  it('WF-11 new tasks go to the substitute, in whose name the log says for whom', async () => {
    const from = bureau.clock.now()
    await bureau.write((unit) =>
      unit.service(substitutes).activate({
        userId: bureau.id('zhang'),
        substituteId: bureau.id('yunn'),
        from,
        until: new Date(from.getTime() + 24 * HOUR),
        reason: 'leave',
        ticketId: null,
      }),
    )
    const ticket = await errandOf('pann')
    expect(await holders(bureau, ticket.id)).toEqual(['yunn'])
    await bureau.approve('yunn', ticket.id)
    const { rows } = await sql<{ actorId: number; onBehalfOf: number }>`
      select actor_id, on_behalf_of from ticket_event where ticket_id = ${ticket.id} and type = 'approve'`.execute(
      bureau.database.db,
    )
    expect(rows).toEqual([{ actorId: bureau.id('yunn'), onBehalfOf: bureau.id('zhang') }])
    await expectSound(bureau, ticket.id)

    expect(await holders(bureau, (await errandOf('yunn')).id)).toEqual(['zhang'])
    await sql`update substitute set until_at = ${from} where reason = 'leave'`.execute(bureau.database.db)
  })

  it('WF-11 the person represented may still act, and the first of the two decides', async () => {
    const from = bureau.clock.now()
    await bureau.write((unit) =>
      unit.service(substitutes).activate({
        userId: bureau.id('zhang'),
        substituteId: bureau.id('yunn'),
        from,
        until: new Date(from.getTime() + HOUR),
        reason: 'trip',
        ticketId: null,
      }),
    )
    const ticket = await errandOf('pann')
    await bureau.approve('zhang', ticket.id)
    expect(await refusal(bureau.approve('yunn', ticket.id))).toBe('wf.stateChanged')
    await sql`update substitute set until_at = ${from} where reason = 'trip'`.execute(bureau.database.db)
  })

  it('WF-16 reminds at most once in two hours', async () => {
    const ticket = await errandOf('pann')
    expect(await refusal(bureau.ask('gege', ticket.id, say('urge')))).toBe('4004')
    const messageCount = bureau.messages.length
    await bureau.ask('pann', ticket.id, say('urge'))
    expect(bureau.messages.slice(messageCount)).toMatchObject([{ contentType: 'REMIND', to: [bureau.id('zhang')] }])
    expect(await refusal(bureau.ask('pann', ticket.id, say('urge')))).toBe('rule.WF-16')
    bureau.clock.advance(2 * HOUR)
    await bureau.ask('pann', ticket.id, say('urge'))
    bureau.clock.set(start)
  })

  it('WF-12 counts working hours, reminds at half time and then asks the next leader too', async () => {
    const ticket = await errandOf('pann')
    bureau.clock.advance(4 * HOUR)
    expect(await runDueTimers(bureau.services)).toBeGreaterThan(0)
    expect(await holders(bureau, ticket.id)).toEqual(['zhang'])
    bureau.clock.advance(12 * HOUR)
    await runDueTimers(bureau.services)
    expect(await holders(bureau, ticket.id), 'the night does not count').toEqual(['suns', 'zhang'])
    await bureau.approve('suns', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu', 'youa'])
    expect(await runDueTimers(bureau.services)).toBe(0)
    await expectSound(bureau, ticket.id)
    bureau.clock.set(start)
  })

  it('25.8 a return arms the timers anew, and a timer of a closed visit does nothing', async () => {
    const ticket = await errandOf('pann')
    await bureau.ask('zhang', ticket.id, giveBack())
    bureau.clock.advance(100 * HOUR)
    await runDueTimers(bureau.services)
    expect(await holders(bureau, ticket.id)).toEqual([])
    await bureau.ask('pann', ticket.id, say('submit'))
    const { rows } = await sql<{
      rule: string
      visit: number
    }>`select rule, visit from ticket_timer where ticket_id = ${ticket.id} order by rule`.execute(bureau.database.db)
    expect(rows).toEqual([
      { rule: 'full', visit: 2 },
      { rule: 'half', visit: 2 },
    ])
    bureau.clock.set(start)
  })

  it('20.3 a task that waits for a day opens on it, though its holder may act before', async () => {
    const file = async () => {
      const { ticket } = await bureau.submit('pann', 'council', { day: '2026-01-09' })
      for (const name of ['xuxu', 'youa'] as const)
        await bureau.approve(name, ticket.id, { helperId: bureau.id('gege') })
      for (const name of await holders(bureau, ticket.id)) await bureau.approve(name as Name, ticket.id)
      for (const name of await holders(bureau, ticket.id))
        if (name !== 'gege') await bureau.approve(name as Name, ticket.id)
      return (await bureau.ask('gege', ticket.id, say('handle'))).ticket
    }
    const early = await file()
    const waiting = await file()
    expect(await holders(bureau, early.id)).toEqual([])
    expect((await bureau.ask('pann', early.id, say('handle'))).ticket.status).toBe('completed')
    bureau.clock.set(new Date('2026-01-08T16:00:00Z'))
    await runDueTimers(bureau.services)
    expect(await holders(bureau, waiting.id)).toEqual(['pann'])
    await expectSound(bureau, waiting.id)
    bureau.clock.set(start)
  })

  it('WF-18 shows a ticket to those it concerns and to readers of its register within their scope', async () => {
    const ticket = await errandOf('pann')
    const sees = async (name: Name) => (await refusal(bureau.ask(name, ticket.id, say('comment', 'seen')))) === null
    expect(
      await Promise.all(
        (['pann', 'zhang', 'hann', 'gege', 'heda', 'suns'] as const).map(async (name) => [name, await sees(name)]),
      ),
    ).toEqual([
      ['pann', true],
      ['zhang', true],
      ['hann', true],
      ['gege', false],
      ['heda', false],
      ['suns', false],
    ])
    await bureau.ask('pann', ticket.id, { type: 'cc', comment: '', people: [bureau.id('gege')] })
    expect(await sees('gege')).toBe(true)
    const other = await errandOf('heda')
    expect(
      await refusal(bureau.ask('zhang', other.id, say('comment', 'not my department'))),
      'the register of D10 only',
    ).toBe('4004')
  })

  it('25.6 a copy survives a return and is told once', async () => {
    const messageCount = bureau.messages.length
    const { ticket } = await bureau.submit('pann', 'errand', {
      price: '1.00',
      ccUserIds: [bureau.id('gege'), bureau.id('yunn')],
    })
    expect(
      bureau.messages.slice(messageCount).find((message) => message.title.key === 'notice.ticket.copy')?.to,
    ).toEqual([bureau.id('gege'), bureau.id('yunn')])
    await bureau.ask('zhang', ticket.id, giveBack())
    const { rows } = await sql`select from ticket_cc where ticket_id = ${ticket.id}`.execute(bureau.database.db)
    expect(rows).toHaveLength(2)
  })

  it('25.12 a rejection removes no copy', async () => {
    const { ticket } = await bureau.submit('pann', 'errand', { price: '1.00', ccUserIds: [bureau.id('gege')] })
    await bureau.ask('zhang', ticket.id, say('reject', 'not in the plan'))
    const { rows } = await sql`select user_id from ticket_cc where ticket_id = ${ticket.id}`.execute(bureau.database.db)
    expect(rows).toContainEqual({ userId: bureau.id('gege') })
  })

  it('25.12 the name of a leaver stays in past records', async () => {
    const { ticket } = await bureau.submit('pann', 'errand', { price: '1.00' })
    await bureau.approve('zhang', ticket.id)
    const switchOn = (state: boolean) =>
      sql`update app_user set state = ${state} where id = ${bureau.id('zhang')}`.execute(bureau.database.db)
    await switchOn(false)
    const access = bureau.access('pann')
    const timeline = await bureau.read(async (unit) => {
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      const seen = await seeTicket(reader, access, ticket.id)
      const [leader] = (await detailOf(reader, access, seen)).steps
      return { rows: await timelineOf(reader, access, seen), leader }
    })
    await switchOn(true)
    expect(timeline.rows.find((row) => row.action === 'approve')?.actor?.name).toBe('zhang')
    expect(timeline.leader?.people[0]).toMatchObject({ name: 'zhang', outcome: 'approve' })
  })
})
