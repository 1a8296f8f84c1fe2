/** What a decision wrote, as the statements a program without an engine would send: one a table, each prepared by name. */
import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement as pg takes it. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A table of a decision, and which ticket a row of it is about. */
interface Table {
  readonly name: string
  readonly ticket: string
  /** Its rows are changed as well as added; by this key. */
  readonly key?: string
  /** What the database gives by itself. */
  readonly own?: readonly string[]
}

const tables: readonly Table[] = [
  { name: 'ticket_event', ticket: 'ticket_id' },
  { name: 'ticket_task', ticket: 'ticket_id', key: 'ticket_id, slot' },
  { name: 'ticket_timer', ticket: 'ticket_id' },
  { name: 'ticket_part', ticket: 'ticket_id' },
  { name: 'notice', ticket: `split_part(link, '/', 4)`, own: ['id'] },
  {
    name: 'outbox',
    ticket: `coalesce(body ->> 'ticketId', split_part(body ->> 'link', '/', 4))`,
    own: ['id', 'txid'],
  },
]
const ticket: Table = { name: 'ticket', ticket: 'id' }

interface Column {
  readonly name: string
  readonly type: string
}
/** Values as text, in the order of the columns. */
type Row = readonly (string | null)[]

async function columnsOf(client: pg.Client, { name, own = [] }: Table): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [name],
  )
  return rows.filter((column) => !own.includes(column.name))
}

async function rowsOf(client: pg.Client, table: Table, columns: readonly Column[]): Promise<Map<number, Row[]>> {
  const { rows } = await client.query<(string | null)[]>({
    text: `select (${table.ticket})::text, ${columns.map(({ name }) => `${name}::text`).join(', ')} from ${table.name}`,
    rowMode: 'array',
  })
  const found = new Map<number, Row[]>()
  for (const [id, ...row] of rows) found.set(Number(id), [...(found.get(Number(id)) ?? []), row])
  return found
}

const named = (text: string, values: readonly unknown[]): Statement => ({
  name: createHash('sha1').update(text).digest('base64url'),
  text,
  values,
})

function inserted(table: Table, columns: readonly Column[], rows: readonly Row[]): readonly Statement[] {
  if (rows.length === 0) return []
  const place = (row: number) => columns.map(({ type }, at) => `$${row * columns.length + at + 1}::${type}`).join(', ')
  const names = columns.map(({ name }) => name)
  const again = table.key
    ? ` on conflict (${table.key}) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`
    : ''
  const values = rows.map((_, row) => `(${place(row)})`).join(', ')
  return [named(`insert into ${table.name} (${names.join(', ')}) values ${values}${again}`, rows.flat())]
}

const same = (left: Row, right: Row): boolean => left.every((value, at) => value === right[at])
/** Rows of the first that are not in the second. */
const without = (rows: readonly Row[] = [], others: readonly Row[] = []): readonly Row[] =>
  rows.filter((row) => !others.some((other) => same(row, other)))

function disarmed(columns: readonly Column[], rows: readonly Row[]): readonly Statement[] {
  const at = ['ticket_id', 'visit', 'rule'].map((name) => columns.findIndex((column) => column.name === name))
  return rows.map((row) =>
    named(
      'delete from ticket_timer where ticket_id = $1 and visit = $2 and rule = $3',
      at.map((index) => row[index]),
    ),
  )
}

function counted(columns: readonly Column[], rows: readonly Row[]): readonly Statement[] {
  const at = ['user_id', 'label'].map((name) => columns.findIndex((column) => column.name === name))
  return rows.map((row) =>
    named(
      'insert into ticket_count as c (user_id, label, n) values ($1, $2, 1) on conflict (user_id, label) do update set n = c.n + 1',
      at.map((index) => row[index]),
    ),
  )
}

function updated(columns: readonly Column[], id: number, row: Row, before: Row): readonly Statement[] {
  const changed = columns.flatMap((column, at) => (row[at] === before[at] ? [] : [{ column, value: row[at] }]))
  const set = changed.map(({ column }, at) => `${column.name} = $${at + 2}::${column.type}`).join(', ')
  return changed.length === 0
    ? []
    : [named(`update ticket set ${set} where id = $1`, [id, ...changed.map(({ value }) => value)])]
}

/** Who has to decide next: the engine knows it, a program without one asks for the holders of the role and who stands in for them. */
export const nextPeople = (role: string, type: string, at: string): Statement =>
  named(
    `select u.id, s.substitute_id from role r join user_role m on m.role_id = r.id join app_user u on u.id = m.user_id
      left join substitute s on s.user_id = u.id and s.from_at <= $3 and s.until_at > $3 and (s.types is null or $2 = any (s.types))
      where r.key = $1 and r.state and r.deleted_at is null and u.state and u.deleted_at is null order by u.id`,
    [role, type, at],
  )

/** Reads both databases, one before and one after the decisions, and gives for each ticket the statements that lead from one to the other. */
export async function plainWrites(before: string, after: string): Promise<(id: number) => readonly Statement[]> {
  const clients = [before, after].map((connectionString) => new pg.Client({ connectionString }))
  const [old, now] = clients as [pg.Client, pg.Client]
  await Promise.all(clients.map((client) => client.connect()))
  try {
    const all: { table: Table; columns: readonly Column[]; was: Map<number, Row[]>; is: Map<number, Row[]> }[] = []
    for (const table of [ticket, ...tables]) {
      const columns = await columnsOf(now, table)
      all.push({ table, columns, was: await rowsOf(old, table, columns), is: await rowsOf(now, table, columns) })
    }
    return (id) =>
      all.flatMap(({ table, columns, was, is }): readonly Statement[] => {
        const [rows, former] = [is.get(id), was.get(id)]
        const fresh = without(rows, former)
        if (table === ticket) return rows?.[0] && former?.[0] ? updated(columns, id, rows[0], former[0]) : []
        const gone = table.name === 'ticket_timer' ? disarmed(columns, without(former, rows)) : []
        const counts = table.name === 'ticket_part' ? counted(columns, fresh) : []
        return [...gone, ...inserted(table, columns, fresh), ...counts]
      })
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
