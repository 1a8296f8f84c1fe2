import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { sources } from './sources.ts'

/** The numbered rules of what is built, as runs of their numbers. Families of modules that are not there yet join with their modules. */
const families: Readonly<Record<string, string>> = {
  'INV-': '01-03 05-13 15',
  I: '1-22',
  'LOG-': '01-07',
  'REG-': '01-03',
  'FGT-': '01-03',
  'HOM-': '01-03 05',
  'PER-': '01-03',
  'WF-': '01-20',
  'WFD-': '01-08',
  'TKT-': '01-02',
  'APP-': '01',
  'LEV-': '01-08',
  'OTH-': '01-02',
  'FIN-': '01-07 11-12 21-23 31-34 41-43 71-74 81-84 91-97',
  'TRV-': '01-11 21-24',
  'AST-': '01-05 11-16',
  'CAR-': '01-07 11-13 21-23 31-39',
  'DRV-': '01-05',
  'STD-': '01-05 11-15',
  'STK-': '01-05 11-13 21-23 31-34 41-43 51-58',
  'BUD-': '01-10 21-25 31-35 41-44 51-53 61-63',
  'SYS-': '01-03 11-16 21-25 31-34 41-48 51-54 61-62 71-75 81-84 91-94 101-105 111-112 121-123 131-138',
}

/** `01-03 06` as 01, 02, 03, 06. */
const numbers = (runs: string): readonly string[] =>
  runs.split(' ').flatMap((run) => {
    const [first = '', last = first] = run.split('-')
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) =>
      String(Number(first) + at).padStart(first.length, '0'),
    )
  })

const name = /\b(?:[A-Z]{2,4}-\d{2,3}|I\d{1,2})\b/g
/** `I1-I9` is each of them. */
const run = /\b(I|[A-Z]{2,4}-)(\d+)-\1(\d+)\b/g

function namesIn(text: string): readonly string[] {
  const runs = [...text.matchAll(run)].flatMap(([, family, first, last]) =>
    numbers(`${first}-${last}`).map((number) => `${family}${number}`),
  )
  return [...runs, ...[...text.matchAll(name)].map(([found]) => found)]
}

/** What a source says in its strings: titles of tests, names of checks, keys of refusals. What it says in comments proves nothing. */
function stringsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(stringsOf)
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as { type?: string; value?: unknown }
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'TemplateElement') return [(value as { cooked?: string }).cooked ?? '']
  return Object.values(node).flatMap(stringsOf)
}

const tests = fileURLToPath(new URL('..', import.meta.url))
const named = new Set(
  readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/rules[\\/]numbered/.test(path))
    .flatMap((path) =>
      stringsOf(parseAst(readFileSync(`${tests}/${path}`, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' })),
    )
    .flatMap(namesIn),
)

describe('numbered rules', () => {
  it.each(Object.entries(families))('%s%s: each is named by a test', (family, runs) => {
    expect(
      numbers(runs)
        .map((number) => `${family}${number}`)
        .filter((rule) => !named.has(rule)),
    ).toEqual([])
  })

  it('that the sources name and a built family does not have are none', () => {
    const known = new Set(
      Object.entries(families).flatMap(([family, runs]) => numbers(runs).map((it) => `${family}${it}`)),
    )
    const unknown = sources
      .filter(({ path }) => !/^src\/(catalogue|demo)\//.test(path))
      .flatMap(({ path, text }) => namesIn(text).map((rule) => ({ path, rule })))
      .filter(({ rule }) => `${rule.match(/^[A-Z]+-?/)?.[0]}` in families && !known.has(rule))
      .map(({ path, rule }) => `${path}: ${rule}`)
    expect(unknown).toEqual([])
  })
})
