/** The types of tables are those of the migrated schema. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '#src/modules.ts'
import { migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { createDatabase, oneEngine, type TestDatabase } from '#tests/harness/engines.ts'
import { tableFiles } from '../../scripts/contract/tables.mjs'

const folders = migrationFolders(modules.map(({ name }) => name))

describe.each(oneEngine)('types of tables on %s', (kind) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createDatabase(kind)
    await migrate(database, folders)
  })
  afterAll(() => database.close())

  it('are those of the migrated schema (npm run contract writes them anew)', async () => {
    const derived = await tableFiles(async (text) => (await database.pool.query(text)).rows, folders)
    const stored = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tables.ts'))
      .map((path) => [`src/${path}`, readFileSync(`src/${path}`, 'utf8')])
    expect(Object.fromEntries(stored)).toEqual(derived)
  })
})
