/** What the role of the server may do with the tables of the owner (docs/operations.md, "Two roles"). */
import type pg from 'pg'
import type { Database } from './database.ts'
import { SCHEMA_LOCK } from './migrate.ts'
import { inPatientTransaction, withPatientClient } from './patient.ts'

/** Functions of the triggers that keep rows from being changed or removed. */
const OWNERS = ['refuse_change', 'refuse_unsealed', 'refuse_unarchived', 'refuse_rewriting']

interface OwnedTable {
  readonly name: string
  readonly isUpdateRefused: boolean
  readonly isDeleteRefused: boolean
}

/** Tables whose triggers refuse to change or remove rows: there the server does not get the right either, so that it is of no use to disable them. */
async function ownedTables(client: pg.PoolClient): Promise<readonly OwnedTable[]> {
  const { rows } = await client.query<{ name: string; update: boolean; delete: boolean }>(
    `select quote_ident(c.relname) as name, bool_or(t.tgtype & 16 <> 0) as update, bool_or(t.tgtype & 8 <> 0) as delete
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and p.proname = any($1) group by c.relname order by c.relname`,
    [OWNERS],
  )
  return rows.map((row) => ({ name: row.name, isUpdateRefused: row.update, isDeleteRefused: row.delete }))
}

/** @throws Error for a role to which nothing can be refused */
async function assertLesser(client: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ mighty: boolean }>(
    `select rolsuper or pg_has_role(oid, current_user::regrole, 'member') as mighty from pg_roles where rolname = $1`,
    [role],
  )
  if (rows[0]?.mighty !== false)
    throw new Error(
      `the role ${role} of DATABASE_URL is a superuser, or may act as the owner of MIGRATE_DATABASE_URL: it must be a role of its own without privileges`,
    )
}

/** Gives a role what the server needs, no more: also after every migration, since new tables come with it. @throws Error for a role that could do more anyway */
export async function grantServerRole(owner: Database, role: string): Promise<void> {
  await withPatientClient(owner, (client) =>
    inPatientTransaction(client, async () => {
      // Several nodes may start at once.
      await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
      await assertLesser(client, role)
      const name = client.escapeIdentifier(role)
      await client.query(`revoke create on schema public from public`)
      await client.query(`grant usage on schema public to ${name}`)
      await client.query(`grant select, insert, update, delete on all tables in schema public to ${name}`)
      await client.query(`grant usage, select on all sequences in schema public to ${name}`)
      await client.query(`revoke insert, update, delete on schema_migration from ${name}`)
      for (const { name: table, isUpdateRefused, isDeleteRefused } of await ownedTables(client)) {
        const refused = [...(isUpdateRefused ? ['update'] : []), ...(isDeleteRefused ? ['delete'] : [])]
        await client.query(`revoke ${refused.join(', ')} on ${table} from ${name}`)
      }
      // Meeting the same fault of a page again counts it.
      await client.query(`grant update (count, at) on frontend_log to ${name}`)
    }),
  )
}
