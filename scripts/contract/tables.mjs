/** The types of tables and views (`*.tables.ts`), one file for each owner, read from the catalogue of a migrated database. */

const HEAD = '// Derived from the migrated schema by `npm run contract`.\n'

/** Tables and views with their columns, and the base column behind a column of a view that shows it under its own name. */
const COLUMNS = `
with base as (
  select v.oid as view, s.oid as source, a.attname as name, a.attnotnull as required
  from pg_class v join pg_rewrite w on w.ev_class = v.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
    join pg_class s on s.oid = d.refobjid and s.relkind = 'r'
    join pg_attribute a on a.attrelid = s.oid and a.attnum = d.refobjsubid
  where v.relkind = 'v'),
alone as (
  select view, name, min(source::bigint)::oid as source, bool_and(required) as required from base group by view, name having count(distinct source) = 1)
select c.relname as "table", c.relkind = 'v' as "isView", a.attname as "name", case when t.typtype in ('r', 'm') then 'range' else t.typname end as "type",
  case when c.relkind = 'v' then coalesce(alone.required and pg_get_viewdef(c.oid) !~* '(left|right|full) join|union', false) else a.attnotnull end as "isRequired",
  a.attgenerated <> '' or a.attidentity = 'a' as "isGiven", a.atthasdef or a.attidentity = 'd' as "isFilled",
  obj_description(c.oid, 'pg_class') as "comment",
  (select pg_get_constraintdef(k.oid) from pg_constraint k
    where k.contype = 'c' and k.conrelid = coalesce(alone.source, c.oid) and k.conkey = array[
      (select own.attnum from pg_attribute own where own.attrelid = coalesce(alone.source, c.oid) and own.attname = a.attname)]
      and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || quote_ident(a.attname) || ' = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$') limit 1) as "choice"
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
  left join alone on alone.view = c.oid and alone.name = a.attname
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
order by c.relname, a.attname`

/** What the parsers of `server/database/types.ts` give. */
const types = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  xid8: 'string',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'Decimal',
  text: 'string',
  timestamptz: 'Date',
  bpchar: 'string',
  inet: 'string',
  uuid: 'string',
  varchar: 'string',
  range: 'string',
}
/** Numbers in an array are decimal strings when they are written, too. */
const entries = { ...types, numeric: 'string', jsonb: 'unknown' }

function typeOf({ table, name, type, choice }) {
  const entry = type.startsWith('_') ? entries[type.slice(1)] : types[type]
  if (entry === undefined)
    throw new Error(`${table}.${name}: say in scripts/contract/tables.mjs what ${type} is read as`)
  if (type.startsWith('_')) return `readonly ${entry}[]`
  return choice === null
    ? entry
    : [...choice.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, one]) => `'${one}'`).join(' | ')
}

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())

function columnOf(column) {
  const type = typeOf(column)
  const whole = column.isRequired ? type : `${type} | null`
  if (column.isView || column.isGiven) return `      ${camel(column.name)}: ReadOnly<${whole}>`
  return `      ${camel(column.name)}: ${column.isFilled ? `WithDefault<${whole}>` : whole}`
}

const created = /\bcreate\s+(?:or\s+replace\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?([a-z_0-9]+)/g

/** Who owns each table and view: whose migration creates it. */
function ownersOf(folders) {
  const found = folders.flatMap(({ name, files }) =>
    Object.values(files).flatMap((text) => [...text.matchAll(created)].map(([, table]) => [table, name])),
  )
  return new Map(found)
}

/** `Map.groupBy`, which Node 20 lacks. */
function groupsOf(list, keyOf) {
  const groups = new Map()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** The derived files by their path from the root. `query` asks a database to which all `folders` of migrations were applied. */
export async function tableFiles(query, folders) {
  const owners = ownersOf(folders)
  const tables = groupsOf(await query(COLUMNS), ({ table }) => table)
  const files = groupsOf([...tables.values()], ([{ table }]) => owners.get(table))
  return Object.fromEntries(
    [...files].flatMap(([owner, list]) => {
      // The list of applied migrations has no migration.
      if (owner === undefined) return []
      const path =
        owner === 'server' ? 'src/server/database/server.tables.ts' : `src/modules/${owner}/${owner}.tables.ts`
      const blocks = list.map((columns) => {
        const [{ table, comment }] = columns
        return `${comment === null ? '' : `    /** ${comment} */\n`}    ${table}: {\n${columns.map(columnOf).join('\n')}\n    }\n`
      })
      const text = blocks.join('\n')
      const used = ['Decimal', 'Json', 'ReadOnly', 'WithDefault'].filter((name) =>
        new RegExp(`\\b${name}\\b`).test(text.replaceAll(/\/\*.*\*\//g, '')),
      )
      return [
        [
          path,
          `${HEAD}import type { ${used.join(', ')} } from '#src/define/tables.server.ts'\n\ndeclare module '#src/define/tables.server.ts' {\n  interface Tables {\n${text}  }\n}\n`,
        ],
      ]
    }),
  )
}
