/**
 * SYS-131 SYS-132 SYS-137: no call, setting or field that an administrator writes alone lets a single person gain a business
 * decision or write. What there is to look at is derived from routes, settings and records; what each is worth stands in
 * `gains/table.ts`, and what is worth business is tried.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteDefinition } from '#src/define/server.ts'
import { modules } from '#src/modules.ts'
import { administratorScopes } from '#src/server/access/administrators.ts'
import { routesOf } from '#src/server/app/app.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { confirmed } from '#tests/harness/proposals.ts'
import { heldAttempts } from './gains/attempts.ts'
import { harmless } from './gains/doors.ts'
import type { Office } from './gains/office.ts'
import { calls, fields, freeSettings, type Gain, gainsOf } from './gains/table.ts'

const nameOf = ({ method, url }: Pick<RouteDefinition, 'method' | 'url'>): string => `${method} ${url}`
const withGain = (table: ReadonlyMap<string, Gain>, gain: Gain): readonly string[] =>
  [...table].flatMap(([entry, one]) => (one === gain ? [entry] : []))

describe('what an administrator gains alone', () => {
  let app: TestApp
  let office: Office
  /** What an administrator may hold at all, whoever grants it. */
  let reachable: ReadonlySet<string>
  let pan: Client

  beforeAll(async () => {
    app = await startApp()
    const [system, security, auditor] = await Promise.all([app.as('fang54'), app.as('yu55'), app.as('bao59')])
    office = { app, system, security, auditor }
    pan = await app.as('pan42')
    const { rows } = await sql<{ value: string }>`select value from permission`.execute(app.database.db)
    const known = new Set(rows.map(({ value }) => value))
    const everything = new Map([...known].map((value) => [value, 'all' as const]))
    reachable = new Set(administratorScopes(everything, (value) => known.has(value)).keys())
  })
  afterAll(() => app.close())

  const writes = (): readonly RouteDefinition[] =>
    routesOf(app.services).filter(
      ({ method, permission }) => method !== 'GET' && (permission === 'signedIn' || reachable.has(permission)),
    )

  it('SYS-131 every call that may write under a permission of administration, or of everybody, is classified', () => {
    expect([...gainsOf(calls).keys()].toSorted()).toEqual(writes().map(nameOf).toSorted())
  })

  it('SYS-137 every setting says whose confirmation it needs, or is classified as one that decides no business', async () => {
    const { rows } = await sql<{ key: string; seats: string[] }>`
      select key, seats from config_item where not custom order by key`.execute(app.database.db)
    const free = rows.flatMap(({ key, seats }) => (seats.length === 0 ? [key] : []))
    expect([...gainsOf(freeSettings).keys()].toSorted()).toEqual(free)
    expect(rows.filter(({ seats }) => seats.length > 0).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['wf.t1', 'wf.t2', 'wf.t3', 'workflow.owner.finance', 'workflow.owner.procurement']),
    )
  })

  it('SYS-131 every field of a record that administrators write is classified, and each that holds people names others', () => {
    const records = modules
      .flatMap((module) => module.records)
      .filter(({ permissions: { create, update } }) => [create, update].some((one) => one && reachable.has(one)))
    const found = records.flatMap(({ name, fields: own }) =>
      Object.entries(own).flatMap(([key, field]) =>
        'computed' in field && field.computed === true ? [] : [{ entry: `${name}.${key}`, kind: field.kind }],
      ),
    )
    const gains = gainsOf(fields)
    expect([...gains.keys()].toSorted()).toEqual(found.map(({ entry }) => entry).toSorted())
    const people = found.filter(({ kind }) => kind === 'person' || kind === 'people').map(({ entry }) => entry)
    expect(people.toSorted()).toEqual([...withGain(gains, 'names')].toSorted())
    // A record whose changes wait has no way round by a spreadsheet.
    const held = new Set(withGain(gains, 'held').map((entry) => entry.split('.')[0]))
    expect(records.filter(({ name, permissions }) => held.has(name) && permissions.import !== undefined)).toEqual([])
  })

  /** The change waits, or is refused for the reason that nobody does it alone. */
  const isHeld = ({ code, errKey = '', data }: Answer<unknown>): boolean => {
    if (code === 4003 || code === 4004) return true
    if (code === 4001) return ['proposal.own', 'rule.SYS-24'].includes(errKey)
    if (code !== 2000 || typeof data !== 'object' || data === null) return false
    if ('changed' in data && data.changed !== 0) return false
    return ('proposal' in data && typeof data.proposal === 'number') || ('proposed' in data && Boolean(data.proposed))
  }

  it('SYS-132 SYS-137 each call of business is tried', () => {
    expect(Object.keys(heldAttempts).toSorted()).toEqual([...withGain(gainsOf(calls), 'held')].toSorted())
  })

  it.each(Object.entries(heldAttempts))(
    'SYS-137 %s by an administrator alone puts nothing in force',
    async (_, attempt) => {
      const attempts = await attempt(office)
      expect(attempts.length).toBeGreaterThan(0)
      for (const { answer, before, after } of attempts) {
        const { code, errKey, data, errors } = answer
        expect({ code, errKey, data, errors, isHeld: isHeld(answer) }).toMatchObject({ isHeld: true })
        expect(after).toEqual(before)
      }
    },
  )

  it('SYS-131 what one administrator does alone in imports, machine accounts and web hooks is tried', () => {
    expect(withGain(gainsOf(calls), 'upkeep')).toEqual(expect.arrayContaining(Object.keys(harmless)))
  })

  it.each(Object.entries(harmless))(
    'SYS-131 %s by an administrator alone gives nobody more power',
    async (_, attempt) => {
      for (const { answer, before, after } of await attempt(office)) {
        expect([2000, 4000, 4001, 4003, 4004]).toContain(answer.code)
        expect(after).toEqual(before)
      }
    },
  )

  it('SYS-131 no administrator decides on a ticket of somebody else', async () => {
    const { rows } = await sql<{ id: number; version: number; status: string }>`
      select distinct on (status) id, revision as version, status from ticket
      where status in ('running', 'handling', 'returned') and applicant_id not in (${office.system.userId}, ${office.security.userId}, ${office.auditor.userId})
      order by status, id`.execute(app.database.db)
    expect(rows.map(({ status }) => status)).toEqual(['handling', 'returned', 'running'])
    const state = async () =>
      (
        await sql`select id, status, revision, snapshot, form_data from ticket where id = any(${rows.map(({ id }) => id)}) order by id`.execute(
          app.database.db,
        )
      ).rows
    const before = await state()
    const done: string[] = []
    const others = { userIds: [pan.userId] }
    const more: Readonly<Record<string, object>> = {
      transfer: { userId: pan.userId },
      delegate: { userId: pan.userId },
      add_sign: { ...others, where: 'before' },
      remove_sign: others,
      cc: others,
      convert: { type: 'otherBusiness' },
    }
    const bodies: Readonly<Record<string, (id: number) => object>> = {
      batch_claim: (id) => ({ ids: [id] }),
    }
    for (const call of withGain(gainsOf(calls), 'decides')) {
      const [method, url = ''] = call.split(' ')
      const action = url.split('/').at(-2) ?? ''
      for (const { id, version } of rows)
        for (const who of [office.system, office.security, office.auditor]) {
          const send = { POST: who.post, PUT: who.put, DELETE: who.delete }[method ?? '']
          const basic = { version, comment: '核实无误，同意办理' }
          const body =
            method === 'PUT' ? { formData: {}, version } : (bodies[action]?.(id) ?? { ...basic, ...more[action] })
          const { code, data } = await send!(url.replace(':id', String(id)), body)
          // Of a list of tickets each is answered by itself; what became of them is compared below.
          const isRefused = [4001, 4003, 4004].includes(code) || (action === 'batch_claim' && code === 2000)
          if (!isRefused) done.push(`${call} ${id} ${code} ${JSON.stringify(data)}`)
        }
    }
    expect(done).toEqual([])
    expect(await state()).toEqual(before)
  })

  it('SYS-131 SYS-24 nobody names an administrator, and no administrator takes a role', async () => {
    const { system, security } = office
    const { rows } = await sql<{ id: number; version: number; empNo: string }>`
      select d.id, d.version, u.emp_no from department d, app_user u where d.key = 'D10' and u.id = ${system.userId}`.execute(
      app.database.db,
    )
    const { id, version, empNo } = rows[0]!
    const role = await sql<{ id: number }>`select id from role where key = 'financeLeader'`.execute(app.database.db)
    const roleId = role.rows[0]!.id
    const line = { name: '刑事侦查支队', key: 'D10', parentPath: '示范市公安局', sort: 10, leader: empNo }
    const fresh = { name: '新设支队', key: 'D99', parent: null, sort: 1, isBudgetUnit: false, state: true }
    const period = { startAt: '2026-04-20 08:00:00', endAt: '2026-04-22 08:00:00', ticketTypes: [], reason: '' }
    const zhang = await app.as('zhang39')
    const answers = {
      'POST /api/system/dept/': await system.post('/api/system/dept/', { ...fresh, leaderId: system.userId }),
      'PUT /api/system/dept/:id/': await system.put(`/api/system/dept/${id}/`, { deputyIds: [system.userId], version }),
      'POST /api/system/dept/import_dept_data/': await system.post('/api/system/dept/import_dept_data/', {
        data: [line],
      }),
      'POST /api/system/user/:id/disable/': await system.post(`/api/system/user/${zhang.userId}/disable/`, {
        confirmed: true,
        successorId: system.userId,
      }),
      'POST /api/personal/delegation/': await zhang.post('/api/personal/delegation/', {
        ...period,
        toUserId: system.userId,
      }),
      'POST /api/system/user/:id/assign_roles/': await security.post(
        `/api/system/user/${security.userId}/assign_roles/`,
        { roleIds: [roleId] },
      ),
      'PUT /api/system/role/:id/users/': await security.put(`/api/system/role/${roleId}/users/`, {
        add: [security.userId],
      }),
    }
    expect(Object.fromEntries(Object.entries(answers).map(([call, { errKey }]) => [call, errKey]))).toEqual({
      'POST /api/system/dept/': 'sys.separation',
      'PUT /api/system/dept/:id/': 'sys.separation',
      'POST /api/system/dept/import_dept_data/': 'sys.separation',
      'POST /api/system/user/:id/disable/': 'sys.separation',
      'POST /api/personal/delegation/': 'sys.separation',
      'POST /api/system/user/:id/assign_roles/': 'rule.SYS-24',
      'PUT /api/system/role/:id/users/': 'rule.SYS-24',
    })
    // The spreadsheet shares its rows with the JSON import; resets are told, which the next test shows.
    const others = ['POST /api/system/dept/import_data/', ...resets]
    expect([...Object.keys(answers), ...others].toSorted()).toEqual([...withGain(gainsOf(calls), 'names')].toSorted())
  })

  it('SYS-131 nobody alone gains a decision through an account they made: another person confirms who leads', async () => {
    const { system, security } = office
    const { rows } = await sql<{ id: number; version: number; leaderId: number }>`
      select id, version, leader_id from department where key = 'D10'`.execute(app.database.db)
    const { id, version, leaderId } = rows[0]!
    const made = await system.post<{ id: number; empNo: string; password: string }>('/api/system/user/', {
      name: '马甲',
      username: 'majia77',
      empNo: 'JB9077',
      mobile: '13900009077',
      deptId: id,
      personType: 'police',
      rankLevel: 'section',
      post: '内勤',
      gender: '1',
    })
    expect({ code: made.code, errors: made.errors }).toEqual({ code: 2000, errors: undefined })
    const leaders = async () =>
      (
        await sql<object>`
          select key, leader_id, deputy_ids from department where ${made.data.id} = any(deputy_ids || leader_id) or key in ('D10', 'D98') order by key`.execute(
          app.database.db,
        )
      ).rows
    const before = await leaders()
    const fresh = { name: '新设支队', key: 'D98', parent: null, sort: 1, isBudgetUnit: false, state: true }
    const line = { name: '刑事侦查支队', key: 'D10', parentPath: '示范市公安局', sort: 10, leader: 'JB9077' }
    const created = await system.post('/api/system/dept/', { ...fresh, leaderId: made.data.id })
    const imported = await system.post('/api/system/dept/import_dept_data/', { data: [line] })
    // What the import proposed for the department would keep the form waiting.
    await sql`update proposal set state = 'withdrawn', decided_at = now() where state = 'open'`.execute(app.database.db)
    const named = { deputyIds: [made.data.id], leaderId: made.data.id, version: version + 1 }
    const answers = [created, imported, await system.put(`/api/system/dept/${id}/`, named)]
    expect(answers.map(({ code, errKey, data }) => errKey ?? [code, data])).toEqual([
      [2000, { proposal: expect.any(Number) }],
      [2000, { created: 0, updated: 1, proposed: 1 }],
      [2000, { proposal: expect.any(Number) }],
    ])
    expect(await leaders()).toEqual(before)

    // Whoever confirms reads whose account it is.
    const waiting = (answers[2]!.data as { proposal: number }).proposal
    const confirm = (who: Client) => who.post(`/api/proposal/${waiting}/confirm/`)
    expect((await security.get(`/api/proposal/${waiting}/`)).data).toMatchObject({
      kind: 'leader',
      title: '刑事侦查支队',
      seats: [{ seat: 'security' }],
      mayDecide: true,
      gains: [
        expect.stringMatching(/^马甲将成为“刑事侦查支队”负责人，审批该部门的申请；该账号由方示丁于2026-/),
        expect.stringMatching(/^马甲将成为“刑事侦查支队”副职；该账号由方示丁于2026-/),
      ],
      changes: [
        { label: '负责人', after: '马甲' },
        { label: '副职', after: '马甲' },
      ],
    })
    expect((await confirm(system)).code).toBe(4003)
    expect(await leaders()).toEqual(before)
    expect(await confirm(security)).toMatchObject({ code: 2000, data: { done: true } })
    expect(await leaders()).toMatchObject([{ key: 'D10', leaderId: made.data.id, deputyIds: [made.data.id] }])
    // Of anybody else's account nobody decides alone either (SYS-139).
    const back = { leaderId, deputyIds: [], version: version + 2 }
    expect(await confirmed(await system.put(`/api/system/dept/${id}/`, back), security)).toMatchObject({ code: 2000 })
    expect(await leaders()).toMatchObject([{ key: 'D10', leaderId }])
  })

  const resets = [
    'POST /api/system/user/:id/reset_password/',
    'POST /api/system/user/:id/reset_second_factor/',
    'POST /api/system/user/password_reset/:id/reset/',
  ]

  it('SYS-131 SYS-138 a password given out is told to its owner, the other security administrators, the auditors and the owner’s leader', async () => {
    const second = await app.as('yuan57')
    const sent = app.announced.messages.length
    expect((await office.security.post(`/api/system/user/${pan.userId}/reset_password/`)).code).toBe(2000)
    const announced = app.announced.messages.slice(sent)
    expect(announced).toMatchObject([
      { to: [pan.userId], title: { key: 'notice.passwordReset' } },
      { title: { key: 'notice.passwordResetOf', params: [{ en: 'Yu Shiwu' }, { en: expect.any(String) }] } },
    ])
    const leader = await app.as('zhang39')
    expect(announced[1]!.to.toSorted()).toEqual([second.userId, office.auditor.userId, leader.userId].toSorted())
  })
})
