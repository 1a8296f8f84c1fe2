/** The owner of the tables and the lesser role of the server (SYS-134, docs/operations.md). */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateOnly, startServer } from '#src/server/app/start.ts'
import { engines } from '#tests/harness/engines.ts'
import { emptyPlace, type Place } from '#tests/journeys/newBureau.ts'

const FORBIDDEN = /permission denied|must be owner|must be superuser/

describe.runIf(engines.includes('postgres'))('the role of the server on postgres', () => {
  let place: Place
  let client: pg.Client
  beforeAll(async () => {
    place = await emptyPlace()
    client = new pg.Client({ connectionString: place.environment.databaseUrl ?? '' })
  })
  afterAll(async () => {
    await client.end()
    await place.remove()
  })

  it('SYS-134 cannot bring the tables itself, and says who can', async () => {
    await expect(startServer({ ...place.environment, migrateDatabaseUrl: null })).rejects.toThrow(
      'MIGRATE_DATABASE_URL',
    )
  })

  it('SYS-134 serves a database that its owner has migrated, without knowing the owner', async () => {
    await migrateOnly(place.environment)
    const server = await startServer({ ...place.environment, migrateDatabaseUrl: null })
    const refused = await fetch(`${server.url}/api/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody1', password: 'Wrong#00000' }),
    })
    expect(((await refused.json()) as { code: number }).code).toBe(4001)
    await server.close()
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::int from operation_log) as operations, (select count(*)::int from audit_seal) as seals`,
    )
    expect(rows).toEqual([{ operations: 1, seals: 6 }])
  })

  it('SYS-134 may not be given to a superuser or to the owner', async () => {
    const { migrateDatabaseUrl } = place.environment
    await expect(migrateOnly({ ...place.environment, databaseUrl: migrateDatabaseUrl })).rejects.toThrow(
      'a role of its own',
    )
  })

  it.each([
    'alter table operation_log disable trigger user',
    'alter table ticket_event disable trigger ticket_event_append_only',
    'drop trigger audit_seal_append_only on audit_seal',
    'set session_replication_role = replica',
    "update operation_log set path = '/'",
    'delete from operation_log',
    'truncate operation_log',
    "update ticket_event set comment = ''",
    'delete from ticket_event',
    'update audit_seal set rows = 0',
    'delete from audit_seal',
    'delete from login_log',
    "update frontend_log set message = ''",
    'delete from frontend_log',
    'delete from log_archive',
    'delete from record_history',
    'update config_history set value = null',
    'delete from schema_migration',
    "insert into schema_migration (name, sha256) values ('x', 'y')",
    'create table mine (id int)',
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return old; end'",
    'alter table app_user add column x int',
  ])('SYS-134 is refused: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(FORBIDDEN)
  })

  it('SYS-134 removes from a log only what an archive names', async () => {
    await expect(client.query("select remove_archived('operation_log', 1, 100)")).rejects.toThrow('append-only')
    await expect(client.query("select remove_archived('ticket_event', 1, 100)")).rejects.toThrow('not archived')
  })
})
