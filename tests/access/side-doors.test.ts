/** INV-11: what names a row goes through the scope of its record, by whatever address it is asked for. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '#src/define/application.ts'
import { departmentColumns } from '#src/define/record.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { sourceOf } from '#src/fields/walk.ts'
import { routesOf } from '#src/server/app/app.ts'
import { columnName } from '#src/server/records/model.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { heldBy, nameOf, pathOf } from '#tests/journeys/roles.ts'
import { signedInReads } from './signedInReads.ts'

/** Stands in every text of rows that the walker must not learn of. */
const MARK = 'ZQXUNREACHED'
/** What every employee may know, so that forms can name it. */
const openRecords: readonly string[] = ['user', 'assetRoom', 'car']

describe('addresses that take an id, asked by an employee of another department', () => {
  let app: TestApp
  let routes: readonly RouteDefinition[]
  let pan: Client
  /** Ids of rows out of reach, by record. */
  const hidden = new Map<string, readonly number[]>()

  /** Marks the texts of rows of other departments, with which pan42 has nothing to do. */
  async function mark(): Promise<void> {
    const { db } = app.database
    const me = sql`(select id, dept_id from app_user where username = 'pan42')`
    for (const model of recordsOf(app.services).models.values()) {
      const { table, scope, name } = model.definition
      if (scope.department === undefined || openRecords.includes(name)) continue
      const texts = [...model.columns.values()].filter(({ field, isStored }) => isStored && field.kind === 'text')
      const owner =
        scope.owner === undefined ? sql`` : sql`and ${sql.ref(`t.${columnName(scope.owner)}`)} is distinct from me.id`
      // Pool equipment is for everybody to book.
      const pool = name === 'asset' ? sql`and not t.is_pool` : sql``
      const elsewhere = sql.join(
        departmentColumns(scope).map(
          (column) => sql`${sql.ref(`t.${columnName(column)}`)} is distinct from me.dept_id`,
        ),
        sql` and `,
      )
      const strangers = sql`from ${me} me where ${elsewhere} ${owner} ${pool}`
      for (const column of texts) {
        const ref = sql.id(columnName(column.name))
        // A text with a form of its own stays as it is; where there is none, another text of its row stands for it.
        await db
          .transaction()
          .execute((trx) =>
            sql`update ${sql.table(table)} t set ${ref} = left(${MARK} || t.id, 20) ${strangers}`.execute(trx),
          )
          .catch(() => undefined)
      }
      const { rows } = await sql<{
        id: number
      }>`select t.id from ${sql.table(table)} t, ${me} me where ${elsewhere} ${owner} ${pool}
        order by t.id desc limit 1`.execute(db)
      hidden.set(
        name,
        rows.map(({ id }) => id),
      )
    }
    const tickets = sql`ticket t where t.applicant_id <> ${pan.userId} and not exists (select from ticket_task k where k.ticket_id = t.id and k.assignee_id = ${pan.userId})
      and not exists (select from ticket_cc c where c.ticket_id = t.id and c.user_id = ${pan.userId})`
    await sql`update ticket set title = ${MARK} || id where id in (select t.id from ${tickets})`.execute(db)
    const { rows } = await sql<{ id: number }>`select t.id from ${tickets} order by t.id desc limit 1`.execute(db)
    hidden.set(
      'ticket',
      rows.map(({ id }) => id),
    )
  }

  beforeAll(async () => {
    app = await startApp()
    routes = routesOf(app.services)
    pan = await app.as('pan42')
    await mark()
  })
  afterAll(() => app.close())

  it('marks what it looks for', () => {
    for (const name of ['asset', 'workOrder', 'fuelCard', 'driver', 'ticket', 'payment', 'leaveRecord', 'project'])
      expect([name, hidden.get(name)?.length]).toEqual([name, 1])
  })

  it('every reading call that asks for no more than a sign-in is written down with its reason', () => {
    const open = routes.filter(({ method, permission }) => method === 'GET' && permission === 'signedIn')
    const pickers = new Set(
      [...recordsOf(app.services).models.values()].map(({ definition }) => `${definition.path}options/`),
    )
    expect(
      open
        .filter(({ url }) => !pickers.has(url))
        .map(({ url }) => url)
        .sort(),
    ).toEqual(Object.keys(signedInReads).sort())
  })

  it('INV-11 no address answers with the text of a row out of reach, by path or by query', {
    timeout: 120_000,
  }, async () => {
    // Ids of the records of the same module, of tickets and of assets: what an address of that module may name.
    const paths = new Map(
      [...recordsOf(app.services).models.values()].map(({ definition }) => [
        definition.name as string,
        definition.path,
      ]),
    )
    const idsFor = ({ url }: RouteDefinition): readonly number[] => {
      const area = url.split('/').slice(0, 3).join('/')
      const named = [...hidden].filter(
        ([name]) => name === 'ticket' || name === 'asset' || paths.get(name)?.startsWith(area),
      )
      return [...new Set(named.flatMap(([, ids]) => ids))]
    }
    const { rows: numbers } = await sql<{ no: string }>`
      (select asset_no as no from asset where id = any(${[...(hidden.get('asset') ?? [])]}::bigint[])) union all (select code from asset_room order by id limit 2)`.execute(
      app.database.db,
    )
    const held = await heldBy(app, pan.userId)
    const mayAsk = ({ permission }: RouteDefinition): boolean => permission === 'signedIn' || held.has(permission)
    const leaks: string[] = []
    const ask = async (route: RouteDefinition, path: string, query: Record<string, string> = {}): Promise<void> => {
      const answer = await pan.get(path, { query })
      if (answer.status !== 200 || answer.code === 5000) leaks.push(`${nameOf(route)} ${answer.status} ${answer.code}`)
      if (answer.raw.payload.includes(MARK))
        leaks.push(
          `${nameOf(route)} ${path} ${JSON.stringify(query)} ${answer.raw.payload.slice(Math.max(0, answer.raw.payload.indexOf(MARK) - 80), answer.raw.payload.indexOf(MARK) + 40)}`,
        )
    }
    for (const route of routes.filter((one) => one.method === 'GET' && mayAsk(one))) {
      const ids = idsFor(route)
      const path = pathOf(route, ids[0])
      if (route.url.includes(':no')) for (const { no } of numbers) await ask(route, route.url.replace(':no', no))
      else for (const id of route.url.includes(':id') ? ids : ['']) await ask(route, pathOf(route, id))
      const shape = (route.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? { ids: true }
      for (const name of Object.keys(shape)) {
        if (/^ids$|Ids$/.test(name)) await ask(route, path, { [name]: ids.join(',') })
        const values = /^id$|Id$/.test(name)
          ? ids.map(String)
          : /(No|Code)$/.test(name)
            ? numbers.map(({ no }) => no)
            : []
        for (const value of values) await ask(route, path, { [name]: value })
      }
    }
    expect([...new Set(leaks)]).toEqual([])
  })

  it('INV-11 a form does not name a row by its id: neither its check nor a draft answers with what it is called', async () => {
    const leaks: string[] = []
    for (const application of app.services.modules.flatMap((module) => module.applications))
      for (const [name, field] of Object.entries(fieldsOf(application))) {
        const source = sourceOf(field)
        if (source?.to !== 'record') continue
        for (const id of hidden.get(source.record) ?? []) {
          const body = { type: application.key, formData: { [name]: id } }
          for (const [path, sent] of [
            ['check/', body],
            ['preview/', body],
            ['', { ...body, submit: false }],
          ] as const) {
            const answer = await pan.post(`/api/workflow/ticket/${path}`, sent)
            if (answer.raw.payload.includes(MARK)) leaks.push(`${application.key}.${name} ${path}`)
          }
        }
      }
    expect(leaks).toEqual([])
  })

  it.each(['pan42', 'fang54', 'yu55'])('pickers show %s neither fuel cards nor work orders of others', async (name) => {
    const person = await app.as(name)
    const cards = await person.get<readonly { label: string }[]>('/api/cars/fuel_card/options/')
    expect([cards.code, cards.data.filter(({ label }) => label.includes(MARK))]).toEqual([2000, []])
    // Who fills in no form with them and reads no list of them is refused.
    for (const path of ['/api/maintenance/order/', '/api/standards/version/', '/api/maintenance/plan/'])
      expect([path, (await person.get(`${path}options/`)).code]).toEqual([path, 4003])
  })

  it('DRV-05 a picker of drivers offers oneself and registered colleagues of the department', async () => {
    const { data } = await pan.get<readonly { label: string }[]>('/api/cars/driver/options/')
    expect(data.map(({ label }) => label)).toEqual(['潘示乙', '章示壬'])
  })

  it('a picker keeps to what the forms ask of its choices: vendors in service', async () => {
    const { data } = await pan.get<readonly { id: number }[]>('/api/procurement/vendor/options/')
    const { rows } = await sql<{ offered: number; resting: number }>`
      select count(*) filter (where id = any(${data.map(({ id }) => id)}::bigint[]))::int as offered, count(*)::int as resting
      from vendor where state <> 'active'`.execute(app.database.db)
    expect([data.length > 0, rows[0]?.offered, (rows[0]?.resting ?? 0) > 0]).toEqual([true, 0, true])
  })
})
