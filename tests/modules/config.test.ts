import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingName } from '#src/define/names.ts'
import type { ProposalDetail, ProposalRow } from '#src/define/workflows/proposals.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { isSealed } from '#src/server/secrets/vault.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart, tinyPdf, tinyPng, upload } from '#tests/harness/files.ts'

const PATH = '/api/system/config/'
const CALENDAR = '/api/system/work_calendar/'
const PROPOSALS = '/api/proposal/'
const DAY = 86_400_000

interface Item {
  readonly id: number
  readonly key: string
  readonly group: string
  readonly value: unknown
  readonly isSet: boolean
  readonly custom: boolean
  readonly version: number
}

describe.each(oneEngine)('configuration on %s', (engine) => {
  let app: TestApp
  let admin: Client
  let staff: Client
  /** The owners of both groups, and who confirms for leave. */
  let finance: Client
  let logistics: Client
  let auditor: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[admin, staff, finance, logistics, auditor] = await Promise.all([
      app.as('fang54'),
      app.as('pan42'),
      app.as('qin17'),
      app.as('han14'),
      app.as('bao59'),
    ])
  })
  afterAll(() => app.close())

  const item = async (key: string): Promise<Item> => {
    const { data } = await admin.get<readonly Item[]>(PATH)
    return data.find((one) => one.key === key)!
  }
  const set = async (values: Readonly<Record<string, unknown>>, who = admin) => {
    const { data } = await admin.get<readonly Item[]>(PATH)
    const items = Object.entries(values).map(([key, value]) => {
      const { id, version } = data.find((one) => one.key === key)!
      return { id, version, value }
    })
    return who.put<{ changed: number }>(PATH, { items })
  }

  /** What waits for a confirmation, the oldest first. */
  const proposals = async (who = finance) =>
    (await who.get<readonly ProposalRow[]>(PROPOSALS, { query: { kind: 'setting' } })).data.toReversed()
  const confirm = (who: Client, id: number) => who.post(`${PROPOSALS}${id}/confirm/`)
  const confirmAll = async (): Promise<void> => {
    for (const { id } of await proposals()) for (const who of [finance, logistics]) await confirm(who, id)
    expect(await proposals()).toEqual([])
  }

  it('SYS-71 checks type and rule of every value, and those that must be above one another together', async () => {
    expect((await set({ 'wf.t1': 'viel' })).code).toBe(4000)
    expect((await set({ 'meal.price': { breakfast: -1, lunch: 8, dinner: 8 } })).errors).toHaveProperty(
      'meal_price__breakfast',
    )
    expect(
      (
        await set({
          'meal.cutoff': {
            breakfast: { day: -1, time: '25:00' },
            lunch: { day: 0, time: '09:30' },
            dinner: { day: 0, time: '15:30' },
          },
        })
      ).errors,
    ).toHaveProperty('meal_cutoff__breakfast_time')
    expect(
      (
        await set({
          'leave.annual': [
            [1, 5],
            [1, 10],
          ],
        })
      ).errors,
    ).toHaveProperty('leave_annual')
    expect((await set({ 'log.keepDays': 90 })).code).toBe(4000)
    expect((await set({ 'backup.cron': 'rm -rf' })).code).toBe(4000)
    expect(await set({ 'wf.t1': 20000 })).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-71',
      msg: '“二档金额”必须大于“一档金额”（20000）',
    })
    expect(await set({ 'wf.remindHours': 50, 'wf.timeoutHours': 60 })).toMatchObject({
      code: 2000,
      data: { changed: 2 },
    })
    expect((await set({ 'wf.remindHours': 60 })).errKey).toBe('rule.SYS-71')
    expect((await set({ 'wf.t1': 6000 }, staff)).code).toBe(4003)
    const { id, version } = await item('wf.t1')
    expect((await admin.put(PATH, { items: [{ id, version: version - 1, value: 1 }] })).code).toBe(4009)
  })

  it('SYS-137 thresholds, standards and quotas stay as they are until those who answer for them confirm', async () => {
    const before = await item('wf.t1')
    expect(before.value).toBe(5000)
    expect(await set({ 'wf.t1': 20000, 'wf.t2': 30000, 'car.dueDays': 31 })).toMatchObject({
      code: 2000,
      data: { changed: 1, proposed: 2 },
    })
    expect(await item('wf.t1')).toEqual(before)
    expect(await set({ 'wf.t1': 6000 })).toMatchObject({ code: 4001, errKey: 'proposal.waiting' })
    const [first, second] = await proposals()
    expect(first).toMatchObject({ title: '一档金额', seats: [{ seat: 'finance' }, { seat: 'procurement' }] })
    expect((await finance.get<ProposalDetail>(`${PROPOSALS}${first!.id}/`)).data).toMatchObject({
      gains: ['金额在新旧两值之间的申请，审批环节会增加或减少；已提交的工单仍按原值办理'],
      changes: [{ label: '一档金额', before: '5000', after: '20000' }],
      requiresPassword: false,
    })
    // Compared again with what is in force now: the second threshold is still 20,000.
    expect((await confirm(finance, first!.id)).data).toEqual({ done: false })
    expect(await confirm(logistics, first!.id)).toMatchObject({ code: 4001, errKey: 'rule.SYS-71' })
    expect((await item('wf.t1')).value).toBe(5000)
    for (const id of [second!.id, first!.id])
      for (const who of [finance, logistics]) if (id !== first!.id || who === logistics) await confirm(who, id)
    expect([(await item('wf.t1')).value, (await item('wf.t2')).value]).toEqual([20000, 30000])

    const start = (await admin.get<readonly { id: number; value: unknown }[]>(`${PATH}${before.id}/history/`)).data.at(
      -1,
    )!
    const { version } = await item('wf.t1')
    expect(await admin.post(`${PATH}${before.id}/restore/`, { version, history: start.id })).toMatchObject({
      code: 2000,
      data: { changed: 0, proposed: 1 },
    })
    expect((await item('wf.t1')).value).toBe(20000)
    await confirmAll()
    expect((await set({ 'wf.t2': 20000 })).code).toBe(2000)
    await confirmAll()
    expect([(await item('wf.t1')).value, (await item('wf.t2')).value]).toEqual([5000, 20000])
  })

  it('SYS-137 a structured value is told by the parts that change, a table by its rows', async () => {
    await set({ 'procurement.method': { direct: 6000, comparison: 50000, inquiry: 500000 } })
    const [method] = await proposals(logistics)
    const proposalOf = async (id: number, who: Client) =>
      (await who.get<ProposalDetail>(`${PROPOSALS}${id}/`, { language: 'en' })).data
    expect(await proposalOf(method!.id, logistics)).toMatchObject({
      gains: ['Applications submitted after confirmation use the new value'],
      changes: [{ label: 'Method by amount (Direct up to)', before: '5000', after: '6000' }],
    })
    expect((await admin.post(`${PROPOSALS}${method!.id}/withdraw/`)).code).toBe(2000)
    await set({
      'leave.annual': [
        [1, 5],
        [10, 12],
      ],
    })
    const [leave] = await proposals(auditor)
    expect((await proposalOf(leave!.id, auditor)).changes).toEqual([
      {
        label: 'Annual leave',
        before: 'Years of service: 1, Days: 5; Years of service: 10, Days: 10; Years of service: 20, Days: 15',
        after: 'Years of service: 1, Days: 5; Years of service: 10, Days: 12',
      },
    ])
    expect((await admin.post(`${PROPOSALS}${leave!.id}/withdraw/`)).code).toBe(2000)
  })

  it('keeps every shipped value as it is when its form is saved unchanged', async () => {
    const { data } = await admin.get<readonly Item[]>(PATH)
    const answer = await admin.put(PATH, { items: data.map(({ id, version, value }) => ({ id, version, value })) })
    expect(answer).toMatchObject({ code: 2000, data: { changed: 0 } })
    expect(data.map((one) => one.key)).not.toContain('base.demoAccounts')
    expect(data.find((one) => one.key === 'base.maintenanceOn')?.group).toBe('maintenance')
  })

  it('SYS-72 a secret goes in and never comes out: sealed in table and history, masked in the log', async () => {
    const made = await admin.post<{ id: number }>(PATH, {
      key: 'base.smsKey',
      group: 'base',
      title: '短信密钥',
      titleEn: 'SMS key',
      type: 0,
      secret: true,
      secretValue: 'first-secret',
    })
    expect(made.code).toBe(2000)
    const { id, version } = await item('base.smsKey')
    expect((await admin.put(PATH, { secrets: [{ id, version, value: 'second-secret' }] })).code).toBe(2000)
    const all = await admin.get(PATH)
    expect(all.raw.payload).not.toMatch(/first-secret|second-secret|sealed:/)
    expect(await item('base.smsKey')).toMatchObject({ value: null, isSet: true })
    expect(app.services.settings.string('base.smsKey' as SettingName)).toBe('second-secret')
    const { rows } = await sql<{
      value: string
    }>`select value from config_item where id = ${id} union all select value from config_history where item_id = ${id}`.execute(
      app.database.db,
    )
    expect(rows.length).toBe(3)
    for (const row of rows) expect(isSealed(row.value)).toBe(true)
    const history = await admin.get<readonly { value: unknown }[]>(`${PATH}${id}/history/`)
    expect(history.data.map((row) => row.value)).toEqual([null, null])
    await expect
      .poll(async () => {
        const log = await sql<{
          text: string
        }>`select coalesce(request, '') || coalesce(diff, '') as text from operation_log where path = ${PATH} order by id`.execute(
          app.database.db,
        )
        return [log.rows.length > 0, log.rows.some((row) => /(first|second)-secret/.test(row.text))]
      })
      .toEqual([true, false])
    expect(
      (
        await admin.post(PATH, {
          key: 'base.open',
          group: 'base',
          title: '公开',
          titleEn: 'Open',
          type: 0,
          secret: true,
          public: true,
          secretValue: 'x',
        })
      ).code,
    ).toBe(4000)
  })

  it('SYS-73 counts at once for new submissions, while a ticket keeps the thresholds of its submit', async () => {
    const find = async () =>
      (
        await sql<{
          id: number
          thresholds: Record<string, number>
        }>`select id, thresholds from ticket where type = 'financialReimbursementOne' and status = 'running' and thresholds ? 'config.wf.t1' order by id limit 1`.execute(
          app.database.db,
        )
      ).rows[0]!
    const before = await find()
    expect(before.thresholds['config.wf.t1']).toBe(5000)
    const shown = app.announced.changes.length
    expect((await set({ 'wf.t1': 4000 })).code).toBe(2000)
    await confirmAll()
    expect(app.announced.changes.slice(shown)).toContainEqual({ record: 'config', id: null })
    // The next call of anybody on this node knows the new value.
    expect((await staff.get('/api/workflow/application_types/')).code).toBe(2000)
    expect(app.services.settings.number('wf.t1')).toBe(4000)
    expect((await find()).thresholds).toEqual(before.thresholds)
    const { rows } = await sql<{ id: number; username: string }>`
      select k.ticket_id as id, u.username from ticket_task k join app_user u on u.id = k.assignee_id where k.ticket_id = ${before.id} limit 1`.execute(
      app.database.db,
    )
    const approver = await app.as(rows[0]!.username)
    const ticket = await approver.get<{ version: number }>(`/api/workflow/ticket/${before.id}/`)
    expect(
      (
        await approver.post(`/api/workflow/ticket/${before.id}/comment/`, {
          comment: '阈值沿用提交时',
          version: ticket.data.version,
        })
      ).code,
    ).toBe(2000)
    expect((await find()).thresholds).toEqual(before.thresholds)
    expect((await set({ 'wf.t1': 5000 })).code).toBe(2000)
    await confirmAll()
  })

  it('SYS-74 keeps every value an item had, the first included, and gives one back', async () => {
    const [start] = [await item('stock.expireDays')]
    expect((await set({ 'stock.expireDays': 45 })).code).toBe(2000)
    expect((await set({ 'stock.expireDays': 30 })).code).toBe(2000)
    const { data } = await admin.get<readonly { id: number; value: number; byName: string | null }[]>(
      `${PATH}${start.id}/history/`,
    )
    expect(data.map((row) => [row.value, row.byName])).toEqual(
      [
        [30, '方芳'],
        [45, '方芳'],
        [60, null],
      ].map(([value, by]) => [value, by === null ? null : expect.any(String)]),
    )
    const now = await item('stock.expireDays')
    expect((await admin.post(`${PATH}${start.id}/restore/`, { version: now.version, history: data[2]!.id })).code).toBe(
      2000,
    )
    expect(await item('stock.expireDays')).toMatchObject({ value: 60 })
    expect((await admin.post(`${PATH}${start.id}/restore/`, { version: now.version + 1, history: 999_999 })).code).toBe(
      4004,
    )
    await expect(sql`delete from config_history`.execute(app.database.db)).rejects.toThrow('append-only')
  })

  it("SYS-75 deletes only items of the bureau's own, which hold their own rules", async () => {
    const fixed = await item('wf.t1')
    expect(await admin.delete(`${PATH}${fixed.id}/`)).toMatchObject({ code: 4001, errKey: 'rule.SYS-75' })
    const own = {
      key: 'base.hotline',
      group: 'base',
      title: '热线',
      titleEn: 'Hotline',
      type: 0,
      rule: { regex: '\\d{3,4}-\\d{7,8}' },
      public: true,
      secretValue: '0000-1234567',
    }
    expect((await admin.post(PATH, { ...own, secretValue: 'nothing' })).code).toBe(4000)
    expect((await admin.post(PATH, { ...own, rule: { regex: '(a+)+b' } })).code).toBe(4000)
    expect((await admin.post(PATH, own)).code).toBe(2000)
    expect((await admin.post(PATH, own)).code).toBe(4000)
    expect(
      (await app.guest.get<Record<string, unknown>>('/api/init/settings/', { query: { key: 'base.hotline' } })).data,
    ).toEqual({ 'base.hotline': '0000-1234567' })
    expect((await set({ 'base.hotline': '12' })).code).toBe(4000)
    // What it is called and must satisfy may change, as far as its value satisfies it; what the product ships may not.
    const made = await item('base.hotline')
    const {
      key: _key,
      type: _type,
      secretValue: _value,
      ...request
    } = { ...own, version: made.version, title: '值班热线' }
    const change = (id: number, body: object) => admin.put(`${PATH}${id}/`, body)
    expect(await change(fixed.id, request)).toMatchObject({ code: 4001, errKey: 'rule.SYS-75' })
    expect((await change(made.id, { ...request, rule: { max: 3 } })).code).toBe(4000)
    expect((await change(made.id, { ...request, rule: { max: 30 }, public: false })).code).toBe(2000)
    expect((await change(made.id, request)).code).toBe(4009)
    expect(await item('base.hotline')).toMatchObject({ title: '值班热线', rule: { max: 30 }, value: '0000-1234567' })
    expect((await set({ 'base.hotline': '12' })).code).toBe(2000)
    expect((await admin.delete(`${PATH}${(await item('base.hotline')).id}/`)).code).toBe(2000)
    expect(await item('base.hotline')).toBeUndefined()
  })

  it('60.7 an item may be a picture: nothing else is taken, readers of the configuration see it, everybody when it is public', async () => {
    const send = async (name: string, content: Buffer) => (await upload(app, admin, name, content)).data.id
    const picture = await send('logo.png', tinyPng)
    const own = { group: 'base', title: '徽标', titleEn: 'Logo', rule: { optional: true } }
    const made = await admin.post(PATH, { ...own, key: 'base.emblem', type: 7, secretValue: null })
    expect(made.code).toBe(2000)
    expect(await set({ 'base.emblem': await send('notes.pdf', tinyPdf) })).toMatchObject({ code: 4000 })
    expect((await set({ 'base.emblem': picture })).code).toBe(2000)
    const { id, version } = await item('base.emblem')
    const seen = async (who: Client) => (await who.get(`/api/system/file/${picture}/`)).code
    expect([await seen(admin), await seen(staff)]).toEqual([2000, 4004])
    expect((await admin.put(`${PATH}${id}/`, { ...own, public: true, version })).code).toBe(2000)
    expect(await seen(staff)).toBe(2000)
    expect((await admin.delete(`${PATH}${id}/`)).code).toBe(2000)
    expect(await seen(staff)).toBe(4004)
  })

  describe('the work calendar', () => {
    const upload = async (name: string, content: Buffer | string) => {
      const { payload, headers } = multipart(name, Buffer.from(content))
      const raw = await app.app.inject({
        method: 'POST',
        url: `${CALENDAR}import_data/`,
        payload,
        headers: { ...headers, authorization: `Bearer ${await admin.token()}` },
      })
      return raw.json<{ code: number; errors?: object; data: unknown }>()
    }
    const year = async (of: number) =>
      (
        await admin.get<{ days: { day: string; kind: string; name: string }[] }>(CALENDAR, {
          query: { year: String(of) },
        })
      ).data.days

    it('marks and clears days, which count for working hours at once', async () => {
      const mark = (kind: string | null, day: string) => admin.put(CALENDAR, { days: [{ day, kind, name: '测试' }] })
      expect(app.services.calendar.isWorkday('2026-03-12')).toBe(true)
      expect((await mark('holiday', '2026-03-12')).code).toBe(2000)
      expect((await mark('makeup', '2026-03-14')).code).toBe(2000)
      await admin.get(CALENDAR, { query: { year: '2026' } })
      expect([app.services.calendar.isWorkday('2026-03-12'), app.services.calendar.isWorkday('2026-03-14')]).toEqual([
        false,
        true,
      ])
      expect((await mark('makeup', '2026-03-13')).code).toBe(4000)
      expect((await mark(null, '2026-03-12')).code).toBe(2000)
      expect((await year(2026)).map((one) => one.day)).not.toContain('2026-03-12')
      expect((await staff.put(CALENDAR, { days: [{ day: '2026-03-12', kind: 'holiday', name: '假' }] })).code).toBe(
        4003,
      )
    })

    it('is copied into an empty year, taken out and brought in as xlsx and as JSON', async () => {
      expect(await admin.post(`${CALENDAR}copy/`, { from: 2026, to: 2027 })).toMatchObject({
        code: 4001,
        errKey: 'calendar.notEmpty',
      })
      expect((await admin.post(`${CALENDAR}copy/`, { from: 2026, to: 2030 })).code).toBe(2000)
      const copied = await year(2030)
      expect(copied.filter((one) => one.kind === 'holiday').length).toBe(
        (await year(2026)).filter((one) => one.kind === 'holiday').length,
      )
      const out = await admin.get(`${CALENDAR}export_data/`, { query: { year: '2030' } })
      await sql`delete from calendar_day where day >= '2030-01-01'`.execute(app.database.db)
      expect((await upload('2030.xlsx', out.raw.rawPayload)).code).toBe(2000)
      expect(await year(2030)).toEqual(copied)
      const json = await admin.get(`${CALENDAR}export_data/`, { query: { year: '2030', format: 'json' } })
      await sql`delete from calendar_day where day >= '2030-01-01'`.execute(app.database.db)
      expect((await upload('2030.json', json.raw.rawPayload)).code).toBe(2000)
      expect(await year(2030)).toEqual(copied)
      expect((await upload('x.json', '[{"day":"2031-02-30","kind":"holiday","name":"x"}]')).code).toBe(4000)
      expect((await upload('x.json', '{')).code).toBe(4013)
    })

    it('a year nobody entered has weekends only, and system administrators are told in December, once a week', async () => {
      expect([app.services.calendar.isWorkday('2035-01-01'), app.services.calendar.isWorkday('2035-01-06')]).toEqual([
        true,
        false,
      ])
      const warnings = () => app.announced.messages.filter((one) => one.title.key === 'calendar.missing')
      app.clock.set(new Date('2030-11-30T00:00:00Z'))
      await enlist(
        app.services,
        dutiesOf(app.services).filter((duty) => duty.name === 'workCalendar.missing'),
      )
      const duty = dutiesOf(app.services).filter((one) => one.name === 'workCalendar.missing')
      for (let days = 0; days < 10; days += 1) {
        app.clock.advance(DAY)
        await runDueJobs(app.services, duty)
      }
      expect(warnings().map((one) => one.title.params)).toEqual([[2031], [2031]])
      expect(warnings()[0]?.to).toContain(admin.userId)
      await sql`insert into calendar_day (day, kind, name) values ('2031-01-01', 'holiday', '元旦')`.execute(
        app.database.db,
      )
      app.clock.advance(10 * DAY)
      await runDueJobs(app.services, duty)
      expect(warnings()).toHaveLength(2)
    })
  })
})
