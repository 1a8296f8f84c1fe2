import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaptcha } from '#src/server/access/signIn/captcha.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { write } from '#src/server/work.ts'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CHOSEN = 'Newcomer#2026'

interface RequestRow {
  readonly id: number
  readonly name: string
  readonly empNo: string
  readonly state: string
  readonly reason: string
  readonly username: string | null
}

let addresses = 0
const nextAddress = (): string => `10.2.${++addresses >> 8}.${addresses & 255}`
let newcomers = 0

describe.each(oneEngine)('self service on %s', (engine) => {
  let app: TestApp
  let administrator: Client
  let guardian: Client
  let deptId: number
  beforeAll(async () => {
    app = await startApp({ engine })
    const { data } = await app.guest.get<readonly { id: number; name: string }[]>('/api/register/departments/')
    deptId = data.at(-1)?.id ?? 0
  })
  afterAll(() => app.close())
  // Sessions of their own: some tests wait longer than one lasts.
  beforeEach(async () => {
    administrator = await app.as('fang54')
    guardian = await app.as('yu55')
  })

  const formOf = (more: Record<string, unknown> = {}): Record<string, unknown> => {
    newcomers += 1
    return {
      name: '新示甲',
      empNo: `XJ${String(newcomers).padStart(4, '0')}`,
      deptId,
      mobile: `139${String(newcomers).padStart(8, '0')}`,
      password: CHOSEN,
      passwordConfirm: CHOSEN,
      agree: true,
      ...more,
    }
  }
  const register = (form: Record<string, unknown>, address = nextAddress()): Promise<Answer<null>> =>
    app.from(address).post('/api/register/', form)
  const requests = async (query: Record<string, string> = {}): Promise<readonly RequestRow[]> =>
    (await administrator.get<readonly RequestRow[]>('/api/system/user/registration/', { query })).data
  const requestOf = async (empNo: unknown): Promise<RequestRow> =>
    (await requests({ search: String(empNo) })).find((row) => row.empNo === empNo)!
  const signIn = (username: string, password: string) =>
    app.from(nextAddress()).post<{ access: string; mustChangePassword: boolean }>('/api/login/', { username, password })
  const runJob = async (name: string): Promise<void> => {
    const duties = dutiesOf(app.services).filter((duty) => duty.name === name)
    await sql`delete from job where name = ${name}`.execute(app.database.db)
    await enlist(app.services, duties)
    await runDueJobs(app.services, duties)
  }
  const messagesSince = (from: number) => app.announced.messages.slice(from)

  describe('asking for an account', () => {
    it('makes a request and tells the system administrators, and nobody gets in by it', async () => {
      const form = formOf()
      const from = app.announced.messages.length
      expect(await register(form)).toMatchObject({ code: 2000, msg: '申请已提交，请等待管理员审核', data: null })
      expect(messagesSince(from)).toEqual([
        {
          to: [administrator.userId],
          contentType: 'SYSTEM',
          title: { key: 'notice.registration', params: ['新示甲', form.empNo] },
        },
      ])
      expect((await signIn(String(form.empNo).toLowerCase(), CHOSEN)).errKey).toBe('login.failed')
      expect(await requestOf(form.empNo)).toMatchObject({ state: 'pending', username: null })
    })

    it('REG-01 answers the same for a number or mobile that is known, and does nothing', async () => {
      const fresh = await register(formOf())
      const waiting = formOf()
      await register(waiting)
      const known = await sql<{ empNo: string; mobile: string }>`
        select emp_no, mobile from app_user where username = 'pan42'`.execute(app.database.db)
      const { total } = await administrator.get('/api/system/user/registration/')
      const from = app.announced.messages.length
      const answers = [
        await register(formOf({ empNo: known.rows[0]?.empNo })),
        await register(formOf({ mobile: known.rows[0]?.mobile })),
        await register(formOf({ empNo: waiting.empNo })),
        await register(formOf({ mobile: waiting.mobile })),
      ]
      for (const { code, msg, data } of answers)
        expect({ code, msg, data }).toEqual({ code: fresh.code, msg: fresh.msg, data: fresh.data })
      expect((await administrator.get('/api/system/user/registration/')).total).toBe(total)
      expect(messagesSince(from)).toEqual([])
    })

    it('REG-02 takes five registrations of one address in an hour, also when they come at once', async () => {
      const address = nextAddress()
      const answers = await Promise.all(Array.from({ length: 7 }, () => register(formOf(), address)))
      expect(answers.filter(({ code }) => code === 2000)).toHaveLength(5)
      expect(answers.filter(({ code }) => code === 4029)).toHaveLength(2)
      expect((await register(formOf())).code).toBe(2000)
      app.clock.advance(HOUR + 1)
      expect((await register(formOf(), address)).code).toBe(2000)
    })

    it('REG-03 refuses by itself what waited longer than thirty days, and forgets the password', async () => {
      const old = formOf()
      await register(old)
      app.clock.advance(DAY)
      const young = formOf()
      await register(young)
      app.clock.advance(29 * DAY + 1)
      await runJob('registration.expire')
      administrator = await app.as('fang54')
      expect(await requestOf(old.empNo)).toMatchObject({ state: 'refused', decidedByName: null })
      expect(await requestOf(young.empNo)).toMatchObject({ state: 'pending' })
      const { rows } = await sql`
        select from registration_request where state <> 'pending' and password_hash is not null`.execute(
        app.database.db,
      )
      expect(rows).toEqual([])
      // The number is free again for another request.
      await register(formOf({ empNo: old.empNo }))
      expect((await requests({ search: String(old.empNo) })).map((row) => row.state)).toEqual(['pending', 'refused'])
    })

    it('accepting makes an account of the role staff with the chosen password, once', async () => {
      const form = formOf()
      await register(form)
      const { id } = await requestOf(form.empNo)
      const username = String(form.empNo).toLowerCase()
      const path = `/api/system/user/registration/${id}/accept/`
      expect((await (await app.as('yu55')).post(path)).code).toBe(4003)
      expect(await administrator.post(path)).toMatchObject({ code: 2000, data: { username } })
      expect(await administrator.post(path)).toMatchObject({ code: 4001, errKey: 'selfService.decided' })
      const entered = await signIn(username, CHOSEN)
      expect(entered).toMatchObject({ code: 2000, data: { mustChangePassword: true } })
      const roles = await sql<{ key: string }>`
        select r.key from role r join user_role m on m.role_id = r.id join app_user u on u.id = m.user_id where u.username = ${username}`.execute(
        app.database.db,
      )
      expect(roles.rows).toEqual([{ key: 'staff' }])
      expect(await requestOf(form.empNo)).toMatchObject({ state: 'accepted', username })
    })

    it('accepting refuses a username or number that was given to somebody meanwhile', async () => {
      const form = formOf()
      await register(form)
      const { id } = await requestOf(form.empNo)
      const path = `/api/system/user/registration/${id}/accept/`
      expect(await administrator.post(path, { username: 'pan42' })).toMatchObject({
        code: 4000,
        errors: { username: ['登录名“pan42”已存在'] },
      })
      await sql`update app_user set emp_no = ${form.empNo} where username = 'shi60'`.execute(app.database.db)
      expect(await administrator.post(path)).toMatchObject({ code: 4001, errKey: 'selfService.empNoTaken' })
      expect(await requestOf(form.empNo)).toMatchObject({ state: 'pending' })
    })

    it('refusing needs a reason of five characters, which the list shows', async () => {
      const form = formOf()
      await register(form)
      const { id } = await requestOf(form.empNo)
      const path = `/api/system/user/registration/${id}/refuse/`
      expect((await administrator.post(path, { reason: '不行' })).code).toBe(4000)
      expect((await administrator.post(path, { reason: '不是本单位人员' })).code).toBe(2000)
      expect(await requestOf(form.empNo)).toMatchObject({ state: 'refused', reason: '不是本单位人员' })
    })

    it('refuses by field, and refuses weak, common and unequal passwords', async () => {
      expect(await register(formOf({ empNo: 'sj1', mobile: '1', agree: false, deptId: 999_999 }))).toMatchObject({
        code: 4000,
        errors: { empNo: ['格式不正确'], mobile: ['格式不正确'], agree: expect.anything() },
      })
      expect(await register(formOf({ deptId: 999_999 }))).toMatchObject({
        code: 4000,
        errors: { deptId: expect.anything() },
      })
      expect((await register(formOf({ password: 'weak', passwordConfirm: 'weak' }))).errKey).toBe('password.weak')
      const common = { password: 'Welcome#2026', passwordConfirm: 'Welcome#2026' }
      expect((await register(formOf(common))).errKey).toBe('password.common')
      expect((await register(formOf({ passwordConfirm: 'Other#20266' }))).errKey).toBe('password.unequal')
    })
  })

  describe('a forgotten password', () => {
    const mobileOf = async (username: string): Promise<string> =>
      (await sql<{ mobile: string }>`select mobile from app_user where username = ${username}`.execute(app.database.db))
        .rows[0]?.mobile ?? ''
    const forgot = async (username: string, mobile?: string): Promise<Answer<null>> =>
      app.from(nextAddress()).post('/api/forgot_password/', { username, mobile: mobile ?? (await mobileOf(username)) })
    const pending = async (username: string): Promise<number | undefined> =>
      (
        await guardian.get<readonly { id: number; username: string }[]>('/api/system/user/password_reset/', {
          query: { state: 'pending' },
        })
      ).data.find((row) => row.username === username)?.id

    it('FGT-01 answers the same for an unknown user and a wrong mobile, and asks nobody', async () => {
      const neutral = { code: 2000, msg: '若信息一致，安全管理员将与您核实后重置', data: null }
      const from = app.announced.messages.length
      expect(await forgot('nobody99', '13900000000')).toMatchObject(neutral)
      expect(await forgot('ge43', '13900000000')).toMatchObject(neutral)
      expect(messagesSince(from)).toEqual([])
      expect(await forgot('ge43')).toMatchObject(neutral)
      const guardians = messagesSince(from).flatMap((message) => message.to)
      expect(guardians).toContain(guardian.userId)
      expect(guardians).not.toContain(administrator.userId)
    })

    it('FGT-02 answers three times a day for one username, known or not', async () => {
      const answers: number[] = []
      for (const username of ['nobody98', 'xi44'])
        for (let time = 1; time <= 4; time++) answers.push((await forgot(username, '13900000000')).code)
      expect(answers).toEqual([2000, 2000, 2000, 4029, 2000, 2000, 2000, 4029])
      app.clock.advance(DAY)
      expect((await forgot('xi44', '13900000000')).code).toBe(2000)
    })

    it('FGT-03 the reset ends every session and gives a password for one sign-in, shown once', async () => {
      const person = await app.as('su41')
      await forgot('su41')
      const id = await pending('su41')
      const path = `/api/system/user/password_reset/${id}/reset/`
      expect((await administrator.post(path)).code).toBe(4003)
      const { data } = await guardian.post<{ password: string }>(path)
      expect((await person.get('/api/system/user/user_info/')).code).toBe(401)
      expect(await guardian.post(path)).toMatchObject({ code: 4001, errKey: 'selfService.decided' })
      const listed = await guardian.get('/api/system/user/password_reset/')
      expect(JSON.stringify(listed.data)).not.toContain(data.password)
      const entered = await signIn('su41', data.password)
      expect(entered).toMatchObject({ code: 2000, data: { mustChangePassword: true } })
      const headers = { authorization: `Bearer ${entered.data.access}` }
      expect((await app.guest.get('/api/system/user/user_info/', { headers })).errKey).toBe('password.mustChange')
    })

    it('lets nobody reset the own password, and refuses with a reason', async () => {
      await forgot('yu55')
      const own = await pending('yu55')
      const path = `/api/system/user/password_reset/${own}`
      expect((await guardian.post(`${path}/reset/`)).errKey).toBe('selfService.ownReset')
      const other = await app.as('yuan57')
      expect((await other.post(`${path}/refuse/`, { reason: '本人否认申请' })).code).toBe(2000)
      expect(await pending('yu55')).toBeUndefined()
      expect((await signIn('yu55', 'Jingbao#2026')).code).toBe(2000)
    })
  })

  it('answers neither when self service is off', async () => {
    const { db } = app.database
    await sql`update config_item set value = 'false' where key = 'login.selfService'`.execute(db)
    const answers = [
      await register(formOf()),
      await app.guest.post('/api/forgot_password/', { username: 'ge43', mobile: '13900000000' }),
      await app.guest.get('/api/register/departments/'),
    ]
    expect(answers.map(({ errKey }) => errKey)).toEqual(Array(3).fill('selfService.off'))
    await sql`update config_item set value = 'true' where key = 'login.selfService'`.execute(db)
  })

  it('sends a reminder on its day, once, to the one who asked', async () => {
    const person = await app.as('lang47')
    const remind = (date: string) => person.post('/api/v1/sms/notice/remind_me/', { date })
    const today = app.clock.today()
    expect((await remind(today)).code).toBe(4000)
    expect((await remind('2099-01-01')).code).toBe(4000)
    const day = new Date(app.clock.now().getTime() + 3 * DAY + 8 * HOUR).toISOString().slice(0, 10)
    for (const _time of [1, 2]) expect((await remind(day)).code).toBe(2000)
    const from = app.announced.messages.length
    await runJob('reminder.deliver')
    expect(messagesSince(from)).toEqual([])
    app.clock.advance(3 * DAY)
    await runJob('reminder.deliver')
    await runJob('reminder.deliver')
    expect(messagesSince(from)).toEqual([
      { to: [person.userId], contentType: 'REMIND', title: { key: 'notice.comingSoon', params: [day] } },
    ])
  })

  it('answers 5000 maintenance with the notice to everybody but system administrators, who can sign in', async () => {
    const { db } = app.database
    const staff = await app.as('pan42')
    await sql`update config_item set value = 'true' where key = 'base.maintenanceOn'`.execute(db)
    await app.services.caches.load()
    const notice = { title: 'Under maintenance', text: expect.any(String), endAt: '' }
    for (const client of [staff, app.guest])
      expect(await client.get('/api/init/settings/', { language: 'en' })).toMatchObject({
        status: 200,
        code: 5000,
        errKey: 'maintenance',
        data: notice,
      })
    expect((await staff.get('/api/system/user/user_info/')).errKey).toBe('maintenance')
    const entered = await signIn('fang54', 'Jingbao#2026')
    const headers = { authorization: `Bearer ${entered.data.access}` }
    for (const path of ['/api/init/settings/', '/api/system/user/user_info/', '/api/system/menu/web_router/'])
      expect((await app.guest.get(path, { headers })).code).toBe(2000)
    await sql`update config_item set value = 'false' where key = 'base.maintenanceOn'`.execute(db)
    await app.services.caches.load()
    expect((await staff.get('/api/system/user/user_info/')).code).toBe(2000)
  })
})

describe.each(oneEngine)('self service with captcha on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine, mode: { captcha: true } })
  })
  afterAll(() => app.close())

  it('asks for a captcha, uses it up right or wrong, and counts only answered ones', async () => {
    const forgot = (answer: { key: string; text: string } | null) =>
      app.from('10.3.0.1').post('/api/forgot_password/', {
        username: 'ge43',
        mobile: '13900000000',
        ...(answer && { captchaKey: answer.key, captcha: answer.text }),
      })
    for (let time = 1; time <= 4; time++) expect((await forgot(null)).errKey).toBe('captcha.invalid')
    const asked = await write(app.services, createCaptcha)
    expect((await forgot({ key: asked.key, text: 'ZZZZ' })).errKey).toBe('captcha.invalid')
    expect((await forgot(asked)).errKey).toBe('captcha.invalid')
    expect((await forgot(await write(app.services, createCaptcha))).code).toBe(2000)
  })
})
