import { expect, it } from 'vitest'
import { sources } from './sources.ts'

/** An import of values: types are gone when the program runs. */
const valueImport = /^(?:import|export)\s+(?!type\s)([^'"]*?)from\s+'([^']+)'/gms
const bringsValue = (names: string): boolean => {
  const listed = /\{([^}]*)\}/
    .exec(names)?.[1]
    ?.split(',')
    .map((name) => name.trim())
  return (
    listed === undefined || /^\s*\w+\s*,/.test(names) || listed.some((name) => name !== '' && !name.startsWith('type '))
  )
}

function targetOf(path: string, imported: string): string | null {
  if (imported.startsWith('#')) return imported.slice(1)
  if (!imported.startsWith('.')) return null
  return new URL(imported, `file:///${path}`).pathname.slice(1)
}

/** The files that import each other's values in a cycle, each cycle sorted (Tarjan). */
function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    const at = order.size
    order.set(file, at)
    low.set(file, at)
    stack.push(file)
    for (const next of edges.get(file) ?? []) {
      if (!order.has(next)) low.set(file, Math.min(low.get(file) ?? at, visit(next)))
      else if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? at, order.get(next) ?? at))
    }
    if (low.get(file) === at) {
      const cycle = stack.splice(stack.indexOf(file))
      if (cycle.length > 1) found.push(cycle.toSorted())
    }
    return low.get(file) ?? at
  }
  for (const file of edges.keys()) if (!order.has(file)) visit(file)
  return found
}

it('no files import values of each other in a cycle', () => {
  const known = new Set(sources.map(({ path }) => path))
  const edges = new Map(
    sources.map(({ path, text }) => [
      path,
      [...text.matchAll(valueImport)].flatMap(([, names = '', imported = '']) => {
        const target = bringsValue(names) ? targetOf(path, imported) : null
        return target !== null && known.has(target) ? [target] : []
      }),
    ]),
  )
  expect([...edges.values()].flat().length).toBeGreaterThan(sources.length)
  expect(cyclesIn(edges)).toEqual([])
})

it('finds a cycle of three files', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  expect(cyclesIn(edges)).toEqual([['a', 'b', 'c']])
})
