import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Files that look at others by their path: once such a path names nothing, their rule holds for nothing. */
const readers = [
  'vite.config.ts',
  ...['scripts', 'tests/rules', 'tests/bench', 'tests/harness'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
]
/** A path to a file of the project, plain or within a regular expression. */
const pathPattern =
  /(?<![\w./#@-])(?:\.\/)?((?:src|machines|tests|scripts|docs)(?:\\?\/[\w-]+(?:\\?\.[\w-]+)*)+\\?\.(?:ts|tsx|mjs|md|css))\b/g

it('every file of the project named in the build, the scripts and the rules exists', () => {
  const named = readers.flatMap((reader) =>
    [...read(reader).matchAll(pathPattern)].map((match) => ({ reader, path: (match[1] ?? '').replaceAll('\\', '') })),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})
