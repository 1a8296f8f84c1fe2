/** SYS-131: whoever administers the system is named nowhere as somebody who decides, and decides nothing. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishReassignments } from '#src/server/tickets/delegation/assignment.ts'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { confirmed } from '#tests/harness/proposals.ts'
import { act, leaveForm, submit, ticketOf } from '#tests/harness/tickets.ts'

const people = ['fang54', 'yu55', 'yuan57', 'bao59', 'zhang39', 'yun40', 'pan42', 'ge43', 'sun03', 'zhu16'] as const
type Name = (typeof people)[number]
const administrators = ['fang54', 'yu55', 'bao59'] as const

describe('administration and business are kept apart', () => {
  let app: TestApp
  let as: Readonly<Record<Name, Client>>

  beforeAll(async () => {
    app = await startApp()
    as = Object.fromEntries(
      await Promise.all(people.map(async (name) => [name, await app.as(name)] as const)),
    ) as Record<Name, Client>
  })
  afterAll(() => app.close())

  const refused = expect.objectContaining({ code: 4001, errKey: 'sys.separation' })
  const departmentOf = async (key: string) => {
    const { rows } = await sql<{ id: number; version: number; leaderId: number }>`
      select id, version, leader_id from department where key = ${key}`.execute(app.database.db)
    if (!rows[0]) throw new Error(`no department ${key}`)
    return rows[0]
  }
  const changeDepartment = async (key: string, change: object): Promise<Answer<unknown>> => {
    const { id, version } = await departmentOf(key)
    return confirmed(await as.fang54.put(`/api/system/dept/${id}/`, { ...change, version }), as.yu55)
  }
  const roleId = async (key: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from role where key = ${key}`.execute(app.database.db)
    return rows[0]?.id ?? 0
  }
  const fileOther = async (name: Name) => {
    const answer = await submit(as[name], 'otherBusiness', {
      reason: '安装办公软件',
      bizType: 'IT',
      content: '请协助安装办公软件一套，谢谢',
    })
    expect(answer).toMatchObject({ code: 2000 })
    return answer.data.id
  }

  it.each(administrators)(
    'SYS-131 %s becomes neither leader nor deputy of a department, by form or by import',
    async (name) => {
      expect(await changeDepartment('D10', { leaderId: as[name].userId })).toEqual(refused)
      expect(await changeDepartment('D10', { deputyIds: [as.yun40.userId, as[name].userId] })).toEqual(refused)
      const { rows } = await sql<{ empNo: string; name: string }>`
      select u.emp_no, d.name from app_user u, department d where u.id = ${as[name].userId} and d.key = 'D10'`.execute(
        app.database.db,
      )
      const line = { name: rows[0]?.name, key: 'D10', parentPath: '示范市公安局', sort: 10, leader: rows[0]?.empNo }
      expect(await as.fang54.post('/api/system/dept/import_dept_data/', { data: [line] })).toEqual(refused)
      const fresh = { name: '新设支队', key: 'D99', parent: null, sort: 1, isBudgetUnit: false, state: true }
      expect(await as.fang54.post('/api/system/dept/', { ...fresh, leaderId: as[name].userId })).toEqual(refused)
      expect((await departmentOf('D10')).leaderId).toBe(as.zhang39.userId)
    },
  )

  it('SYS-131 the refusal names the person and the post in the language of the reader', async () => {
    const { id, version } = await departmentOf('D10')
    const change = { leaderId: as.fang54.userId, version }
    const url = `/api/system/dept/${id}/`
    expect((await as.fang54.put(url, change)).msg).toBe(
      '“方示丁”不能既是系统、安全或审计管理员，又任部门负责人：管理与业务须分离',
    )
    expect((await as.fang54.put(url, change, { language: 'en' })).msg).toBe(
      'Fang Shiding cannot be both a system, security or audit administrator and department leader: administration and business duties are separated',
    )
  })

  it('SYS-131 who leads, deputises or stands in becomes no administrator', async () => {
    const auditor = await roleId('auditor')
    const give = (name: Name) => as.yu55.put(`/api/system/role/${auditor}/users/`, { add: [as[name].userId] })
    expect(await changeDepartment('D11', { leaderId: as.ge43.userId })).toMatchObject({ code: 2000 })
    expect(await give('ge43')).toEqual(refused)
    expect(await changeDepartment('D11', { leaderId: null, deputyIds: [as.ge43.userId] })).toMatchObject({ code: 2000 })
    expect(await give('ge43')).toEqual(refused)
    expect(await changeDepartment('D11', { deputyIds: [] })).toMatchObject({ code: 2000 })
    const window = { startAt: '2026-03-20 08:00:00', endAt: '2026-03-22 08:00:00', ticketTypes: [], reason: '' }
    expect(await as.zhang39.post('/api/personal/delegation/', { ...window, toUserId: as.ge43.userId })).toMatchObject({
      code: 2000,
    })
    expect(await give('ge43')).toEqual(refused)
  })

  it('SYS-131 no administrator stands in for somebody, by delegation or during leave', async () => {
    const window = { startAt: '2026-04-20 08:00:00', endAt: '2026-04-22 08:00:00', ticketTypes: [], reason: '' }
    for (const name of administrators)
      expect(await as.yun40.post('/api/personal/delegation/', { ...window, toUserId: as[name].userId })).toEqual(
        refused,
      )
    const form = { ...leaveForm('2026-06-10', '2026-06-10', { leaveType: 'personal' }), proxyUserId: as.fang54.userId }
    expect(await submit(as.pan42, 'leaveApproval', form)).toEqual(refused)
  })

  it('SYS-131 no administrator takes over from somebody who leaves', async () => {
    const { userId } = as.zhang39
    expect(
      await as.fang54.post(`/api/system/user/${userId}/disable/`, { confirmed: true, successorId: as.bao59.userId }),
    ).toEqual(refused)
  })

  it('SYS-131 nobody transfers to, asks or adds an administrator, and none is offered', async () => {
    const id = await fileOther('pan42')
    const userId = as.fang54.userId
    const offered = await as.zhang39.get<{ id: number }[]>(`/api/workflow/ticket/${id}/helpers/`)
    expect(offered.data.length).toBeGreaterThan(10)
    const barred = administrators.map((name) => as[name].userId)
    expect(offered.data.filter((one) => barred.includes(one.id))).toEqual([])
    expect(await act(as.zhang39, id, 'transfer', { userId })).toEqual(refused)
    expect(await act(as.zhang39, id, 'delegate', { userId })).toEqual(refused)
    expect(await act(as.zhang39, id, 'add_sign', { userIds: [userId], where: 'before' })).toEqual(refused)
  })

  it('SYS-131 a form names no administrator as the one who handles', async () => {
    const id = await fileOther('pan42')
    expect((await act(as.zhang39, id, 'approve')).data.status).toBe('running')
    const approve = (handlerId: number) => act(as.zhu16, id, 'approve', { formData: { handlerId } })
    expect(await approve(as.fang54.userId)).toEqual(refused)
    expect(await approve(as.ge43.userId)).toMatchObject({ code: 2000 })
  })

  it('SYS-131 what the database still holds from before makes no administrator act: the next leader is asked, the task goes on, and its holder is refused', async () => {
    const id = await fileOther('pan42')
    const { db } = app.database
    await sql`alter table department disable trigger user`.execute(db)
    await sql`update department set leader_id = ${as.fang54.userId} where key = 'D10'`.execute(db)
    await sql`alter table department enable trigger user`.execute(db)
    await sql`update revision set value = value + 1 where name = 'organisation'`.execute(db)
    await app.services.caches.load()
    const later = await fileOther('ge43')
    const handlers = (await ticketOf(as.ge43, later)).current.flatMap((one) => one.handlers.map((who) => who.id))
    expect(handlers).not.toContain(as.fang54.userId)
    expect(handlers.length).toBeGreaterThan(0)

    // As a version before would have left it: the task is the administrator's.
    await sql`alter table department disable trigger user`.execute(db)
    await sql`update department set leader_id = ${as.zhang39.userId} where key = 'D10'`.execute(db)
    await sql`alter table department enable trigger user`.execute(db)
    await sql`
      update ticket set snapshot = replace(snapshot::text, ${`"holder":${as.zhang39.userId}`}, ${`"holder":${as.fang54.userId}`})::jsonb where id = ${id}`.execute(
      db,
    )
    await sql`
      update ticket set snapshot = replace(snapshot::text, ${`"holder": ${as.zhang39.userId}`}, ${`"holder": ${as.fang54.userId}`})::jsonb where id = ${id}`.execute(
      db,
    )
    await sql`update ticket_task set assignee_id = ${as.fang54.userId} where ticket_id = ${id} and status = 'open'`.execute(
      db,
    )
    await sql`update revision set value = value + 1 where name = 'organisation'`.execute(db)
    await app.services.caches.load()
    expect((await ticketOf(as.fang54, id)).allowedActions).not.toContain('approve')
    expect(await act(as.fang54, id, 'approve')).toEqual(refused)
    await finishReassignments(app.services)
    expect((await ticketOf(as.pan42, id)).current[0]?.handlers.map((who) => who.id)).toEqual([as.zhang39.userId])
  })

  it('SYS-131 a changed leader is told to the security administrators and to both leaders', async () => {
    const messageCount = app.announced.messages.length
    expect(await changeDepartment('D10', { leaderId: as.yun40.userId })).toMatchObject({ code: 2000 })
    const messages = app.announced.messages
      .slice(messageCount)
      .filter(({ title }) => title.key.startsWith('notice.leader'))
    expect(messages).toEqual([
      {
        to: [as.yu55.userId, as.yuan57.userId, as.zhang39.userId, as.yun40.userId],
        contentType: 'SYSTEM',
        title: {
          key: 'notice.leaderChanged',
          params: [
            { zhHans: '刑事侦查支队', en: 'Criminal investigation' },
            { zhHans: '章示壬', en: 'Zhang Shiren' },
            { zhHans: '云示癸', en: 'Yun Shigui' },
          ],
        },
      },
    ])
    expect(await changeDepartment('D10', { leaderId: as.zhang39.userId })).toMatchObject({ code: 2000 })
  })

  it('SYS-131 the database has the last word on leaders, deputies and substitutes', async () => {
    const { db } = app.database
    const admin = as.fang54.userId
    await expect(sql`update department set leader_id = ${admin} where key = 'D10'`.execute(db)).rejects.toThrow(
      'SYS-131',
    )
    await expect(
      sql`update department set deputy_ids = array[${admin}]::bigint[] where key = 'D10'`.execute(db),
    ).rejects.toThrow('SYS-131')
    await expect(
      sql`insert into substitute (user_id, substitute_id, from_at, until_at, reason, created_at)
        values (${as.zhang39.userId}, ${admin}, now(), now() + interval '1 day', '', now())`.execute(db),
    ).rejects.toThrow('SYS-131')
    await expect(
      sql`insert into user_role (user_id, role_id) values (${as.zhang39.userId}, ${await roleId('sysAdmin')})`.execute(
        db,
      ),
    ).rejects.toThrow('SYS-131')
  })

  it('SYS-01 an administrator applies for their own leave like everybody else, and finishes it', async () => {
    const filed = await submit(
      as.fang54,
      'leaveApproval',
      leaveForm('2026-06-10', '2026-06-10', { leaveType: 'personal' }),
    )
    expect(filed).toMatchObject({ code: 2000 })
    expect(filed.data.status).toBe('running')
    expect((await act(as.fang54, filed.data.id, 'withdraw')).data.status).toBe('withdrawn')
  })
})
