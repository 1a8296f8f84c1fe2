/** `npm run bench -- size`: how large each part of the sources is, and how much of its SQL the compiler cannot read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../src', import.meta.url))

/** What is counted: SQL as a template, conversions by `String` and `Number`, casts past the compiler, calls of the builder. */
const counts = {
  templates: /\bsql(?:<(?:[^<>`]|<[^<>`]*>)*>)?`/g,
  conversions: /(?<![.\w])(?:String|Number)\(/g,
  casts: /\bas unknown as\b/g,
  builder: /\b(?:selectFrom|insertInto|updateTable|deleteFrom|changing|adding)\(/g,
}
const kinds = ['server', 'client', 'texts', 'styles', 'derived', 'other']

function kindOf(path) {
  if (/\.tables\.ts$|\/derived\//.test(path)) return 'derived'
  if (/\.css$/.test(path)) return 'styles'
  if (/\/texts?\/|\.messages\.ts$|\/messages\//.test(path)) return 'texts'
  if (/\.client\.tsx?$|^client\//.test(path)) return 'client'
  if (/\.server\.ts$|^server\//.test(path)) return 'server'
  return 'other'
}

/** `modules/car`, `server/tickets`: a folder two deep where the first holds many parts. */
const partOf = (path) =>
  path
    .split('/')
    .slice(0, /^(modules|server|client)\/[^/]+\//.test(path) ? 2 : 1)
    .join('/')

const rows = new Map()
for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).map((one) => one.replaceAll('\\', '/'))) {
  if (!/\.(ts|tsx|css|mjs)$/.test(path)) continue
  const text = readFileSync(join(root, path), 'utf8')
  const row =
    rows.get(partOf(path)) ?? Object.fromEntries([...kinds, 'lines', ...Object.keys(counts)].map((name) => [name, 0]))
  const lines = text.split('\n').length - 1
  row[kindOf(path)] += lines
  row.lines += lines
  if (kindOf(path) !== 'derived')
    for (const [name, pattern] of Object.entries(counts)) row[name] += text.match(pattern)?.length ?? 0
  rows.set(partOf(path), row)
}

const total = {}
for (const row of rows.values())
  for (const [name, value] of Object.entries(row)) total[name] = (total[name] ?? 0) + value
console.table(Object.fromEntries([...[...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)), ['total', total]]))
