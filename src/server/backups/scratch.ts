/** A database and a folder in which a backup is tried and which are gone afterwards, also those of a trial that was killed (BKP-03). */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { connect, type Database } from '../database/connect.ts'
import { lockFolder } from '../database/lock.ts'

const PREFIX = 'bureau_verify_'

/** Lends a scratch place of the same engine: a database of its own beside the bureau's, or an instance in a folder of its own. One trial at a time. */
export async function withScratch<T>(
  databaseUrl: string | null,
  dataDir: string,
  work: (database: Database, dataDir: string) => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, 'verify')
  const lock = lockFolder(`${folder}.lock`)
  try {
    await rm(folder, { recursive: true, force: true })
    const url = databaseUrl === null ? undefined : await makeDatabase(databaseUrl)
    try {
      const database = await connect({ databaseUrl: url, dataDir: join(folder, 'database') })
      try {
        return await work(database, folder)
      } finally {
        await database.close()
      }
    } finally {
      if (databaseUrl !== null) await dropDatabases(databaseUrl)
      await rm(folder, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

async function asAdministrator<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes an empty database with a name of its own; the role needs CREATEDB. */
async function makeDatabase(databaseUrl: string): Promise<string> {
  await dropDatabases(databaseUrl)
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`
  await asAdministrator(databaseUrl, (client) => client.query(`create database ${name} template template0`))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Drops scratch databases without a connection. */
async function dropDatabases(databaseUrl: string): Promise<void> {
  await asAdministrator(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(datname) as name from pg_database d where datname ~ '^${PREFIX}[0-9a-f]{12}$'
       and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name}`)
  })
}
