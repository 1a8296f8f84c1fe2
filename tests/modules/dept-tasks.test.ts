/** Open tasks follow the organisation: WF-14, SYS-33, SYS-34, INV-15. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { FormDefinition } from '#src/define/application.ts'
import { taskAssignment } from '#src/define/services.ts'
import type { TimelineRow } from '#src/define/tickets/history.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { TicketCounts } from '#src/define/tickets/lists.ts'
import { finishReassignments } from '#src/server/tickets/delegation/assignment.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { contentHash } from '#src/server/tickets/versions/versions.ts'
import { reader, write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { confirmed } from '#tests/harness/proposals.ts'
import { act, leaveForm, submit, ticketOf } from '#tests/harness/tickets.ts'

const people = [
  'pan42',
  'ge43',
  'zhang39',
  'yun40',
  'sun03',
  'zhao01',
  'peng46',
  'you18',
  'xu19',
  'fang54',
  'yu55',
] as const
type Name = (typeof people)[number]

/** Three steps: the department's leader, who may claim; the leader above; an audit by claim. */
function threeSteps(definition: WorkflowDefinition): WorkflowDefinition {
  const [first] = definition.states
  if (!first) throw new Error('no state')
  const keys = ['start', 'deptLeader', 'above', 'audit', 'end']
  return {
    ...definition,
    states: [
      { ...first, claim: true },
      { ...first, key: 'above', participant: { type: 'parentDeptLeader' }, timers: [] },
      { ...first, key: 'audit', participant: { type: 'role', role: 'financeOfficer' }, claim: true, timers: [] },
    ],
    transitions: keys.slice(1).map((to, index) => ({ from: keys[index] ?? 'start', to })),
  }
}

async function publishThreeSteps(app: TestApp): Promise<void> {
  const { rows } = await sql<{
    workflowId: number
    versionNo: number
    definition: WorkflowDefinition
    form: FormDefinition
  }>`
    select v.workflow_id, v.version_no, v.definition, v.form from workflow_version v join workflow w on w.current_version_id = v.id where w.key = 'otherBusiness'`.execute(
    app.database.db,
  )
  const current = rows[0]
  if (!current) throw new Error('not published')
  const definition = threeSteps(current.definition)
  await write(app.services, async ({ db }) => {
    await sql`update workflow_version set status = 'history' where workflow_id = ${current.workflowId} and status = 'published'`.execute(
      db,
    )
    await sql`with published as (
        insert into workflow_version (workflow_id, version_no, definition, form, content_hash, status, created_at)
        values (${current.workflowId}, ${current.versionNo + 1}, ${JSON.stringify(definition)}::json, ${JSON.stringify(current.form)}::json,
          ${contentHash(definition, current.form)}, 'published', now()) returning id)
      update workflow set current_version_id = (select id from published) where id = ${current.workflowId}`.execute(db)
  })
}

describe.each(oneEngine)('tasks and the organisation on %s', (engine) => {
  let app: TestApp
  let as: Readonly<Record<Name, Client>>

  beforeAll(async () => {
    app = await startApp({ engine })
    as = Object.fromEntries(
      await Promise.all(people.map(async (name) => [name, await app.as(name)] as const)),
    ) as Record<Name, Client>
    await publishThreeSteps(app)
  })
  afterAll(() => app.close())

  const departmentOf = async (key: string) => {
    const { rows } = await sql<{
      id: number
      version: number
      sort: number
    }>`select id, version, sort from department where key = ${key}`.execute(app.database.db)
    if (!rows[0]) throw new Error(`no department ${key}`)
    return rows[0]
  }
  const lead = async (key: string, leader: Name | null) => {
    const { id, version } = await departmentOf(key)
    const answer = await as.fang54.put(`/api/system/dept/${id}/`, {
      leaderId: leader === null ? null : as[leader].userId,
      version,
    })
    expect(await confirmed(answer, as.yu55)).toMatchObject({ code: 2000 })
  }
  const move = async (key: string, parent: string) => {
    const { id, version, sort } = await departmentOf(key)
    const answer = await as.fang54.post(`/api/system/dept/${id}/move/`, {
      parent: (await departmentOf(parent)).id,
      sort,
      version,
    })
    expect(await confirmed(answer, as.yu55)).toMatchObject({ code: 2000 })
  }
  /** The demo bureau as at the start, for the next test. */
  const restore = async () => {
    await lead('D10', 'zhang39')
    await move('D10', 'D00')
  }
  const file = async (name: Name) => {
    const answer = await submit(as[name], 'otherBusiness', {
      reason: '安装办公软件',
      bizType: 'IT',
      content: '请协助安装办公软件一套，谢谢',
      rating: 5,
    })
    expect(answer).toMatchObject({ code: 2000 })
    return answer.data.id
  }
  const handlers = async (id: number) => {
    const ticket = await ticketOf(as.pan42, id)
    return ticket.current
      .flatMap(({ handlers: found }) => found.map((one) => people.find((name) => as[name].userId === one.id)))
      .sort()
  }
  const counts = async (name: Name) => (await as[name].get<TicketCounts>('/api/workflow/ticket/counts/')).data
  const queue = async (name: Name) =>
    (
      await as[name].get<TicketRow[]>('/api/workflow/ticket/', { query: { label: 'pendingApproval', limit: '100' } })
    ).data.map((row) => row.id)
  const timeline = async (id: number) =>
    (await as.pan42.get<TimelineRow[]>(`/api/workflow/ticket/${id}/timeline/`)).data
  const expectSound = async (id: number) =>
    expect(await replayCheck(engineOf(app.services), reader(app.services), id)).toEqual([])
  /** Disabled, with everything that follows, in one transaction (INV-15). */
  const disable = (name: Name) =>
    write(app.services, async (unit) => {
      await sql`update app_user set state = false where id = ${as[name].userId}`.execute(unit.db)
      return unit.service(taskAssignment).personLeft(as[name].userId)
    })
  const enable = (name: Name) =>
    sql`update app_user set state = true where id = ${as[name].userId}`.execute(app.database.db)

  it('SYS-34 a pending leave goes to the new leader of the department, with log, counters and notice', async () => {
    const before = { zhang: await counts('zhang39'), yun: await counts('yun40') }
    const filed = await submit(
      as.pan42,
      'leaveApproval',
      leaveForm('2026-06-10', '2026-06-10', { leaveType: 'personal' }),
    )
    expect(filed.code).toBe(2000)
    const { id, no } = filed.data
    expect(await counts('zhang39')).toMatchObject({ pendingApproval: before.zhang.pendingApproval + 1 })
    const [noticeCount, announced] = [app.announced.messages.length, app.announced.changes.length]

    await lead('D10', 'yun40')
    expect(await handlers(id)).toEqual(['yun40'])
    const [zhangNow, yunNow] = [await counts('zhang39'), await counts('yun40')]
    expect([await queue('zhang39'), await queue('yun40')].map((ids) => ids.includes(id))).toEqual([false, true])
    expect([(await queue('zhang39')).length, (await queue('yun40')).length]).toEqual([
      zhangNow.pendingApproval,
      yunNow.pendingApproval,
    ])
    expect(zhangNow).toMatchObject({ done: before.zhang.done, approved: before.zhang.approved })
    expect(app.announced.messages.slice(noticeCount)).toContainEqual({
      to: [as.yun40.userId],
      contentType: 'TICKET',
      title: {
        key: 'notice.ticket.task',
        params: [no, expect.objectContaining({ zhHans: expect.stringContaining('潘示乙') })],
      },
      link: `/workflow/ticket/${id}`,
      asks: true,
    })
    expect(app.announced.changes.slice(announced)).toContainEqual({ record: 'ticket', id })
    expect((await timeline(id)).at(-1)).toMatchObject({
      action: 'reassign',
      state: 'deptLeader',
      actor: null,
      people: [{ id: as.yun40.userId }],
    })

    expect(await act(as.zhang39, id, 'approve')).toMatchObject({ code: 4001, errKey: 'wf.stateChanged' })
    expect((await act(as.yun40, id, 'approve')).data.status).toBe('handling')
    await expectSound(id)
    await restore()
  })

  it('SYS-34 tasks that are claimed stay, and so does one that was transferred', async () => {
    const [claimed, given, free] = [await file('pan42'), await file('pan42'), await file('pan42')]
    expect((await act(as.zhang39, claimed, 'claim')).code).toBe(2000)
    expect((await act(as.zhang39, given, 'transfer', { userId: as.sun03.userId })).code).toBe(2000)
    await lead('D10', 'yun40')
    expect([await handlers(claimed), await handlers(given), await handlers(free)]).toEqual([
      ['zhang39'],
      ['sun03'],
      ['yun40'],
    ])
    expect((await timeline(claimed)).map((row) => row.action)).toEqual(['submit', 'participants', 'claim'])
    for (const id of [claimed, given, free]) await expectSound(id)
    await restore()
    for (const id of [claimed, given, free]) expect((await act(as.pan42, id, 'withdraw')).code).toBe(2000)
  })

  it('a change that concerns no leader, or another department, moves no task', async () => {
    const id = await file('pan42')
    const { id: dept, version } = await departmentOf('D10')
    expect((await as.fang54.put(`/api/system/dept/${dept}/`, { phone: '01012345678', version })).code).toBe(2000)
    await lead('D11', 'zhang39')
    await lead('D11', 'peng46')
    expect((await timeline(id)).map((row) => row.action)).toEqual(['submit', 'participants'])
    await act(as.pan42, id, 'withdraw')
  })

  it('SYS-33 a moved department asks the leader above it anew', async () => {
    const id = await file('pan42')
    await act(as.zhang39, id, 'approve')
    expect(await handlers(id)).toEqual(['zhao01'])
    await move('D10', 'D11')
    expect(await handlers(id)).toEqual(['peng46'])
    await expectSound(id)
    await act(as.pan42, id, 'withdraw')
    await restore()
  })

  it('SYS-33 the leader of a department above counts for those below that have none', async () => {
    const id = await file('pan42')
    await lead('D10', null)
    expect(await handlers(id)).toEqual(['zhao01'])
    await move('D10', 'D11')
    expect(await handlers(id)).toEqual(['peng46'])
    await lead('D11', 'yun40')
    expect(await handlers(id)).toEqual(['yun40'])
    await lead('D11', 'peng46')
    await restore()
    expect(await handlers(id)).toEqual(['zhang39'])
    await expectSound(id)
    await act(as.pan42, id, 'withdraw')
  })

  it('INV-10 the applicant who becomes leader does not decide: the leader in charge does', async () => {
    const id = await file('pan42')
    await lead('D10', 'pan42')
    expect(await handlers(id)).toEqual(['sun03'])
    await restore()
    expect(await handlers(id)).toEqual(['zhang39'])
    await expectSound(id)
    await act(as.pan42, id, 'withdraw')
  })

  it('an imported table of departments moves tasks too', async () => {
    const id = await file('pan42')
    const { rows } = await sql<{
      empNo: string
      name: string
    }>`select u.emp_no, d.name from app_user u, department d where u.username = 'yun40' and d.key = 'D10'`.execute(
      app.database.db,
    )
    const data = [{ name: rows[0]?.name, key: 'D10', parentPath: '示范市公安局', sort: 10, leader: rows[0]?.empNo }]
    expect((await as.fang54.post('/api/system/dept/import_dept_data/', { data })).code).toBe(2000)
    const waiting = await sql<{ id: number }>`select id from proposal where state = 'open'`.execute(app.database.db)
    expect((await as.yu55.post(`/api/proposal/${waiting.rows[0]?.id}/confirm/`)).code).toBe(2000)
    expect(await handlers(id)).toEqual(['yun40'])
    await act(as.pan42, id, 'withdraw')
    await restore()
  })

  it('INV-15 whoever is disabled leaves no task behind, not even a claimed one', async () => {
    const [pending, claimed] = [await file('pan42'), await file('pan42')]
    await act(as.zhang39, claimed, 'approve')
    await act(as.zhao01, claimed, 'approve')
    await act(as.you18, claimed, 'claim')
    expect(await disable('you18')).toEqual([])
    expect(await handlers(claimed)).toEqual(['xu19'])
    expect(await disable('zhang39')).toEqual([])
    expect(await handlers(pending)).toEqual(['zhao01'])
    expect((await act(as.xu19, claimed, 'claim')).code).toBe(2000)
    for (const id of [pending, claimed]) await expectSound(id)

    expect(await disable('xu19'), 'nobody else audits, and the step must not be passed').toContain(claimed)
    await expectSound(claimed)
    for (const name of ['you18', 'xu19', 'zhang39'] as const) await enable(name)
    for (const id of [pending, claimed]) await act(as.pan42, id, 'withdraw')
  })

  it('I12 an approval at the same moment as the change: the one who came first decides, and nothing is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await file('pan42')
      const [approved] = await Promise.all([act(as.zhang39, id, 'approve'), lead('D10', 'yun40')])
      const now = await handlers(id)
      expect([approved.code, ...now]).toEqual(approved.code === 2000 ? [2000, 'zhao01'] : [4001, 'yun40'])
      await expectSound(id)
      await act(as.pan42, id, 'withdraw')
      await restore()
    }
  })

  it('SYS-33 what one transaction does not look at follows after the commit', async () => {
    const id = await file('ge43')
    const copies = 120
    await sql`
      with numbers as (select nextval(pg_get_serial_sequence('ticket', 'id')) as id, n from generate_series(1, ${copies}) n),
      tickets as (insert into ticket select (jsonb_populate_record(t, jsonb_build_object('id', numbers.id, 'no', t.no || '-' || n))).* from ticket t, numbers where t.id = ${id} returning id)
      insert into ticket_task select (jsonb_populate_record(k, jsonb_build_object('ticket_id', tickets.id))).* from ticket_task k, tickets where k.ticket_id = ${id}`.execute(
      app.database.db,
    )
    const before = (await counts('zhang39')).pendingApproval
    await lead('D10', 'yun40')
    const { rows } = await sql`select dept_id from ticket_reassignment`.execute(app.database.db)
    expect(rows).toEqual([{ deptId: (await departmentOf('D10')).id }])
    expect((await counts('yun40')).pendingApproval).toBeLessThan(before)
    await finishReassignments(app.services)
    expect((await counts('yun40')).pendingApproval).toBeGreaterThan(copies)
    expect((await counts('zhang39')).pendingApproval).toBeLessThan(before - copies)
    expect((await sql`select from ticket_reassignment`.execute(app.database.db)).rows).toEqual([])
    await expectSound(id)
  })
})
