/** The schema of a database as text, one line for each object, alike on every engine and version of PostgreSQL. */
import type { Database } from '#src/server/database/database.ts'

const OWN = `c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration'`

/** Each query gives lines; the order of columns in a table is no part of the schema. */
const QUERIES: readonly string[] = [
  `select format('column %s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end,
      case a.attidentity when 'a' then ' always identity' when 'd' then ' identity' else '' end,
      coalesce(case a.attgenerated when 's' then ' generated ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid), '')) as line
   from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${OWN} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  `select format('options %s %s', c.relname, c.reloptions) as line from pg_class c where ${OWN} and c.reloptions is not null`,
  // PostgreSQL 18 lists "not null" among the constraints as well: the columns tell of it.
  `select format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
   from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OWN} and k.contype <> 'n'`,
  `select 'index ' || pg_get_indexdef(x.indexrelid) as line from pg_index x join pg_class c on c.oid = x.indrelid
   where ${OWN} and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))`,
  `select 'trigger ' || pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else ' disabled' end as line
   from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${OWN} and not t.tgisinternal`,
  `select format('function %s(%s) %s %s %s%s%s %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
      l.lanname, p.provolatile, p.proparallel, case when p.prosecdef then ' definer ' || p.proconfig::text else '' end, md5(p.prosrc)) as line
   from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  // Newer versions leave the name of the only table out.
  `select format('view %s %s', c.relname, replace(pg_get_viewdef(c.oid), 'project.', '')) as line
   from pg_class c where ${OWN} and c.relkind = 'v'`,
  `select format('sequence %s %s from %s by %s', s.sequencename, s.data_type, s.start_value, s.increment_by) as line
   from pg_sequences s where s.schemaname = 'public' and s.sequencename not like 'schema_migration%'`,
  `select format('sequence %s of %s.%s', c.relname, d.refobjid::regclass, a.attname) as line from pg_class c
   join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass
   join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
   where ${OWN} and c.relkind = 'S' and d.refobjid <> 'schema_migration'::regclass`,
  `select format('right %s %s', c.relname, c.relacl) as line from pg_class c where ${OWN} and c.relacl is not null`,
  `select 'extension ' || extname as line from pg_extension where extname <> 'plpgsql'`,
]

/** Every object of the schema and every row in it, sorted. */
export async function schemaText(database: Database): Promise<string[]> {
  const lines: string[] = []
  const read = async (sql: string) => {
    const { rows } = await database.pool.query<{ line: string }>(sql)
    lines.push(...rows.map(({ line }) => line.replaceAll(/\s+/g, ' ')))
  }
  for (const query of QUERIES) await read(query)
  const tables = await database.pool.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c where ${OWN} and c.relkind = 'r'`,
  )
  for (const { name } of tables.rows) await read(`select 'row ${name} ' || to_jsonb(r)::text as line from ${name} r`)
  return lines.sort()
}
