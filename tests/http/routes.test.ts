import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteDefinition } from '#src/define/server.ts'
import { routesOf } from '#src/server/app/app.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'

/** People whose roles together may call every list. */
const readers = [
  'pan42',
  'zhang39',
  'zhao01',
  'qin17',
  'he20',
  'wei11',
  'jiang12',
  'shi22',
  'kong24',
  'fang54',
  'yan26',
  'shui37',
  'yu55',
  'bao59',
  'zheng07',
  'yang15',
  'qi32',
]

const nameOf = (route: RouteDefinition): string => `${route.method} ${route.url}`

describe('the routes', () => {
  let app: TestApp
  let routes: readonly RouteDefinition[]
  const people: Client[] = []
  beforeAll(async () => {
    app = await startApp()
    routes = routesOf(app.services)
    for (const username of readers) people.push(await app.as(username))
  })
  afterAll(() => app.close())

  const permitted = (route: RouteDefinition): Client => {
    const found = people.find(
      (client) =>
        ['public', 'signedIn'].includes(route.permission) ||
        app.services.directory.grantsOf(client.userId, 0).scopes.has(route.permission),
    )
    if (!found) throw new Error(`nobody may call ${nameOf(route)}`)
    return found
  }

  it('stand once each, with their trailing slash, under a permission that is one', () => {
    const names = routes.map(nameOf)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(routes.filter((route) => !route.url.endsWith('/')).map(nameOf)).toEqual([])
    expect(
      routes
        .filter(
          (route) =>
            !['public', 'signedIn'].includes(route.permission) && !/^[a-zA-Z]+:[A-Z][A-Za-z]+$/.test(route.permission),
        )
        .map(nameOf),
    ).toEqual([])
  })

  it('that list refuse a filter, an order, a page and a size they do not know', async () => {
    const answers: (readonly [name: string, codes: readonly number[]])[] = []
    for (const route of routes.filter((each) => each.method === 'GET' && !each.url.includes(':'))) {
      const client = permitted(route)
      if ((await client.get(route.url)).total === undefined) continue
      const codes: number[] = []
      for (const query of [{ no_such_filter: '1' }, { ordering: 'no_such_field' }, { page: '0' }, { limit: '101' }])
        codes.push((await client.get(route.url, { query })).code)
      answers.push([nameOf(route), codes])
    }
    expect(answers.length).toBeGreaterThan(8)
    expect(answers.filter(([, codes]) => codes.join() !== '4000,4000,4000,4000')).toEqual([])
  })
})
