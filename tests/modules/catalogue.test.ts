import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { seedCatalogue } from '#src/catalogue/catalogue.server.ts'
import { modules } from '#src/modules.ts'
import { write } from '#src/server/work.ts'
import { startApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'

it.each(engines)(
  'what modules bring of dictionaries and settings is there from the first start, without any demo, on %s',
  async (engine) => {
    const app = await startApp({ engine, bureau: 'empty' })
    const { rows: entries } = await sql<{ key: string; value: string; isNamed: boolean }>`
    select dictionary_key as key, value, label <> '' and label <> value and label_en <> '' as is_named from dictionary_entry order by dictionary_key, sort`.execute(
      app.database.db,
    )
    const brought = new Map<string, readonly string[]>()
    for (const [key, codes] of modules.flatMap((module) => Object.entries(module.dictionaries ?? {})))
      brought.set(key, [...(brought.get(key) ?? []), ...codes])
    for (const [key, codes] of brought) {
      const found = entries.filter((entry) => entry.key === key)
      expect(
        found.map((entry) => entry.value),
        key,
      ).toEqual(codes)
      expect(
        found.filter((entry) => !entry.isNamed),
        key,
      ).toEqual([])
    }
    const { rows: items } = await sql<{
      key: string
      value: unknown
      title: string
    }>`select key, value, title from config_item`.execute(app.database.db)
    for (const { key, value } of modules.flatMap((module) => module.settings ?? [])) {
      const item = items.find((one) => one.key === key)
      expect(item?.value, key).toEqual(value)
      expect(item?.title, key).toMatch(/[\u4e00-\u9fff]/)
    }
    const { rows: people } = await sql`select 1 from app_user`.execute(app.database.db)
    expect(people).toEqual([])
    await app.close()
  },
)

it('STATE-CHIP states of modules have the colours their modules give them; a bureau that was there before gets them, and keeps its own', async () => {
  const app = await startApp({ bureau: 'empty' })
  const { db } = app.database
  const colors = async () =>
    (
      await sql<{ key: string; value: string; color: string }>`
        select dictionary_key as key, value, color from dictionary_entry where deleted_at is null`.execute(db)
    ).rows
  const of = async (key: string) =>
    Object.fromEntries((await colors()).filter((row) => row.key === key).map(({ value, color }) => [value, color]))
  expect(await of('assetCountState')).toEqual({
    counting: 'info',
    review: 'warning',
    applied: 'success',
    cancelled: '',
  })
  const stored = new Map((await colors()).map(({ key, value, color }) => [`${key} ${value}`, color]))
  for (const module of modules)
    for (const [key, entries] of Object.entries(module.colors ?? {}))
      for (const [value, color] of Object.entries(entries))
        expect([key, value, stored.get(`${key} ${value}`)]).toEqual([key, value, color])
  await sql`update dictionary_entry set color = '' where dictionary_key in ('assetCountState', 'stockLight')`.execute(
    db,
  )
  await sql`update dictionary_entry set color = 'primary', updated_by = 1 where dictionary_key = 'assetCountState' and value = 'counting'`.execute(
    db,
  )
  await sql`update dictionary_entry set updated_by = 1 where dictionary_key = 'stockLight' and value = 'green'`.execute(
    db,
  )
  await write(app.services, (unit) => seedCatalogue(unit, modules))
  expect(await of('assetCountState')).toEqual({
    counting: 'primary',
    review: 'warning',
    applied: 'success',
    cancelled: '',
  })
  expect(await of('stockLight')).toEqual({ green: '', yellow: 'warning', red: 'error' })
  await app.close()
})

it('SYS-23 a page that opens by a permission of a new release too is shown to the roles that get it, and what was taken away stays away', async () => {
  const app = await startApp({ bureau: 'empty' })
  const { db } = app.database
  const shown = async () =>
    (
      await sql<{ role: string; page: string }>`
        select r.key as role, m.name as page from role_menu g join role r on r.id = g.role_id join menu m on m.id = g.menu_id
        where r.key = 'auditor' and m.name in ('/system/role', '/system/whiteList') order by m.name`.execute(db)
    ).rows.map(({ page }) => page)
  expect(await shown()).toEqual(['/system/role', '/system/whiteList'])
  // As a bureau of the release before: no such permission, and neither page in the navigation of the auditor.
  await sql`delete from role_menu where role_id = (select id from role where key = 'auditor')`.execute(db)
  await sql`delete from role_permission where permission_id = (select id from permission where value = 'accessCheck:Search')`.execute(
    db,
  )
  await sql`delete from permission where value = 'accessCheck:Search'`.execute(db)
  await write(app.services, (unit) => seedCatalogue(unit, modules))
  expect(await shown()).toEqual(['/system/role'])
  await app.close()
})
