import type pg from 'pg'

/** A table as the transfer needs it; every name is quoted for SQL already. */
export interface TableShape {
  name: string
  columns: { name: string; type: string }[]
}

/** A foreign key by the text that creates it again. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** The tables of the product by name, without the record of migrations and without computed columns. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(`
    select quote_ident(c.relname) as "table", quote_ident(a.attname) as "column",
           format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname collate "C", a.attnum`)
  const tables = new Map<string, TableShape>()
  for (const { table, column, type } of rows) {
    const shape = tables.get(table) ?? { name: table, columns: [] }
    shape.columns.push({ name: column, type })
    tables.set(table, shape)
  }
  return [...tables.values()]
}

/** Where every sequence stands. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S'
       and oid <> coalesce(pg_get_serial_sequence('schema_migration', 'position')::regclass, 0::regclass)
     order by relname collate "C"`,
  )
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    )
    states.push(...state.rows.map((row) => ({ name, ...row })))
  }
  return states
}

/** The last value of a sequence and whether it was given out. */
export interface SequenceState {
  name: string
  last: string
  called: boolean
}

/** All foreign keys, in the order of their creation. */
export async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`)
  return rows
}
