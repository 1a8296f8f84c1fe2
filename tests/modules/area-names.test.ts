/** 30.9, 60.6: an area has one name wherever it is chosen. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#tests/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ bureau: 'quiet' })
})
afterAll(() => app.close())

it('calls the areas of the standards what the list of areas calls them', async () => {
  const { rows } = await sql<{ city: string; area: string }>`
    select distinct s.city_name as city, a.name as area from travel_standard s join area a on a.id = s.area_id`.execute(
    app.database.db,
  )
  expect(rows.filter(({ city, area }) => city !== area)).toEqual([])
  expect(rows.map(({ area }) => area)).toEqual(expect.arrayContaining(['省会示例市', '直辖示例市', '旅游示例市']))
})
