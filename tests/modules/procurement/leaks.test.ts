/** Sealed quotes stay sealed: every role calls every route that reads, before two people have opened the envelopes (E3). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '#src/server/app/app.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { isZip, unzippedText } from '#tests/harness/unzipped.ts'
import { call, heldBy, nameOf, personOf, type RoleKey, roleKeys } from '#tests/journeys/roles.ts'
import { type Desk, openDesk, type Row } from './desk.ts'
import { DUE, selectionsOf } from './selections.ts'

const QUOTES = '/api/procurement/quote/'
/** Calls that are open to everybody are made by these: an applicant, who runs the selection, and the administrators. */
const everybody: readonly RoleKey[] = ['staff', 'procurementOfficer', 'sysAdmin', 'securityAdmin', 'auditor']
/** Nothing else in the bureau is like them. */
const amounts = ['71234.56', '72345.67', '73456.78'] as const
const envelopes = ['SEALED-7071-A', 'SEALED-7071-B', 'SEALED-7071-C'] as const

describe.each(oneEngine)('sealed quotes on %s', (engine) => {
  let app: TestApp
  let desk: Desk
  let vendors: readonly number[]
  let members: readonly number[]
  const { invited, receive, step, opened, again } = selectionsOf(() => ({ desk, vendors, members }))

  beforeAll(async () => {
    app = await startApp({ engine })
    desk = await openDesk(app)
    await sql`update vendor set legal_person = '法人' || id`.execute(app.database.db)
    const firms = await desk.query(sql<Row>`select id from vendor where state = 'active' order by id limit 3`)
    const people = await desk.query(
      sql<Row>`select id from app_user where username in ('shui37', 'xi44', 'zhang39') order by id`,
    )
    vendors = firms.map(({ id }) => id)
    members = people.map(({ id }) => id)
  })
  afterAll(() => app.close())

  /** As it stands in an answer, with and without its thousands. */
  const marks = [...envelopes, ...amounts, ...amounts.map((amount) => amount.replace(/^(\d\d)/, '$1,'))]

  /** What these people are told of the envelopes by any call that reads: the call, the role, and what it told. */
  async function leaksTo(id: number, roles: readonly RoleKey[]): Promise<readonly string[]> {
    const found: string[] = []
    for (const role of roles) {
      const person: Client = await app.as(personOf[role])
      const held = await heldBy(app, person.userId)
      for (const route of routesOf(app.services)) {
        if (route.method !== 'GET') continue
        const isOpen = route.permission === 'public' || route.permission === 'signedIn'
        if (isOpen ? !everybody.includes(role) : !held.has(route.permission)) continue
        const { raw } = await call(person, route, id)
        // A spreadsheet is searched as it is read, not as it is packed.
        const text = isZip(raw.rawPayload) ? unzippedText(raw.rawPayload) : raw.body
        found.push(...marks.filter((mark) => text.includes(mark)).map((mark) => `${nameOf(route)} ${role} ${mark}`))
      }
    }
    return found
  }

  it('E3 no role is told an amount or an envelope before the second entry, and the walk sees them afterwards', async () => {
    const id = await invited()
    for (const [index, envelope] of envelopes.entries()) expect((await receive(id, index, envelope)).code).toBe(2000)
    app.clock.set(DUE)
    desk = await openDesk(app)
    expect((await step(id, 'openQuotes', opened(amounts))).code).toBe(2000)
    expect(await leaksTo(id, roleKeys)).toEqual([])

    // The walk would notice an amount that got into what is exported.
    await sql`update selection set subject = ${`planted ${amounts[0]}`} where id = ${id}`.execute(app.database.db)
    const planted = await leaksTo(id, ['procurementOfficer'])
    expect(planted).toContain(`GET /api/procurement/selection/export_data/ procurementOfficer ${amounts[0]}`)
    await sql`update selection set subject = 'sealed' where id = ${id}`.execute(app.database.db)

    expect((await step(id, 'confirmQuotes', await again(amounts), desk.second)).code).toBe(2000)
    const openly = await leaksTo(id, ['procurementOfficer'])
    for (const mark of [...envelopes, ...amounts]) expect(openly).toContain(`GET ${QUOTES} procurementOfficer ${mark}`)
    for (const mark of amounts)
      expect(openly).toContain(`GET /api/procurement/selection/:id/comparison_sheet/ procurementOfficer ${mark}`)
  })

  it('E3 the papers of the quotes come with the second entry, and are those of the quotes from then on', async () => {
    app.clock.set(T0)
    desk = await openDesk(app)
    const id = await invited()
    for (const index of [0, 1, 2]) expect((await receive(id, index)).code).toBe(2000)
    app.clock.set(DUE)
    desk = await openDesk(app)
    const paper = await desk.file(desk.officer)
    const early = opened(amounts)
    const quotes = (early.quotes as readonly object[]).map((quote) => ({ ...quote, quoteFile: [paper] }))
    expect((await step(id, 'openQuotes', { ...early, quotes })).code).toBe(4000)
    expect((await step(id, 'openQuotes', early)).code).toBe(2000)
    const entered = await again(amounts)
    const [first] = entered.quotes as readonly { readonly quoteFile: readonly number[] }[]
    const reads = async () =>
      (await desk.officer.get(`/api/system/file/${first?.quoteFile[0]}/download/`)).raw.headers['content-type']
    expect(await reads()).not.toBe('application/pdf')
    expect((await step(id, 'confirmQuotes', entered, desk.second)).code).toBe(2000)
    expect(await reads()).toBe('application/pdf')
  })
})
