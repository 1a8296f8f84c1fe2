/** 25.7 rule 2 on the real server: what becomes of a ticket when nobody can act. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmptyPolicy } from '#machines/ticket/definition/definition.ts'
import { taskAssignment } from '#src/define/services.ts'
import { finishReassignments } from '#src/server/tickets/delegation/assignment.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { permit } from './applications.ts'
import { type Bureau, openBureau } from './bureau.ts'
import { inForce } from './drawn.ts'
import { effectsOf, expectSound, holders, refusal, say, tasksOf } from './words.ts'

describe.each(oneEngine)('when nobody can act, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  /** The first step belongs to a role that nobody holds. */
  const filed = async (emptyPolicy: EmptyPolicy, onReject: 'end' | 'start' = 'end') => {
    const [leader, ...others] = permit.workflow.states
    const vacant = { ...leader!, participant: { type: 'role', role: 'vacant' } as const, emptyPolicy, onReject }
    await inForce(bureau, 'permit', { ...permit.workflow, states: [vacant, ...others] })
    return (await bureau.submit('pann', 'permit')).ticket
  }

  it('somebody by name is asked, and decides', async () => {
    const { id } = await filed({ type: 'toUser', userId: bureau.id('gege') })
    expect(await holders(bureau, id)).toEqual(['gege'])
    await bureau.approve('gege', id)
    expect(await holders(bureau, id)).toEqual(['heda'])
    await expectSound(bureau, id)
  })

  it('by name, and it is the applicant: the leader above is asked, never the applicant (INV-10)', async () => {
    const { id } = await filed({ type: 'toUser', userId: bureau.id('pann') })
    expect(await holders(bureau, id)).toEqual(['zhang'])
    await expectSound(bureau, id)
  })

  it('it is rejected at once, by the rule and in nobody’s name; what was held is given back', async () => {
    const { id, status } = await filed({ type: 'reject' })
    expect(status).toBe('rejected')
    expect(await tasksOf(bureau, id)).toEqual([])
    expect(await effectsOf(bureau, id)).toEqual(['freeze', 'release'])
    expect(await refusal(bureau.ask('pann', id, say('submit')))).not.toBeNull()
    await expectSound(bureau, id)
  })

  it('it goes back to its applicant, where a rejection does', async () => {
    const { id, status } = await filed({ type: 'reject' }, 'start')
    expect(status).toBe('returned')
    // Still nobody: it comes back once more, and never runs in a cycle by itself.
    expect((await bureau.ask('pann', id, say('submit'))).ticket).toMatchObject({ status: 'returned', round: 2 })
    await expectSound(bureau, id)
  })

  it('WF-14 with nobody above, the ticket waits as an incident, administrators are told and cannot act on it, and it goes on by itself when the organisation is mended', async () => {
    const { db } = bureau.services.database
    const lead = (key: string, username: string | null) =>
      write(bureau.services, async (unit) => {
        const { rows } = await sql<{ id: number }>`
          update department set leader_id = (select id from app_user where username = ${username}) where key = ${key} returning id`.execute(
          unit.db,
        )
        await unit.service(taskAssignment).departmentChanged(rows[0]?.id ?? 0)
      })
    const enabled = (isThere: boolean) =>
      sql`update app_user set state = ${isThere} where username = any(${['zhao', 'suns']}::text[])`.execute(db)
    const reload = () => bureau.services.caches.load()
    const incidents = async (id: number) =>
      (
        await sql<{ state: string; source: string; faults: string; reason: string }>`
          select state, source, faults, reason from ticket_incident where ticket_id = ${id} order by id`.execute(db)
      ).rows

    await sql`
      with role as (insert into role (key, name, data_scope, created_at, updated_at) values ('sysAdmin', 'sysAdmin', 0, now(), now()) returning id)
      insert into user_role (user_id, role_id) select u.id, role.id from app_user u, role where u.username = 'yunn'`.execute(
      db,
    )
    await lead('D10', null)
    await enabled(false)
    await reload()
    const messageCount = bureau.messages.length
    const { id, no, status } = await filed({ type: 'leader' })
    expect(status).toBe('running')
    expect(await tasksOf(bureau, id)).toEqual([])
    expect(await incidents(id)).toMatchObject([{ state: 'open', source: 'nobody', reason: '' }])
    expect(bureau.messages.slice(messageCount)).toContainEqual({
      to: [bureau.id('yunn')],
      contentType: 'SYSTEM',
      title: { key: 'notice.ticketWaits', params: [no] },
      link: '/workflow/incident',
    })
    const clocks = await sql`select from ticket_timer where ticket_id = ${id}`.execute(db)
    expect(clocks.rows).toEqual([])
    await expectSound(bureau, id)
    expect(await refusal(bureau.ask('yunn', id, say('approve')))).not.toBeNull()

    // The job finds nobody yet; nothing changes.
    await finishReassignments(bureau.services)
    expect(await incidents(id)).toMatchObject([{ state: 'open' }])

    await lead('D10', 'zhang')
    await reload()
    expect(await holders(bureau, id)).toEqual(['zhang'])
    expect(await incidents(id)).toMatchObject([{ state: 'closed', source: 'nobody' }])
    await expectSound(bureau, id)
    await bureau.approve('zhang', id)
    expect(await holders(bureau, id)).toEqual(['heda'])
    await expectSound(bureau, id)
    await enabled(true)
    await reload()
  })

  it('WF-14 the next higher leader is asked by default, and what was given to administrators by an older version waits', async () => {
    const led = await filed({ type: 'leader' })
    expect(await holders(bureau, led.id)).toEqual(['zhang'])
    await expectSound(bureau, led.id)

    const old = await filed({ type: 'toRole', role: 'sysAdmin' })
    expect(await tasksOf(bureau, old.id)).toEqual([])
    const { db } = bureau.services.database
    await sql`
      with place as (select id from role where key = 'vacant')
      insert into user_role (user_id, role_id) select u.id, place.id from app_user u, place where u.username = 'gege'`.execute(
      db,
    )
    await bureau.services.caches.load()
    await finishReassignments(bureau.services)
    expect(await holders(bureau, old.id)).toEqual(['gege'])
    await expectSound(bureau, old.id)
    await sql`delete from user_role where role_id = (select id from role where key = 'vacant')`.execute(db)
    await bureau.services.caches.load()
  })
})
