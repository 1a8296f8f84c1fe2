import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sources, sourcesIn, testSources } from './sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** What files name between quotes: packages and programs among it. */
const quoted = /(['"`])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"`]*)?\1/g

const namedIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(quoted)].map((match) => match[2] ?? '')))

/** Names of the programs a package brings. */
function programsOf(name: string): readonly string[] {
  const { bin = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly bin?: string | Readonly<Record<string, string>>
  }
  return typeof bin === 'string' ? [] : Object.keys(bin)
}

const product = namedIn(sources.map(({ text }) => text))
const tools = namedIn([
  ...[...sourcesIn('scripts'), ...testSources].map(({ text }) => text),
  readFileSync(join(root, 'vite.config.ts'), 'utf8'),
])

it('every package of the product is used in its source', () => {
  const unused = Object.keys(manifest.dependencies).filter((name) => !product.has(name))
  expect(unused).toEqual([])
})

it('every package for development is used by a script, a test or the build', () => {
  const unused = Object.keys(manifest.devDependencies).filter(
    (name) => !name.startsWith('@types/') && ![name, ...programsOf(name)].some((each) => tools.has(each)),
  )
  expect(unused).toEqual([])
})

it('every package with types only belongs to one that is there', () => {
  const typed = Object.keys(manifest.devDependencies).filter((name) => name.startsWith('@types/'))
  const of = (name: string): string => name.replace('@types/', '').replace(/^(\w+)__(\w+)$/, '@$1/$2')
  const all = { ...manifest.dependencies, ...manifest.devDependencies }
  expect(typed.filter((name) => of(name) !== 'node' && !(of(name) in all))).toEqual([])
})
