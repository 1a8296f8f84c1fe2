import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '#src/server/app/app.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, repairForm, submit } from '#tests/harness/tickets.ts'
import { call, nameOf } from '#tests/journeys/roles.ts'

/** Heads by what they lead: the department above the workers', the workers' own, one that only reports, another one. */
const heads = { D04: 'han14', D08: 'jiang31', D10: 'zhang39', D02: 'wu06' } as const
type Key = keyof typeof heads
const keys = Object.keys(heads) as Key[]

/** What a head of this department leads. */
const leads: Readonly<Record<Key, readonly string[]>> = {
  D04: ['D04', 'D05', 'D06', 'D07', 'D08', 'D09'],
  D08: ['D08'],
  D10: ['D10'],
  D02: ['D02'],
}

interface Listed {
  readonly id: number
  readonly no: string
}

describe.each(oneEngine)('repairs read by heads of departments on %s', (engine) => {
  let app: TestApp
  const people = new Map<string, Client>()
  const as = (name: string): Client => people.get(name)!
  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
    (await query.execute(app.database.db)).rows
  const userId = async (name: string): Promise<number> =>
    (await rowsOf(sql<{ id: number }>`select id from app_user where username = ${name}`))[0]!.id
  const seen = async (who: string, order: number) => (await as(who).get(`/api/maintenance/order/${order}/`)).code
  /** An order reported by a department and given to a person, neither of them where there is none. */
  const open = async (no: string, dept: string, worker: string | null): Promise<number> =>
    (
      await rowsOf(sql<{ id: number }>`
        insert into work_order (no, source, category, location, description, urgency, dept_id, contact_name, mobile, worker_id, state, created_at, updated_at)
        select ${no}, 'inspection', 'other', '示例地点', '示例故障', 'normal', d.id, '示例', '10000000001', (select id from app_user where username = ${worker}),
          ${worker === null ? 'pending' : 'assigned'}, now(), now() from department d where d.key = ${dept} returning id`)
    )[0]!.id
  /** Ids of the orders of these departments by either axis, as the test says it. */
  const expected = async (departments: readonly string[]): Promise<readonly number[]> =>
    (
      await rowsOf(sql<{ id: number }>`
        select o.id from work_order o left join app_user w on w.id = o.worker_id
        where (select key from department where id = o.dept_id) = any(${[...departments]}) or (select key from department where id = w.dept_id) = any(${[...departments]})
        order by o.id`)
    ).map(({ id }) => id)
  const listed = async (who: string, query: Readonly<Record<string, string>> = {}) => {
    const found: Listed[] = []
    for (let page = 1; ; page += 1) {
      const { code, data, total } = await as(who).get<readonly Listed[]>('/api/maintenance/order/', {
        query: { limit: '100', page: String(page), ...query },
      })
      expect(code).toBe(2000)
      found.push(...data)
      if (found.length >= (total ?? 0)) return { ids: found.map(({ id }) => id).sort((a, b) => a - b), total }
    }
  }

  beforeAll(async () => {
    app = await startApp({ engine })
    for (const name of [...Object.values(heads), 'pan42', 'yang15', 'zou34']) people.set(name, await app.as(name))
  })
  afterAll(() => app.close())

  it('40.3, INV-11 a head lists exactly the orders that the own departments reported or carry out, whoever reported and repairs', async () => {
    const departments = ['D02', 'D04', 'D05', 'D08', 'D10', 'D11'] as const
    // Of the workers' department, of its division, of one that only reports, and nobody.
    const workers = ['zou34', 'yang15', 'pan42', null] as const
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...departments), fc.constantFrom(...workers)), {
          minLength: 1,
          maxLength: 6,
        }),
        async (orders) => {
          for (const [dept, worker] of orders) {
            count += 1
            await open(`HEAD-${count}`, dept, worker)
          }
          for (const key of keys) {
            const ids = await expected(leads[key])
            expect([key, await listed(heads[key])]).toEqual([key, { ids, total: ids.length }])
          }
        },
      ),
      { numRuns: 6, seed: 41 },
    )
  })

  it('INV-11 charts, filters, details, timeline, related rows and choices end where the list of a head ends', async () => {
    const [own, other] = [await open('HEAD-OWN', 'D10', null), await open('HEAD-OTHER', 'D11', null)]
    const { total } = await listed('zhang39')
    const chart = await as('zhang39').get<{ bars: readonly { value: string | number }[] }>(
      '/api/maintenance/order/chart/',
      { query: { chart: 'states' } },
    )
    expect(chart.code).toBe(2000)
    expect(chart.data.bars.reduce((sum, { value }) => sum + Number(value), 0)).toBe(total)
    const deptId = (await rowsOf(sql<{ id: number }>`select id from department where key = 'D11'`))[0]!.id
    const foreign = await listed('zhang39', { deptId: String(deptId) })
    expect(foreign.ids).not.toContain(other)
    for (const part of ['', 'timeline/', 'related/']) {
      expect([part, (await as('zhang39').get(`/api/maintenance/order/${own}/${part}`)).code]).toEqual([part, 2000])
      expect([part, (await as('zhang39').get(`/api/maintenance/order/${other}/${part}`)).code]).toEqual([part, 4004])
    }
    const { data } = await as('zhang39').get<readonly Listed[]>('/api/maintenance/order/options/', {
      query: { ids: `${own},${other}` },
    })
    expect(data.map(({ id }) => id)).toEqual([own])
  })

  it('40.3 the department of the worker comes with the worker, goes with the next one and stays when a worker moves on', async () => {
    const filed = await submit(as('pan42'), 'internalMaintenance', repairForm())
    const approved = await act(as('yang15'), filed.data.id, 'approve', {
      formData: { workerId: await userId('zou34') },
    })
    expect(approved).toMatchObject({ code: 2000 })
    const [{ id }] = (await rowsOf(
      sql<{ id: number }>`select id from work_order where ticket_id = ${filed.data.id}`,
    )) as [{ id: number }]
    const codes = () => Promise.all(['zhang39', 'jiang31', 'han14', 'wu06'].map((who) => seen(who, id)))
    expect(await codes()).toEqual([2000, 2000, 2000, 4004])
    await sql`update app_user set dept_id = (select id from department where key = 'D02') where username = 'yu35'`.execute(
      app.database.db,
    )
    const { version } = (await as('jiang31').get<{ version: number }>(`/api/maintenance/order/${id}/`)).data
    expect(
      await as('yang15').post(`/api/maintenance/order/${id}/dispatch/`, { version, workerId: await userId('yu35') }),
    ).toMatchObject({ code: 2000 })
    expect(await codes()).toEqual([2000, 4004, 4004, 2000])
    await sql`update app_user set dept_id = (select id from department where key = 'D08') where username = 'yu35'`.execute(
      app.database.db,
    )
    const again = (await as('wu06').get<{ version: number }>(`/api/maintenance/order/${id}/`)).data.version
    expect(await (await app.as('yu35')).post(`/api/maintenance/order/${id}/accept/`, { version: again })).toMatchObject(
      { code: 2000 },
    )
    expect(await codes()).toEqual([2000, 4004, 4004, 2000])
  })

  it('40.3 a head reads the inspections that the own people make, and no others', async () => {
    const rounds = async (who: string) =>
      (await as(who).get('/api/maintenance/round/', { query: { limit: '1' } })).total
    const [{ n }] = (await rowsOf(sql<{ n: number }>`select count(*)::int as n from inspect_round`)) as [{ n: number }]
    expect(n).toBeGreaterThan(0)
    expect(await Promise.all(['jiang31', 'han14', 'zhang39'].map(rounds))).toEqual([n, n, 0])
  })

  it('40.3 every filter of the list offers its choices to a head, or none that are not theirs to see', async () => {
    const { models } = recordsOf(app.services)
    const { definition } = models.get('workOrder')!
    for (const name of definition.list.filters) {
      const field = definition.fields[name]
      if (field?.kind !== 'reference' || field.record === 'ticket') continue
      const { path } = models.get(field.record)!.definition
      const { code } = await as('jiang31').get(`${path}options/`, { query: { search: '' } })
      expect([name, code]).toEqual([name, 2000])
    }
  })

  it('40.3 a head opens the page from the menu and changes nothing: every call that writes a repair is refused', async () => {
    const menu = await as('jiang31').get<readonly unknown[]>('/api/system/menu/web_router/')
    expect(menu.code).toBe(2000)
    expect(JSON.stringify(menu.data)).toContain('"/maintenance"')
    const id = await open('HEAD-READ', 'D08', 'zou34')
    const routes = routesOf(app.services).filter(
      ({ method, url, permission }) =>
        method !== 'GET' &&
        /^\/api\/maintenance\/(order|round|plan|template|dispatch)\//.test(url) &&
        permission !== 'signedIn',
    )
    expect(routes.length).toBeGreaterThan(15)
    for (const route of routes)
      expect([nameOf(route), (await call(as('jiang31'), route, id)).code]).toEqual([nameOf(route), 4003])
    for (const url of ['/api/maintenance/order/export_data/', '/api/maintenance/plan/', '/api/maintenance/contractor/'])
      expect([url, (await as('jiang31').get(url)).code]).toEqual([url, 4003])
  })
})
