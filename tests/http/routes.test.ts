import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteDefinition } from '#src/define/server.ts'
import { routesOf } from '#src/server/app.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'

/** One holder of each role. */
const holders: Readonly<Record<string, string>> = {
  staff: 'pan42', deptLeader: 'zhang39', divisionLeader: 'qian02', bureauLeader: 'zhao01', logisticsOfficer: 'yang15', financeOfficer: 'you18', financeLeader: 'qin17', cashier: 'he20',
  fleetManager: 'yan26', driver: 'hua27', warehouseKeeper: 'zhang23', assetManager: 'shi22', canteenManager: 'qi32', procurementOfficer: 'shui37', maintenanceWorker: 'zou34',
  sealKeeper: 'zheng07', hrOfficer: 'wei11', supervisor: 'feng08', articleEditor: 'jiang12', sysAdmin: 'fang54', securityAdmin: 'yu55', auditor: 'bao59',
}

/** An id that no row has. */
const NOBODY = '999999999'
const path = (route: RouteDefinition, value = NOBODY): string => route.url.replace(/:\w+/g, encodeURIComponent(value))
const nameOf = (route: RouteDefinition): string => `${route.method} ${route.url}`

const call = (client: Client, route: RouteDefinition, url: string, body: unknown = {}, query: Record<string, string> = {}) => {
  if (route.method === 'GET') return client.get(url, { query })
  if (route.method === 'POST') return client.post(url, body, { query })
  if (route.method === 'PUT') return client.put(url, body, { query })
  return client.delete(url, body, { query })
}

const hostileValues: readonly unknown[] = [
  null, true, -1, 0, 1.5, 1e308, 9_007_199_254_740_993, '', ' ', '\u0000', '0', 'NaN', "'; drop table ticket; --", '../../etc/passwd', '<script>', '\ud800', 'x'.repeat(5000), [], [null], [[[[]]]], {}, { id: { id: {} } }, '2026-02-30', '99999999999999999999',
]
/** Field names a hostile caller would guess. */
const fields = ['id', 'ids', 'keys', 'version', 'type', 'formData', 'comment', 'title', 'name', 'userId', 'userIds', 'target', 'data', 'refresh', 'username', 'password', 'oldPassword', 'newPassword', 'parent', 'sort', 'content', 'targets', 'targetType', 'submit']

describe('every route', () => {
  let app: TestApp
  let routes: readonly RouteDefinition[]
  const people = new Map<string, Client>()
  beforeAll(async () => {
    app = await startApp({ engine: 'embedded' })
    routes = routesOf(app.services)
    for (const [role, username] of Object.entries(holders)) people.set(role, await app.as(username))
  })
  afterAll(() => app.close())

  /** Somebody who may call the route. */
  const permitted = (route: RouteDefinition): Client => {
    if (route.permission === 'public') return app.guest
    const found = [...people].find(([, client]) => route.permission === 'signedIn' || app.services.directory.grantsOf(client.userId, 0).scopes.has(route.permission))
    if (!found) throw new Error(`nobody may call ${nameOf(route)}`)
    return found[1]
  }

  it('stands once, with its trailing slash, and names a permission that exists', () => {
    const names = routes.map(nameOf)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(routes.filter((route) => !route.url.endsWith('/')).map(nameOf)).toEqual([])
    expect(routes.filter((route) => !['public', 'signedIn'].includes(route.permission) && !/^[a-zA-Z]+:[A-Z][A-Za-z]+$/.test(route.permission)).map(nameOf)).toEqual([])
    expect(routes.map(permitted)).toHaveLength(routes.length)
  })

  it('is closed to guests, all but the few public ones', async () => {
    const open = routes.filter((route) => route.permission === 'public').map(nameOf).sort()
    expect(open).toEqual(['GET /api/captcha/', 'GET /api/init/dictionary/', 'GET /api/init/settings/', 'POST /api/login/', 'POST /api/token/refresh/', 'POST /token/refresh/'])
    const answers = await Promise.all(routes.filter((route) => route.permission !== 'public').map(async (route) => [nameOf(route), (await call(app.guest, route, path(route))).code]))
    expect(answers.filter(([, code]) => code !== 401)).toEqual([])
  })

  it.each(Object.keys(holders))('refuses %s where the permission is not held, and only there', async (role) => {
    const client = people.get(role)!
    const { scopes } = app.services.directory.grantsOf(client.userId, 0)
    const wrong: unknown[] = []
    for (const route of routes.filter((each) => each.permission.includes(':'))) {
      const { code, status } = await call(client, route, path(route))
      if ((code === 4003) === scopes.has(route.permission) || status >= 500) wrong.push([nameOf(route), code, status])
    }
    expect(wrong).toEqual([])
  })

  it('survives hostile bodies: never a fault, never a success by accident', async () => {
    const wrong: unknown[] = []
    for (const route of routes.filter((each) => each.method !== 'GET' && !each.url.includes('login'))) {
      const client = permitted(route)
      const bodies = [...hostileValues.filter((value) => typeof value === 'object' && value !== null), ...hostileValues.map((value) => Object.fromEntries(fields.map((field) => [field, value])))]
      for (const body of bodies) {
        if (route.url === '/api/logout/') continue
        const { code, raw } = await call(client, route, path(route), body)
        if (raw.statusCode >= 500 || code === 5000) wrong.push([nameOf(route), JSON.stringify(body).slice(0, 80), raw.body])
      }
    }
    expect(wrong).toEqual([])
  })

  it('survives hostile paths and queries', async () => {
    const wrong: unknown[] = []
    for (const route of routes) {
      const client = permitted(route)
      for (const value of hostileValues.filter((each) => typeof each === 'string' && each.length < 100 && each !== '' && each !== '\ud800')) {
        const urls = route.url.includes(':') ? [path(route, String(value))] : []
        const queries = route.method === 'GET' ? ['page', 'limit', 'ordering', 'search', 'id', 'label', 'no_such_filter', 'createdAt_after'].map((name) => ({ [name]: String(value) })) : []
        for (const [url, query] of [...urls.map((each) => [each, {}] as const), ...queries.map((each) => [path(route), each] as const)]) {
          const { code, raw } = await call(client, route, url, {}, query)
          if (raw.statusCode >= 500 || code === 5000) wrong.push([nameOf(route), url, query, raw.body])
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('refuses a filter it does not know', async () => {
    const lists = routes.filter((route) => route.method === 'GET' && !route.url.includes(':'))
    const answers = await Promise.all(lists.map(async (route) => [nameOf(route), (await call(permitted(route), route, path(route), {}, { no_such_filter: '1' })).code] as const))
    expect(answers.filter(([, code]) => code !== 4000).map(([name]) => name)).toEqual([])
  })
})
