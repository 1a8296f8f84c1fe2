/** Every endpoint with every role, and with nobody: deny by default, and nothing but what the role holds. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteDefinition } from '#src/define/server.ts'
import { routesOf } from '#src/server/app/app.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { call, heldBy, nameOf, personOf, type RoleKey, roleKeys, sampleRows } from './roles.ts'

/** Open to everybody; a new one has to be written down here. */
const publicCalls = [
  'GET /api/article/announcements/',
  'GET /api/captcha/',
  'GET /api/init/dictionary/',
  'GET /api/init/settings/',
  'GET /api/init/version/',
  'GET /api/register/departments/',
  'POST /api/forgot_password/',
  'POST /api/home/board/',
  'POST /api/login/',
  'POST /api/register/',
  'POST /api/token/refresh/',
  'POST /token/refresh/',
]
/** Their token is in the body: without one they answer 401 themselves. */
const withOwnToken = ['POST /api/token/refresh/', 'POST /token/refresh/']
const SIGN_OUT = 'POST /api/logout/'
/** Pickers of records are for people who fill in forms; each asks for the search permission itself where the record is not open to them. */
const isPicker = (route: RouteDefinition): boolean => route.url.endsWith('/options/')

/** Who may do what, as the role catalogue of §0.5 words it. */
const catalogue: readonly (readonly [call: string, roles: readonly RoleKey[]])[] = [
  ['GET /api/leave/quota/', ['hrOfficer', 'auditor']],
  ['POST /api/leave/quota/', ['hrOfficer']],
  ['GET /api/leave/record/', ['divisionLeader', 'bureauLeader', 'hrOfficer', 'auditor']],
  [
    'GET /api/finance/payment/',
    ['divisionLeader', 'bureauLeader', 'financeOfficer', 'financeLeader', 'cashier', 'auditor'],
  ],
  ['GET /api/finance/payment/export_data/', ['financeOfficer', 'financeLeader', 'auditor']],
  ['POST /api/budget/line/:id/lock/', ['financeLeader']],
  [
    'GET /api/maintenance/order/',
    // The finance leader of the demo is the head of a section.
    [
      'deptLeader',
      'divisionLeader',
      'bureauLeader',
      'logisticsOfficer',
      'financeLeader',
      'maintenanceWorker',
      'auditor',
    ],
  ],
  ['GET /api/maintenance/plan/', ['divisionLeader', 'bureauLeader', 'logisticsOfficer', 'auditor']],
  ['POST /api/system/dept/', ['sysAdmin']],
  ['GET /api/system/role/', ['securityAdmin']],
  ['PUT /api/system/role/:id/buttons/', ['securityAdmin']],
  ['PUT /api/system/role/:id/users/', ['securityAdmin']],
  ['POST /api/system/menu/', ['sysAdmin']],
  ['POST /api/system/menu_button/generate/', ['sysAdmin']],
  ['POST /api/v1/sms/notice/send/', ['sysAdmin', 'securityAdmin']],
  ['GET /api/workflow/workflow/', ['sysAdmin', 'auditor']],
]

describe.each(oneEngine)('every route with every role on %s', (engine) => {
  let app: TestApp
  let routes: readonly RouteDefinition[]
  const people = new Map<RoleKey, Client>()
  const held = new Map<RoleKey, ReadonlySet<string>>()

  beforeAll(async () => {
    app = await startApp({ engine })
    routes = routesOf(app.services)
    for (const role of roleKeys) {
      const person = await app.as(personOf[role])
      people.set(role, person)
      held.set(role, await heldBy(app, person.userId))
    }
  })
  afterAll(() => app.close())

  const as = (role: RoleKey): Client => people.get(role)!
  const may = (role: RoleKey, permission: string): boolean => held.get(role)!.has(permission)
  const routeOf = (name: string): RouteDefinition => routes.find((route) => nameOf(route) === name)!

  const refused = new Set<string>()
  /** Who asks for a route: whoever it lets in, or every seventh role where it lets in everybody; each role that it refuses once for its permission, and two of them for the route. */
  function asking(route: RouteDefinition, index: number): readonly RoleKey[] {
    if (isPicker(route)) return roleKeys
    if (route.permission === 'public' || route.permission === 'signedIn')
      return roleKeys.filter((_, place) => (place + index) % 7 === 0)
    const without = roleKeys.filter((role) => !may(role, route.permission))
    return roleKeys.filter((role) => {
      if (may(role, route.permission)) return true
      const pair = `${role} ${route.permission}`
      const isNew = !refused.has(pair)
      refused.add(pair)
      return isNew || (without.indexOf(role) + index) % without.length < 2
    })
  }

  it('each of the 22 roles is held by the person who stands for it', async () => {
    const { rows } = await sql<{ key: string }>`select key from role`.execute(app.database.db)
    expect(rows.map((row) => row.key).sort()).toEqual([...roleKeys].sort())
    for (const role of roleKeys) {
      const holds =
        await sql`select from user_role u join role r on r.id = u.role_id where u.user_id = ${as(role).userId} and r.key = ${role}`.execute(
          app.database.db,
        )
      expect(holds.rows, role).toHaveLength(1)
    }
  })

  it('each route asks for a permission that exists, and the open ones are those written down', async () => {
    const { rows } = await sql<{ value: string }>`select value from permission`.execute(app.database.db)
    const known = new Set([...rows.map((row) => row.value), 'public', 'signedIn'])
    expect(routes.filter((route) => !known.has(route.permission)).map(nameOf)).toEqual([])
    expect(
      routes
        .filter((route) => route.permission === 'public')
        .map(nameOf)
        .sort(),
    ).toEqual(publicCalls)
  })

  it('each path and method is declared once', () => {
    expect(new Set(routes.map(nameOf)).size).toBe(routes.length)
  })

  it('nobody gets 401 everywhere but on the open calls, and no answer tells more', async () => {
    for (const route of routes) {
      const answer = await call(app.guest, route)
      const isOpen = route.permission === 'public' && !withOwnToken.includes(nameOf(route))
      expect({ call: nameOf(route), status: answer.status, isRefused: answer.code === 401 }).toEqual({
        call: nameOf(route),
        status: 200,
        isRefused: !isOpen,
      })
      if (!isOpen) expect(Object.keys(answer.raw.json<object>()).sort()).toEqual(['code', 'errKey', 'msg'])
    }
  })

  it('a role without the permission gets 4003 and nothing else; a role with it is let in; nothing breaks', {
    timeout: 180_000,
  }, async () => {
    const wrong: string[] = []
    for (const [index, route] of routes.filter((one) => nameOf(one) !== SIGN_OUT).entries()) {
      await Promise.all(
        asking(route, index).map(async (role) => {
          const { status, code, errKey, data } = await call(as(role), route)
          const isFree = route.permission === 'public' || route.permission === 'signedIn'
          const isLetIn = isFree || may(role, route.permission)
          const picker = isPicker(route) ? routeOf(`GET ${route.url.replace('options/', '')}`) : null
          const isFine = picker
            ? code === 2000 || (code === 4003 && !may(role, picker.permission))
            : isLetIn
              ? ![401, 4003, 5000].includes(code) || withOwnToken.includes(nameOf(route))
              : code === 4003 && errKey === 'permission.denied' && data === undefined
          if (status !== 200 || !isFine) wrong.push(`${nameOf(route)} as ${role}: ${status} ${code} ${errKey}`)
        }),
      )
    }
    expect(wrong).toEqual([])
  })

  it('INV-11 one’s own row, one of the department and one of another: every call by id as far as the roles reach', {
    timeout: 180_000,
  }, async () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    const scoped = app.services.modules
      .flatMap((module) => module.records)
      .filter((each) => each.scope.department !== undefined)
    for (const role of roleKeys)
      for (const record of scoped) {
        const calls = routes.filter(({ url }) => url.startsWith(`${record.path}:id/`))
        for (const permission of new Set(calls.map((route) => route.permission))) {
          if (!may(role, permission)) continue
          for (const { id, whose, isReached } of await sampleRows(app, as(role).userId, record, permission)) {
            seen.add(`${whose} ${isReached}`)
            for (const route of calls.filter((one) => one.permission === permission)) {
              // What would change a row in reach is tried where the record is at home; out of reach nothing may happen.
              if (isReached && route.method !== 'GET') continue
              const { code } = await call(as(role), route, id)
              if ((code === 4004) === isReached) wrong.push(`${nameOf(route)} as ${role}: ${whose} ${id} ${code}`)
            }
          }
        }
      }
    expect(wrong).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining(['own true', 'department true', 'other true', 'other false']))
  })

  it('everybody may sign out, and is out then', async () => {
    for (const role of roleKeys) {
      const person = await app.as(personOf[role])
      expect((await person.post('/api/logout/')).code).toBe(2000)
      expect((await person.get('/api/system/user/user_info/')).code).toBe(401)
    }
  })

  it.each(catalogue)('§0.5 %s is for %j alone', async (name, roles) => {
    const answers = await Promise.all(
      roleKeys.map(async (role) => [role, (await call(as(role), routeOf(name))).code] as const),
    )
    expect(answers.filter(([, code]) => code !== 4003).map(([role]) => role)).toEqual(
      roleKeys.filter((role) => roles.includes(role)),
    )
  })

  it('§0.5 the auditor reads registers and logs and has no write permission beyond what everybody has over what is their own', async () => {
    const writes = routes.filter(
      (route) =>
        route.method !== 'GET' &&
        !['public', 'signedIn', 'workflow:Retrieve'].includes(route.permission) &&
        // The word as the second person of a proposal is the auditor's own (SYS-132).
        !route.url.startsWith('/api/proposal/') &&
        !may('staff', route.permission),
    )
    expect(writes.length).toBeGreaterThan(10)
    for (const route of writes)
      expect([nameOf(route), (await call(as('auditor'), route)).code]).toEqual([nameOf(route), 4003])
  })

  it('an id that does not exist is 4004 for whoever may ask, also as every action on a ticket', async () => {
    const byId = routes.filter((route) => route.url.includes(':id/') && !['POST', 'PUT'].includes(route.method))
    for (const route of byId) {
      const role = roleKeys.find((one) => route.permission === 'signedIn' || may(one, route.permission))
      if (role) expect([nameOf(route), (await call(as(role), route)).code]).toEqual([nameOf(route), 4004])
    }
    for (const action of [
      'approve',
      'reject',
      'withdraw',
      'retrieve',
      'claim',
      'release',
      'handle',
      'refuse',
      'urge',
      'void',
      'comment',
      'submit',
      'return',
    ]) {
      expect([action, (await as('staff').post(`/api/workflow/ticket/999999999/${action}/`, {})).code]).toEqual([
        action,
        4004,
      ])
    }
  })
})
