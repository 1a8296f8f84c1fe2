import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRefusedStart } from '#src/server/app/startRefusal.ts'
import { connect, type Database } from '#src/server/database/connect.ts'
import { appliedMigrations, type MigrationFolder, migrate } from '#src/server/database/migrate.ts'
import { createDatabase, engines, type TestDatabase } from '#tests/harness/engines.ts'

describe.each(engines)('migrations on %s', (kind) => {
  let database: TestDatabase
  let files: Record<'server' | 'leave' | 'absent', Record<string, string>>
  let folders: MigrationFolder[]

  const write = (folder: keyof typeof files, file: string, text: string) => {
    files[folder][file] = text
  }
  const names = async () => (await appliedMigrations(database)).map((entry) => entry.name)

  beforeEach(async () => {
    database = await createDatabase(kind)
    files = { server: {}, leave: {}, absent: {} }
    folders = Object.entries(files).map(([name, content]) => ({ name, files: content }))
    write('server', '0001_people.sql', 'create table person (id integer primary key); insert into person values (1);')
    write('server', '0002_names.sql', 'alter table person add column name text;')
    write('leave', '0001_leave.sql', 'create table leave (person_id integer references person);')
  })
  afterEach(async () => {
    await database.close()
  })

  it('apply in the order of folders and numbers, and a second run does nothing', async () => {
    const all = ['server/0001_people.sql', 'server/0002_names.sql', 'leave/0001_leave.sql']
    expect(await migrate(database, folders)).toEqual(all)
    expect(await migrate(database, folders)).toEqual([])
    expect(await names()).toEqual(all)
  })

  it('refuse a file that was changed after it had been applied, but not its line endings', async () => {
    await migrate(database, folders)
    write('server', '0002_names.sql', 'alter table person add column name text;\r\n'.trimEnd())
    expect(await migrate(database, folders)).toEqual([])
    write('server', '0002_names.sql', 'alter table person add column surname text;')
    await expect(migrate(database, folders)).rejects.toThrow(/server\/0002_names\.sql was changed after/)
  })

  it('leave nothing behind of a file that fails, and go on from there', async () => {
    write('server', '0002_names.sql', 'alter table person add column name text; select * from nowhere;')
    await expect(migrate(database, folders)).rejects.toThrow(/server\/0002_names\.sql failed: .*nowhere/)
    expect(await names()).toEqual(['server/0001_people.sql'])
    write('server', '0002_names.sql', 'alter table person add column name text;')
    expect(await migrate(database, folders)).toEqual(['server/0002_names.sql', 'leave/0001_leave.sql'])
  })

  it('refuse a database from before the baseline, and leave it as it is', async () => {
    const before = [{ name: 'server', files: { '0001_organisation.sql': 'create table person (id integer);' } }]
    await migrate(database, before)
    const error = await migrate(database, folders).catch((refusal: unknown) => refusal)
    expect(String(error)).toMatch(/data cannot be carried over: remove its data folder/)
    expect(isRefusedStart(error)).toBe(true)
    expect(await names()).toEqual(['server/0001_organisation.sql'])
  })

  it('refuse names that would be ordered by accident', async () => {
    write('leave', '0001_again.sql', 'select 1;')
    await expect(migrate(database, folders)).rejects.toThrow('have the number 0001 twice')
    delete files.leave['0001_again.sql']
    write('leave', 'later.sql', 'select 1;')
    await expect(migrate(database, folders)).rejects.toThrow('leave/later.sql is no migration')
  })

  it('are applied once when four nodes start together', async () => {
    const open = (): Promise<Database> | Database =>
      kind === 'postgres' ? connect({ databaseUrl: database.url }) : database
    const nodes = await Promise.all([open(), open(), open(), open()])
    const applied = await Promise.all(nodes.map((node) => migrate(node, folders)))
    expect(applied.flat().sort()).toEqual(['leave/0001_leave.sql', 'server/0001_people.sql', 'server/0002_names.sql'])
    const { rows } = await database.pool.query('select count(*) from person')
    expect(rows).toEqual([{ count: 1 }])
    await Promise.all(nodes.map((node) => node.close()))
  })
})
