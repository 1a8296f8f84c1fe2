import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PreviewStep } from '#src/define/tickets/detail.ts'
import type { AnnualLeaveUse, LeaveAway } from '#src/modules/leave/leave.types.ts'
import { carryOver } from '#src/modules/leave/leave-carry.server.ts'
import { markOverdue } from '#src/modules/leave/leave-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, leaveForm, submit } from '#tests/harness/tickets.ts'

// 2026-03-11 is a Wednesday; the week after has five workdays.
const monday = '2026-03-16'
const tuesday = '2026-03-17'
const friday = '2026-03-20'

interface QuotaRow {
  readonly used: string
  readonly pending: string
  readonly total: string
}

describe.each(oneEngine)('leave on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let ge: Client
  let zhang: Client
  let sun: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, ge, zhang, sun] = (await Promise.all(['pan42', 'ge43', 'zhang39', 'sun03'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
      Client,
    ]
  })
  afterAll(() => app.close())

  const quota = async (username: string, leaveType = 'annual'): Promise<QuotaRow> => {
    const { rows } =
      await sql<QuotaRow>`select used, pending, total from leave_quota join app_user on app_user.id = user_id
      where username = ${username} and year = 2026 and leave_type = ${leaveType}`.execute(app.database.db)
    if (!rows[0]) throw new Error(`no quota of ${username}`)
    return rows[0]
  }

  it('moves days from pending to used and closes early with days back (23.8, S06)', async () => {
    const filed = await submit(pan, 'leaveApproval', leaveForm(monday, tuesday))
    expect(filed.code).toBe(2000)
    expect(filed.data.formData['days']).toBe('2.0')
    expect(await quota('pan42')).toMatchObject({ used: '7.0', pending: '2.0' })

    const approved = await act(zhang, filed.data.id, 'approve')
    expect(approved.data.status).toBe('handling')
    expect(await quota('pan42')).toMatchObject({ used: '9.0', pending: '0.0' })

    app.clock.set(new Date('2026-03-17T01:00:00Z'))
    const back = await act(pan, filed.data.id, 'handle', { formData: { actualBackAt: tuesday, actualBackHalf: 'am' } })
    expect(back.data.status).toBe('completed')
    expect(await quota('pan42')).toMatchObject({ used: '8.0', pending: '0.0' })
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('LEV-01 refuses more days than are left, pending counted', async () => {
    const refused = await submit(pan, 'leaveApproval', leaveForm(monday, friday))
    expect(refused).toMatchObject({
      code: 4001,
      errKey: 'leave.quotaInsufficient',
      msg: '年休假余额不足：剩余2天，申请5天',
    })
    const english = await pan.post(
      '/api/workflow/ticket/',
      { type: 'leaveApproval', formData: leaveForm(monday, friday), submit: true },
      { language: 'en' },
    )
    expect(english.msg).toBe('Insufficient Annual balance: 2 days left, 5 requested')
  })

  it('names the field of every rule that refuses a leave, and says them before the submit too', async () => {
    const asked = {
      reversed: [leaveForm(friday, monday), 'endDate', 'leave.endBeforeStart'],
      weekend: [leaveForm('2026-03-14', '2026-03-15'), 'endDate', 'leave.noWorkday'],
      quota: [leaveForm(monday, friday), 'leaveType', 'leave.quotaInsufficient'],
      personal: [leaveForm('2026-05-06', '2026-06-30', { leaveType: 'personal' }), 'leaveType', 'rule.LEV-04'],
      years: [leaveForm('2026-12-30', '2027-01-05'), 'endDate', 'rule.LEV-08'],
      abroad: [leaveForm(monday, monday, { abroad: true }), 'abroad', 'leave.abroad'],
      proxy: [leaveForm(monday, monday, { proxyUserId: pan.userId }), 'proxyUserId', 'leave.proxySelf'],
    } as const
    for (const [formData, field, errKey] of Object.values(asked)) {
      const refused = await submit(pan, 'leaveApproval', formData)
      expect(refused).toMatchObject({ code: 4001, errKey, errors: { [field]: [refused.msg] } })
      const { data } = await pan.post<{ rules: unknown }>('/api/workflow/ticket/check/', {
        type: 'leaveApproval',
        formData,
      })
      expect(data.rules).toEqual({ [field]: [refused.msg] })
    }
  })

  it('says every rule a leave breaks at once, each at its field', async () => {
    const formData = leaveForm(monday, friday, { abroad: true, proxyUserId: pan.userId })
    const refused = await submit(pan, 'leaveApproval', formData)
    expect(Object.keys(refused.errors ?? {}).sort()).toEqual(['abroad', 'leaveType', 'proxyUserId'])
  })

  it('LEV-02 refuses a second leave over the same days, also half a day', async () => {
    const first = await submit(ge, 'leaveApproval', leaveForm(monday, monday, { endHalf: 'am' }))
    expect(first.code).toBe(2000)
    const over = await submit(ge, 'leaveApproval', leaveForm(monday, tuesday))
    expect(over).toMatchObject({ code: 4001, errKey: 'leave.overlap' })
    const beside = await submit(ge, 'leaveApproval', leaveForm(monday, monday, { startHalf: 'pm' }))
    expect(beside.code).toBe(2000)
    for (const ticket of [first, beside]) await act(ge, ticket.data.id, 'withdraw')
  })

  it('gives pending days and the calendar back on return, reject and withdraw', async () => {
    const before = await quota('ge43')
    for (const undo of ['return', 'reject', 'withdraw'] as const) {
      const filed = await submit(ge, 'leaveApproval', leaveForm(monday, tuesday))
      expect(await quota('ge43')).toMatchObject({ pending: '2.0' })
      const who = undo === 'withdraw' ? ge : zhang
      const undone = await act(who, filed.data.id, undo, {
        comment: '请改期再申请',
        ...(undo === 'return' && { target: 'start' }),
      })
      expect(undone.code).toBe(2000)
      expect(await quota('ge43')).toEqual(before)
    }
  })

  it('LEV-03 carried days count until March 31 and lapse after', async () => {
    await sql`update leave_quota set carried = 3 where user_id = ${ge.userId} and year = 2026 and leave_type = 'annual'`.execute(
      app.database.db,
    )
    const total = Number((await quota('ge43')).total)
    const left = async (day: string) => {
      const answer = await ge.post<{ formData: { quotaLeft: string } }>('/api/workflow/ticket/check/', {
        type: 'leaveApproval',
        formData: leaveForm(day, day),
      })
      return Number(answer.data.formData.quotaLeft)
    }
    expect(await left('2026-03-31')).toBe(total + 3)
    expect(await left('2026-04-01')).toBe(total)
    await sql`update leave_quota set carried = 0 where user_id = ${ge.userId}`.execute(app.database.db)
  })

  it('LEV-03 a server that stood still over the new year carries the days over when it is back, and once', async () => {
    const quotas = async () =>
      (
        await sql<{ total: string; carried: string }>`
          select total, carried from leave_quota where user_id = ${ge.userId} and year = 2027 and leave_type = 'annual' and deleted_at is null`.execute(
          app.database.db,
        )
      ).rows
    const { total } = await quota('ge43')
    try {
      app.clock.set(new Date('2027-01-05T01:00:00Z'))
      for (let run = 0; run < 2; run += 1) await write(app.services, carryOver)
      expect(await quotas()).toEqual([{ total, carried: expect.stringMatching(/^[0-5]\.\d$/) }])
      await sql`update leave_quota set deleted_at = now() where user_id = ${ge.userId} and year = 2027`.execute(
        app.database.db,
      )
      await write(app.services, carryOver)
      expect(await quotas()).toEqual([])
    } finally {
      app.clock.set(T0)
      await sql`delete from leave_quota_entry where kind = 'carry' or quota_id in (select id from leave_quota where year = 2027)`.execute(
        app.database.db,
      )
      await sql`delete from leave_quota where year = 2027`.execute(app.database.db)
      await sql`update leave_quota set carried_over = null where year = 2026`.execute(app.database.db)
    }
  })

  it('LEV-03 days filed for the old year after the new one began come out of what was carried over, and go back with them', async () => {
    const pair = async () =>
      (
        await sql<{ year: number; taken: number; carried: number; carriedOver: number | null }>`
          select year, (used + pending)::float8 as taken, carried::float8 as carried, carried_over::float8 as carried_over from leave_quota
          where user_id = ${ge.userId} and year in (2026, 2027) and leave_type = 'annual' order by year`.execute(
          app.database.db,
        )
      ).rows
    const { total } = await quota('ge43')
    try {
      // Seven days are granted, none is taken.
      await sql`update leave_quota set total = 7 where user_id = ${ge.userId} and year = 2026 and leave_type = 'annual'`.execute(
        app.database.db,
      )
      expect(await pair()).toMatchObject([{ taken: 0 }])
      app.clock.set(new Date('2027-01-05T01:00:00Z'))
      ge = await app.as('ge43')
      // A row of the new year exists before the days move into it.
      const early = await submit(ge, 'leaveApproval', leaveForm('2027-01-11', '2027-01-12'))
      expect(early.code).toBe(2000)
      await write(app.services, carryOver)
      expect(await pair()).toMatchObject([{ carriedOver: 5 }, { taken: 2, carried: 5, carriedOver: null }])
      const late = await submit(ge, 'leaveApproval', leaveForm('2026-12-21', '2026-12-24'))
      expect(late.code).toBe(2000)
      expect(await pair()).toMatchObject([
        { taken: 4, carriedOver: 3 },
        { taken: 2, carried: 3 },
      ])
      expect(await submit(ge, 'leaveApproval', leaveForm('2026-12-14', '2026-12-17'))).toMatchObject({
        errKey: 'leave.quotaInsufficient',
      })
      await act(ge, late.data.id, 'withdraw')
      expect(await pair()).toMatchObject([{ taken: 0, carriedOver: 5 }, { carried: 5 }])
      await act(ge, early.data.id, 'withdraw')
    } finally {
      app.clock.set(T0)
      ge = await app.as('ge43')
      await sql`delete from leave_quota_entry where quota_id in (select id from leave_quota where year = 2027)`.execute(
        app.database.db,
      )
      await sql`delete from leave_quota where year = 2027`.execute(app.database.db)
      await sql`update leave_quota set total = ${total}::numeric, carried_over = null where user_id = ${ge.userId} and year = 2026 and leave_type = 'annual'`.execute(
        app.database.db,
      )
      await sql`update leave_quota set carried_over = null where year = 2026`.execute(app.database.db)
    }
  })

  it('LEV-09 leave may start thirty days ago, earlier is filed by HR with a reason and marked for the approver', async () => {
    // Today is 2026-03-11: thirty days ago was February 9.
    const allowed = await submit(ge, 'leaveApproval', leaveForm('2026-02-09', '2026-02-09'))
    expect(allowed.code).toBe(2000)
    await act(ge, allowed.data.id, 'withdraw')
    const early = leaveForm('2026-02-06', '2026-02-06', { backdateReason: '住院期间无法申请' })
    expect(
      await submit(ge, 'leaveApproval', leaveForm('2026-02-08', '2026-02-09', { backdateReason: '住院期间无法申请' })),
    ).toMatchObject({
      code: 4001,
      errKey: 'rule.LEV-09',
      errors: { startDate: [expect.stringContaining('2026-02-09')] },
    })
    const officer = await app.as('wei11')
    expect((await submit(officer, 'leaveApproval', { ...early, backdateReason: '' })).errors).toMatchObject({
      backdateReason: [expect.any(String)],
    })
    const filed = await submit(officer, 'leaveApproval', early)
    expect(filed).toMatchObject({ code: 2000, data: { formData: { isBackdated: true } } })
    const { data } = await officer.get<{ warnings: unknown }>(`/api/workflow/ticket/${filed.data.id}/`)
    expect(JSON.stringify(data)).toContain('人事部门逾期补报：请假自2026-02-06开始，补报原因：住院期间无法申请')
    await act(officer, filed.data.id, 'withdraw')
  })

  it('LEV-09 HR files late leave for somebody else: their days, their calendar, their record; nobody else does', async () => {
    const officer = await app.as('wei11')
    const late = leaveForm('2026-02-05', '2026-02-05', { backdateReason: '住院期间无法申请', forUserId: ge.userId })
    const usedBy = async (userId: number) =>
      Number(
        (
          await sql<{ used: string }>`
            select coalesce(sum(used + pending), 0) as used from leave_quota where user_id = ${userId} and year = 2026 and leave_type = 'annual'`.execute(
            app.database.db,
          )
        ).rows[0]?.used,
      )
    // Leave that everybody files themselves is filed for nobody else.
    const punctual = await submit(
      officer,
      'leaveApproval',
      leaveForm('2026-03-12', '2026-03-12', { forUserId: ge.userId }),
    )
    expect([punctual.code, punctual.data.formData.forUserId ?? null]).toEqual([2000, null])
    await act(officer, punctual.data.id, 'withdraw')
    const before = [await usedBy(ge.userId), await usedBy(officer.userId)]
    const filed = await submit(officer, 'leaveApproval', late)
    expect(filed.code).toBe(2000)
    expect([await usedBy(ge.userId), await usedBy(officer.userId)].map((used, at) => used - (before[at] ?? 0))).toEqual(
      [1, 0],
    )
    const { rows } = await sql<{
      userId: number
    }>`select user_id from absence where ticket_id = ${filed.data.id}`.execute(app.database.db)
    expect(rows).toEqual([{ userId: ge.userId }])
    const { data } = await officer.get<{ warnings: unknown }>(`/api/workflow/ticket/${filed.data.id}/`)
    expect(JSON.stringify(data)).toMatch(/代葛示.补报/)
    await act(officer, filed.data.id, 'withdraw')
    expect(await usedBy(ge.userId)).toBe(before[0])
  })

  it('LEV-09 nobody approves their own leave that HR filed for them', async () => {
    const officer = await app.as('wei11')
    const lateFor = (userId: number) =>
      submit(
        officer,
        'leaveApproval',
        leaveForm('2026-02-04', '2026-02-04', { backdateReason: '住院期间无法申请', forUserId: userId }),
      )
    const approverOf = async (ticketId: number): Promise<string> =>
      (
        await sql<{ username: string }>`
          select u.username from ticket_task k join app_user u on u.id = k.assignee_id where k.ticket_id = ${ticketId} and k.status = 'open'`.execute(
          app.database.db,
        )
      ).rows[0]!.username
    // It comes to whom it concerns by a transfer at most.
    const filed = await lateFor(ge.userId)
    expect(await approverOf(filed.data.id)).toBe('zhang39')
    expect((await act(zhang, filed.data.id, 'transfer', { userId: ge.userId, comment: '请代为审批' })).code).toBe(2000)
    expect(await act(ge, filed.data.id, 'approve', { comment: '同意补报' })).toMatchObject({
      code: 4001,
      errKey: 'leave.ownLeave',
    })
    await act(officer, filed.data.id, 'withdraw')
  })

  it('LEV-09, WF-04 late leave that HR files for somebody else is decided by the leaders of the person whose leave it is', async () => {
    const officer = await app.as('wei11')
    const decidedBy = async (username: string, from: string, to: string) => {
      const person = await app.as(username)
      const form = leaveForm(from, to, {
        backdateReason: '住院期间无法申请',
        forUserId: person.userId,
        leaveType: 'sick',
        proof: [await uploadPdf(app, officer)],
        proxyUserId: null,
      })
      const shown = await officer.post<readonly PreviewStep[]>('/api/workflow/ticket/preview/', {
        type: 'leaveApproval',
        formData: form,
      })
      const filed = await submit(officer, 'leaveApproval', form)
      expect([filed.msg, filed.code]).toEqual([filed.msg, 2000])
      const { rows } = await sql<{ username: string; name: string }>`
        select u.username, u.name from ticket_task k join app_user u on u.id = k.assignee_id where k.ticket_id = ${filed.data.id} and k.status = 'open'`.execute(
        app.database.db,
      )
      // The preview names the same people.
      expect(shown.data.find(({ skipped }) => !skipped)?.people.map(({ name }) => name)).toEqual(
        rows.map(({ name }) => name),
      )
      await act(officer, filed.data.id, 'withdraw')
      return rows.map((row) => row.username)
    }
    // The detective's section leader, and for the section leader the division leader; not those of the officer.
    expect(await decidedBy('ge43', '2026-02-03', '2026-02-03')).toEqual(['zhang39'])
    expect(await decidedBy('zhang39', '2026-02-03', '2026-02-03')).toEqual(['sun03'])
    // WF-04: for the head of the bureau the leader in charge of logistics.
    expect(await decidedBy('zhao01', '2026-02-03', '2026-02-03')).toEqual(['qian02'])
    // A colleague of the officer has the same leader.
    expect(await decidedBy('jiang12', '2026-02-03', '2026-02-03')).toEqual(['chu10'])
  })

  it('LEV-04 limits personal leave to the configured days a year', async () => {
    const form = leaveForm('2026-05-06', '2026-06-30', { leaveType: 'personal' })
    const refused = await submit(ge, 'leaveApproval', form)
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.LEV-04' })
  })

  it('LEV-05 marks a leave overdue one workday after its end and reminds', async () => {
    const xi = await app.as('xi44')
    const filed = await submit(xi, 'leaveApproval', leaveForm('2026-03-12', '2026-03-13'))
    await act(zhang, filed.data.id, 'approve')
    await sql`update leave_record set state = 'onLeave' where ticket_id = ${filed.data.id}`.execute(app.database.db)
    app.clock.set(new Date('2026-03-14T01:00:00Z'))
    await write(app.services, markOverdue)
    const state = async () =>
      (
        await sql<{ state: string }>`select state from leave_record where ticket_id = ${filed.data.id}`.execute(
          app.database.db,
        )
      ).rows[0]?.state
    expect(await state()).toBe('onLeave')
    app.clock.set(new Date('2026-03-16T01:00:00Z'))
    await write(app.services, markOverdue)
    expect(await state()).toBe('overdue')
    const noticeCount = () =>
      app.announced.messages.filter(
        ({ title, link }) =>
          title.key === 'leave.overdueLong' &&
          title.params?.[0] === '2026-03-17' &&
          link === '/supervision?tab=offers&state=open',
      ).length
    // Its third workday is a Friday; on the days off after it nobody is told again.
    await sql`update leave_record set end_date = '2026-03-17' where ticket_id = ${filed.data.id}`.execute(
      app.database.db,
    )
    const [feng, su] = [await app.as('feng08'), await app.as('su41')]
    await sql`insert into user_role (user_id, role_id) select ${su.userId}, id from role where key = 'supervisor'`.execute(
      app.database.db,
    )
    await sql`update app_user set state = false where id = ${su.userId}`.execute(app.database.db)
    for (const [day, times] of [
      ['2026-03-19', 0],
      ['2026-03-20', 1],
      ['2026-03-21', 1],
      ['2026-03-22', 1],
      ['2026-03-23', 1],
    ] as const) {
      app.clock.set(new Date(`${day}T01:00:00Z`))
      await write(app.services, markOverdue)
      expect([day, noticeCount()]).toEqual([day, times])
    }
    const last = app.announced.messages.findLast(({ title }) => title.key === 'leave.overdueLong')
    expect(last?.to).toEqual([feng.userId])
    const offers = await sql`select kind, state from supervision_offer where ticket_id = ${filed.data.id}`.execute(
      app.database.db,
    )
    expect(offers.rows).toEqual([{ kind: 'leave', state: 'open' }])
    await sql`delete from user_role where user_id = ${su.userId} and role_id = (select id from role where key = 'supervisor')`.execute(
      app.database.db,
    )
    await sql`update app_user set state = true where id = ${su.userId}`.execute(app.database.db)
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('LEV-06 warns approvers when thirty percent of a department would be away', async () => {
    const names = ['su41', 'xi44', 'fan45']
    const ids: [Client, number][] = []
    for (const name of names) {
      const person = await app.as(name)
      const filed = await submit(person, 'leaveApproval', leaveForm('2026-04-13', '2026-04-13'))
      expect(filed.code).toBe(2000)
      ids.push([person, filed.data.id])
    }
    const answer = await ge.post<{ warnings: readonly string[] }>('/api/workflow/ticket/check/', {
      type: 'leaveApproval',
      formData: leaveForm('2026-04-13', '2026-04-13'),
    })
    expect(JSON.stringify(answer.data.warnings)).toContain('2026-04-13')
    for (const [person, id] of ids) await act(person, id, 'withdraw')
  })

  it('LEV-07 takes compensatory leave from the oldest unexpired hours', async () => {
    const chen = await app.as('chen09')
    const wei = await app.as('wei11')
    await sql`delete from compensation_earned where user_id = ${chen.userId}`.execute(app.database.db)
    for (const workDate of ['2026-02-01', '2026-02-08']) {
      const earned = await wei.post('/api/leave/compensation/', { userId: chen.userId, workDate, hours: '8.0' })
      expect(earned.code).toBe(2000)
    }
    const wu = await app.as('wu06')
    const filed = await submit(chen, 'leaveApproval', leaveForm(monday, monday, { leaveType: 'compensatory' }))
    expect(filed.code).toBe(2000)
    const { rows } = await sql<{
      workDate: string
      usedHours: string
    }>`select work_date, used_hours from compensation_earned where user_id = ${chen.userId} order by work_date`.execute(
      app.database.db,
    )
    expect(rows).toEqual([
      { workDate: '2026-02-01', usedHours: '8.0' },
      { workDate: '2026-02-08', usedHours: '0.0' },
    ])
    await act(wu, filed.data.id, 'reject', { comment: '近期工作任务重' })
    const late = await submit(
      chen,
      'leaveApproval',
      leaveForm('2026-12-01', '2026-12-01', { leaveType: 'compensatory' }),
    )
    expect(late).toMatchObject({ code: 4001, errKey: 'leave.quotaInsufficient' })
  })

  it('LEV-08 wants a leave across years split', async () => {
    const refused = await submit(ge, 'leaveApproval', leaveForm('2026-12-30', '2027-01-05', { leaveType: 'personal' }))
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.LEV-08' })
  })

  it('sends private trips abroad elsewhere', async () => {
    const refused = await submit(ge, 'leaveApproval', leaveForm(monday, monday, { abroad: true }))
    expect(refused).toMatchObject({ code: 4001, errKey: 'leave.abroad' })
  })

  it('lets a leader name a proxy who then gets the tasks on the leader’s behalf, until the leader is back (S06, WF-11)', async () => {
    const yun = await app.as('yun40')
    const filed = await submit(
      zhang,
      'leaveApproval',
      leaveForm('2026-03-12', '2026-03-17', { proxyUserId: yun.userId }),
    )
    expect(filed.code).toBe(2000)
    expect(filed.data.current[0]?.state).toBe('divisionLeader')
    expect(filed.data.current[0]?.handlers.map((handler) => handler.id)).toEqual([sun.userId])
    await act(sun, filed.data.id, 'approve')

    app.clock.set(new Date('2026-03-12T02:00:00Z'))
    const other = await submit(ge, 'otherBusiness', {
      reason: '会议室投影故障',
      bizType: 'IT',
      content: '三楼会议室投影仪无法开机，请派人检查。',
    })
    expect(other.data.current[0]?.handlers.map((handler) => handler.id)).toEqual([yun.userId])
    const decided = await act(yun, other.data.id, 'approve')
    expect(decided.code).toBe(2000)
    const { rows } = await sql<{
      onBehalfOf: number
    }>`select on_behalf_of from ticket_event where ticket_id = ${other.data.id} and type = 'approve'`.execute(
      app.database.db,
    )
    expect(rows[0]?.onBehalfOf).toBe(zhang.userId)

    const before = Number((await quota('zhang39')).used)
    app.clock.set(new Date('2026-03-17T01:00:00Z'))
    const back = await act(zhang, filed.data.id, 'handle', {
      formData: { actualBackAt: '2026-03-17', actualBackHalf: 'am' },
    })
    expect(back.data.status).toBe('completed')
    expect(Number((await quota('zhang39')).used)).toBe(before - 1)
    const later = await submit(ge, 'otherBusiness', {
      reason: '会议室投影故障',
      bizType: 'IT',
      content: '三楼会议室投影仪仍然无法开机。',
    })
    expect(later.data.current[0]?.handlers.map((handler) => handler.id)).toEqual([zhang.userId])
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('counts late days as personal leave and tells the leader', async () => {
    const chang = await app.as('chang50')
    const peng = await app.as('peng46')
    const filed = await submit(chang, 'leaveApproval', leaveForm('2026-03-12', '2026-03-13'))
    await act(peng, filed.data.id, 'approve')
    app.clock.set(new Date('2026-03-17T08:00:00Z'))
    const back = await act(chang, filed.data.id, 'handle', {
      formData: { actualBackAt: '2026-03-17', actualBackHalf: 'am' },
    })
    expect(back.data.status).toBe('completed')
    expect(await quota('chang50', 'personal')).toMatchObject({ used: '1.0' })
    expect(
      app.announced.messages.some(
        (message) => message.title.key === 'leave.backLate' && message.to.includes(peng.userId),
      ),
    ).toBe(true)
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('INV-08 never promises more than the total under concurrent submits', async () => {
    const su = await app.as('su41')
    await sql`update leave_quota set total = 3 where user_id = ${su.userId} and leave_type = 'annual' and year = 2026`.execute(
      app.database.db,
    )
    const days = ['2026-05-11', '2026-05-12', '2026-05-13', '2026-05-14', '2026-05-15', '2026-05-18']
    const answers = await Promise.all(days.map((day) => submit(su, 'leaveApproval', leaveForm(day, day))))
    expect(answers.filter((answer) => answer.code === 2000)).toHaveLength(3)
    expect(
      answers.filter((answer) => answer.code !== 2000).every((answer) => answer.errKey === 'leave.quotaInsufficient'),
    ).toBe(true)
    expect(await quota('su41')).toMatchObject({ pending: '3.0' })
  })

  it('shows leaders who of their people is away, without the kind of leave, and how much annual leave is taken (23.8)', async () => {
    const filed = await submit(ge, 'leaveApproval', leaveForm('2026-05-11', '2026-05-12', { leaveType: 'personal' }))
    const month = { query: { month: '2026-05' } }
    const own = async (who: Client) =>
      (await who.get<readonly LeaveAway[]>('/api/leave/away/', month)).data.filter(({ name }) => name === '葛示丙')
    expect((await pan.get('/api/leave/away/', month)).code).toBe(4003)
    const [waiting] = await own(zhang)
    expect(waiting).toEqual({
      id: waiting?.id,
      name: waiting?.name,
      deptId: waiting?.deptId,
      dept: waiting?.dept,
      reason: 'requested',
      startDate: '2026-05-11',
      endDate: '2026-05-12',
    })
    await act(zhang, filed.data.id, 'approve')
    expect(await own(zhang)).toMatchObject([{ reason: 'leave' }])
    const use = await zhang.get<readonly AnnualLeaveUse[]>('/api/leave/annual_use/', { query: { year: '2026' } })
    const { rows } = await sql<{ days: number; used: number; untouched: number }>`
      select sum(total + carried)::float8 as days, sum(used)::float8 as used, count(*) filter (where used = 0)::int as untouched
      from leave_quota join app_user on app_user.id = user_id
      where year = 2026 and leave_type = 'annual' and app_user.dept_id = ${waiting?.deptId ?? 0}`.execute(
      app.database.db,
    )
    expect(use.data.find(({ deptId }) => deptId === waiting?.deptId)).toMatchObject(rows[0] ?? {})
    const everywhere = await (await app.as('wei11')).get<readonly AnnualLeaveUse[]>('/api/leave/annual_use/', {
      query: { year: '2026' },
    })
    expect(everywhere.data.length).toBeGreaterThan(use.data.length)
  })

  it('shows the register only to those who may see it', async () => {
    const wei = await app.as('wei11')
    const register = await wei.get<readonly { userId: number }[]>('/api/leave/record/')
    expect(register.code).toBe(2000)
    expect((await ge.get('/api/leave/record/')).code).toBe(4003)
  })
})
