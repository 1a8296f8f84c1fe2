import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { modules } from '#src/modules.ts'
import { platformRules, rulesOfModules, waiting } from './productRules.ts'
import { sources } from './sources.ts'

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

/** Every rule of the product pages, by family: what the platform and the modules of `modules.ts` bring. */
const brought = [
  platformRules,
  ...modules.map(({ name }) => rulesOfModules[name as keyof typeof rulesOfModules] ?? {}),
].flatMap((rules) => Object.entries(rules))
// A family may be built by several modules: meals of people from outside stand beside the canteen's rules.
const families: Readonly<Record<string, string>> = Object.fromEntries(
  brought.map(([family]) => [family, brought.flatMap(([one, runs]) => (one === family ? [runs] : [])).join(' ')]),
)
const isWaiting = new Set(waiting.flatMap(({ family, runs }) => numbers(runs).map((number) => `${family}${number}`)))

describe('numbered rules', () => {
  it('every module says which rules of the product pages it brings, also when it brings none', () => {
    expect(modules.map(({ name }) => name).filter((name) => !Object.hasOwn(rulesOfModules, name))).toEqual([])
    const known = new Set<string>(modules.map(({ name }) => name))
    expect(Object.keys(rulesOfModules).filter((name) => !known.has(name))).toEqual([])
  })

  it.each(Object.entries(families))('%s%s: each is named by a test', (family, runs) => {
    expect(
      numbers(runs)
        .map((number) => `${family}${number}`)
        .filter((rule) => !named.has(rule) && !isWaiting.has(rule)),
    ).toEqual([])
  })

  it('a rule that waits is not named by a test: it is built and leaves the list', () => {
    expect([...isWaiting].filter((rule) => named.has(rule))).toEqual([])
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
