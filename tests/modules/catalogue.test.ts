import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { modules } from '#src/modules.ts'
import { startApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'

it.each(engines)(
  'what modules bring of dictionaries and settings is there from the first start, without any demo, on %s',
  async (engine) => {
    const app = await startApp({ engine, empty: true })
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
