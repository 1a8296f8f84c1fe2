/** SYS-139 for what roles grant: whoever has a role already gains by a wider one, so one administrator alone only narrows it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWithin } from '#src/server/organisation/rightsOfOffice.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'

interface Role {
  readonly id: number
  readonly version: number
  readonly dataScope: string
  readonly state: boolean
  readonly values: readonly string[]
  readonly overridden: readonly string[]
}

const path = '/api/system/role/'
const waits = expect.objectContaining({ code: 2000, data: { proposal: expect.any(Number) } })
const atOnce = expect.objectContaining({ code: 2000, data: { version: expect.any(Number) } })

describe('what the holders of a role gain by a wider one', () => {
  let app: TestApp
  let fang: Client
  let yu: Client
  let bao: Client

  beforeAll(async () => {
    app = await startApp({ bureau: 'quiet' })
    ;[fang, yu, bao] = (await Promise.all(['fang54', 'yu55', 'bao59'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
  })
  afterAll(() => app.close())

  const role = async (key: string): Promise<Role> =>
    (
      await sql<Role>`
        select id, version, data_scope, state,
          array(select p.value from role_permission g join permission p on p.id = g.permission_id where g.role_id = r.id order by p.value) as values,
          array(select p.value from role_permission g join permission p on p.id = g.permission_id where g.role_id = r.id and g.data_scope is not null order by p.value) as overridden
        from role r where key = ${key}`.execute(app.database.db)
    ).rows[0]!
  const idsOf = async (values: readonly string[]): Promise<readonly number[]> =>
    (
      await sql<{ id: number }>`select id from permission where value = any(${[...values]}::text[])`.execute(
        app.database.db,
      )
    ).rows.map(({ id }) => id)
  const person = async (username: string): Promise<number> =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(app.database.db)).rows[0]!
      .id

  const setButtons = async (key: string, values: readonly string[], who = yu) => {
    const { id, version } = await role(key)
    return who.put(`${path}${id}/buttons/`, { buttons: await idsOf(values), version })
  }
  const setGrants = async (key: string, values: readonly string[]) => {
    const { id, version } = await role(key)
    const { menus } = (await yu.get<{ menus: number[] }>(`${path}${id}/grants/`)).data
    return yu.put(`${path}${id}/grants/`, { menus, buttons: await idsOf(values), version })
  }
  const setScope = async (key: string, dataScope: number, overrides: Readonly<Record<string, number>> = {}) => {
    const { id, version } = await role(key)
    const list = await Promise.all(
      Object.entries(overrides).map(async ([value, scope]) => ({ id: (await idsOf([value]))[0], dataScope: scope })),
    )
    return yu.put(`${path}${id}/data_scope/`, { dataScope, overrides: list, version })
  }
  const setRecord = async (key: string, change: object) => {
    const { id, version } = await role(key)
    return yu.put(`${path}${id}/`, { ...change, version })
  }
  const proposalOf = ({ data }: Answer<unknown>) => (data as { proposal: number }).proposal
  const confirm = (who: Client, answer: Answer<unknown>) => who.post(`/api/proposal/${proposalOf(answer)}/confirm/`)
  const withdraw = async (answer: Answer<unknown>) =>
    expect((await yu.post(`/api/proposal/${proposalOf(answer)}/withdraw/`)).code).toBe(2000)

  it('SYS-139 a right with which something is decided comes to a role that people have by two people', async () => {
    const before = (await role('fleetManager')).values
    const wider = [...before, 'finance:Pay']
    for (const ask of [setButtons, setGrants]) {
      const asked = await ask('fleetManager', wider)
      expect(asked).toEqual(waits)
      expect((await role('fleetManager')).values).toEqual(before)
      await withdraw(asked)
    }
    const asked = await setButtons('fleetManager', wider)
    // Neither the proposer, nor another security administrator, nor the administrator who makes accounts.
    for (const who of [yu, await app.as('yuan57'), fang]) expect((await confirm(who, asked)).code).not.toBe(2000)
    expect((await bao.get(`/api/proposal/${proposalOf(asked)}/`)).data).toMatchObject({
      kind: 'role',
      gains: [expect.stringMatching(/^该角色现有\d+人：增加1项授权，取消0项授权/)],
      changes: [{ label: 'finance:Pay', before: '', after: '已授权' }],
    })
    expect((await role('fleetManager')).values).toEqual(before)
    expect((await confirm(bao, asked)).code).toBe(2000)
    expect((await role('fleetManager')).values).toEqual(wider.toSorted())
  })

  it('SYS-139 a narrower role is in force at once, and so is a right that only reads', async () => {
    const { values } = await role('fleetManager')
    const narrower = values.filter((value) => value !== 'finance:Pay')
    expect(await setButtons('fleetManager', narrower)).toEqual(atOnce)
    expect((await role('fleetManager')).values).toEqual(narrower)
    expect(await setButtons('fleetManager', [...narrower, 'stock:Search'])).toEqual(atOnce)
    expect((await role('fleetManager')).values).toContain('stock:Search')
  })

  it('SYS-139 what everybody may is widened by two people as well', async () => {
    const { values } = await role('staff')
    const asked = await setButtons('staff', [...values, 'message:Send'])
    expect(asked).toEqual(waits)
    expect((await role('staff')).values).toEqual(values)
    expect((await confirm(bao, asked)).code).toBe(2000)
    expect(await setButtons('staff', values)).toEqual(atOnce)
  })

  it('SYS-12 SYS-25 what would be refused when it is confirmed is refused when it is proposed, and leaves nothing', async () => {
    const { values } = await role('cashier')
    expect(await setButtons('cashier', [...values, 'finance:Audit'])).toMatchObject({ errKey: 'rule.SYS-12' })
    expect(await setGrants('cashier', [...values, 'finance:Audit'])).toMatchObject({ errKey: 'rule.SYS-12' })
    expect(await setButtons('cashier', [...values, 'user:Create'])).toMatchObject({ errKey: 'rule.SYS-25' })
    expect((await role('cashier')).values).toEqual(values)
  })

  it('SYS-139 a data scope in which holders decide over more rows waits, a smaller one is in force at once', async () => {
    expect((await role('fleetManager')).dataScope).toBe('3')
    expect(await setScope('fleetManager', 2)).toEqual(atOnce)
    const asked = await setScope('fleetManager', 1)
    expect(asked).toEqual(waits)
    expect((await role('fleetManager')).dataScope).toBe('2')
    expect((await bao.get(`/api/proposal/${proposalOf(asked)}/`)).data).toMatchObject({
      kind: 'roleScope',
      changes: [{ label: '角色的数据范围', before: '本部门', after: '本部门及以下' }],
    })
    // Grants and scopes of one role wait one after the other.
    expect(await setScope('fleetManager', 3)).toMatchObject({ errKey: 'proposal.waiting' })
    expect((await confirm(yu, asked)).code).not.toBe(2000)
    expect((await confirm(bao, asked)).code).toBe(2000)
    expect((await role('fleetManager')).dataScope).toBe('1')
    // A single right that reaches further than the role.
    const { values } = await role('fleetManager')
    const strong = values.find(
      (value) => value.startsWith('car:') && !/:(Search|Retrieve|Register|Export)$/.test(value),
    )!
    const single = await setScope('fleetManager', 1, { [strong]: 3 })
    expect(single).toEqual(waits)
    expect((await role('fleetManager')).overridden).toEqual([])
    await withdraw(single)
    expect(await setScope('fleetManager', 1, { 'car:Search': 3 })).toEqual(atOnce)
    expect((await role('fleetManager')).overridden).toEqual(['car:Search'])
  })

  it('SYS-139 the form of a role widens it and brings it back into use by two people, and changes its name at once', async () => {
    const form = await setRecord('fleetManager', { dataScope: '3' })
    expect(form).toEqual(waits)
    expect((await role('fleetManager')).dataScope).toBe('1')
    expect((await bao.get(`/api/proposal/${proposalOf(form)}/`)).data).toMatchObject({
      kind: 'roleRecord',
      gains: [expect.stringMatching(/^该角色现有\d+人/)],
      changes: [{ label: '数据范围', before: '本部门及以下', after: '全部' }],
    })
    expect((await confirm(fang, form)).code).not.toBe(2000)
    expect((await confirm(bao, form)).code).toBe(2000)
    expect((await role('fleetManager')).dataScope).toBe('3')
    expect(await setRecord('fleetManager', { nameEn: 'Fleet officer' })).toMatchObject({
      data: { nameEn: 'Fleet officer' },
    })
    expect(await setRecord('fleetManager', { state: false })).toMatchObject({ data: { state: false } })
    const again = await setRecord('fleetManager', { state: true })
    expect(again).toEqual(waits)
    expect((await role('fleetManager')).state).toBe(false)
    expect((await confirm(bao, again)).code).toBe(2000)
    expect((await role('fleetManager')).state).toBe(true)
  })

  it('SYS-139 a role that nobody has is composed alone, and who was to get it gets nothing more than was confirmed', async () => {
    const made = await yu.post<{ id: number }>(path, {
      name: '值班助理',
      key: 'dutyHelper',
      dataScope: '0',
      sort: 500,
      state: true,
    })
    expect(made.code).toBe(2000)
    expect(await setButtons('dutyHelper', ['stock:Search', 'message:Send'])).toEqual(atOnce)
    const give = async () => yu.put(`${path}${made.data.id}/users/`, { add: [await person('pan42')] })
    const asked = await give()
    expect(asked).toEqual(waits)
    expect(await setButtons('dutyHelper', ['finance:Pay'])).toEqual(atOnce)
    expect(await confirm(bao, asked)).toMatchObject({ code: 4001, errKey: 'proposal.void' })
    expect((await confirm(bao, await give())).code).toBe(2000)
    expect(await setButtons('dutyHelper', ['finance:Pay', 'finance:Export'])).toEqual(atOnce)
    // An account out of service has the role again when it comes back.
    await sql`update app_user set state = false where username = 'pan42'`.execute(app.database.db)
    expect(await setButtons('dutyHelper', ['finance:Pay', 'finance:Export', 'message:Send'])).toEqual(waits)
  })

  it.each([
    [0, [], 2, [], true],
    [2, [], 1, [], true],
    [1, [], 2, [], false],
    [1, [], 3, [], true],
    [3, [], 1, [], false],
    [4, [5], 3, [], true],
    [4, [5], 4, [5, 6], true],
    [4, [5, 6], 4, [5], false],
    [4, [5], 1, [], false],
    [0, [], 4, [5], false],
  ] as const)('SYS-139 data scope %s %j is within %s %j: %s', (dataScope, scopeDeptIds, outer, outerIds, expected) => {
    expect(isWithin({ dataScope, scopeDeptIds }, { dataScope: outer, scopeDeptIds: outerIds })).toBe(expected)
  })
})
