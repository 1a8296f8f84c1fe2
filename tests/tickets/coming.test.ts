/** Types whose forms come later (D13): what the API says to those who try them all the same. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitingPermissions } from '#src/catalogue/permissions.ts'
import type { ComingCard } from '#src/define/tickets/types.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { personOf } from '#tests/journeys/roles.ts'
import { sources } from '#tests/rules/sources.ts'

const TYPES = '/api/workflow/application_types/'
const TYPE = 'bulkProject'

describe.each(oneEngine)('types that are not open yet on %s', (engine) => {
  let app: TestApp
  let staff: Client
  let buyer: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    staff = await app.as('pan42')
    buyer = await app.as('shui37')
  })
  afterAll(() => app.close())

  it('D13 every call that would begin one answers wf.notOpen with what it will be for', async () => {
    const form = { type: TYPE, formData: { reason: '去市局开会' } }
    const answers = await Promise.all([
      buyer.post('/api/workflow/ticket/', { ...form, submit: false }),
      buyer.post('/api/workflow/ticket/', { ...form, submit: true }),
      buyer.post('/api/workflow/ticket/preview/', form),
      buyer.post('/api/workflow/ticket/check/', form),
      buyer.get(`${TYPES}${TYPE}/`),
      buyer.post(`${TYPES}${TYPE}/favourite/`, { favourite: true }),
      buyer.get(`${TYPES}${TYPE}/lines/lines/import_template/`),
    ])
    expect(answers.map(({ code, errKey }) => [code, errKey])).toEqual(answers.map(() => [4001, 'wf.notOpen']))
    expect(answers[0]?.msg).toBe(
      '“批量集中采购”尚未开放。开放后可办理：汇总各部门电脑、打印机、空调、家具等需求，按标准批量集中采购',
    )
  })

  it('APP-01 whoever may not begin the type is refused as before, and an unknown type is not found', async () => {
    const administrator = await app.as('fang54')
    expect((await administrator.get(`${TYPES}bulkProject/`)).code).toBe(4003)
    expect((await staff.get(`${TYPES}nothing/`)).code).toBe(4004)
  })

  it('D13 the role editor offers no permission of what is not there yet, and keeps those a role has of it', async () => {
    const security = await app.as(personOf.securityAdmin)
    type Button = { id: number; value: string }
    const grantable = (await security.get<{ buttons: Button[] }>('/api/system/role/grantable/')).data.buttons
    const resources = new Set(grantable.map(({ value }) => value.split(':')[0]))
    const later = [TYPE, 'canteenMaterial']
    expect(later.filter((resource) => resources.has(resource))).toEqual([])
    const there = [
      'leaveApproval',
      'ticket',
      'home',
      'article',
      'supervision',
      'finance',
      'role',
      'message',
      'job',
      'workflow',
    ]
    expect(there.filter((resource) => !resources.has(resource))).toEqual([])
    // Nothing that is there asks for what is not offered; what may not be held together is named without being asked for.
    const apart = ['src/server/access/administrators.ts', 'src/server/organisation/rightsApart.ts']
    const idle = new Set(
      waitingPermissions.map((value) => value.split(':')[0] ?? '').filter((one) => !resources.has(one)),
    )
    const asking = sources
      .filter(({ path }) => !apart.includes(path) && !/^src\/(catalogue|demo|modules\/planned)\//.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/['`](\w+):[A-Z]\w+['`]/g)].flatMap(([, one]) =>
          idle.has(one ?? '') ? [`${path}: ${one}`] : [],
        ),
      )
    expect(asking).toEqual([])
    const { rows } = await sql<{ id: number }>`select id from role where key = 'driver'`.execute(app.database.db)
    const path = `/api/system/role/${rows[0]!.id}/`
    const before = (await security.get<{ version: number; buttons: Button[] }>(`${path}grants/`)).data
    const added = grantable.find(({ value }) => value === 'article:Search')!
    const buttons = [...before.buttons.map(({ id }) => id), added.id]
    expect((await security.put(`${path}buttons/`, { version: before.version, buttons })).code).toBe(2000)
    const after = (await security.get<{ buttons: Button[] }>(`${path}grants/`)).data.buttons
    expect(after.map(({ value }) => value).toSorted()).toEqual(
      [...before.buttons.map(({ value }) => value), 'article:Search'].toSorted(),
    )
  })

  it('D13 they are listed apart from those one can begin, for those who will be able to', async () => {
    const of = async (person: Client) => (await person.get<ComingCard[]>('/api/workflow/coming_types/')).data
    const cards = await of(buyer)
    const open = (await buyer.get<ComingCard[]>(TYPES)).data.map(({ key }) => key)
    expect(cards.find(({ key }) => key === TYPE)).toMatchObject({
      group: 'procurement',
      route: '/workflow/procurement/bulkProject',
      title: '批量集中采购',
      titleEn: 'Bulk purchase',
      initials: 'pljzcg',
    })
    expect(cards.filter(({ key }) => open.includes(key))).toEqual([])
    expect(cards.every(({ purpose }) => purpose.length > 10)).toBe(true)
    expect((await of(staff)).some(({ key }) => key === TYPE)).toBe(false)
  })
})
