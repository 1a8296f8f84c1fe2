import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Source {
  /** Path from the project's top, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Imported files of the project, as paths from the top, and packages by name. */
  readonly imports: readonly string[]
}

const importPattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

function resolve(from: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1)
  if (target.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), target))
  return `package:${target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')}`
}

/** The source files below a folder of the project. */
export function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const full = join(root, folder, entry.name)
    if (entry.isDirectory()) return sourcesIn(join(folder, entry.name))
    if (!/\.(ts|tsx|mjs)$/.test(entry.name)) return []
    const path = relative(root, full).replaceAll('\\', '/')
    const text = readFileSync(full, 'utf8')
    return [{ path, text, imports: [...text.matchAll(importPattern)].map((match) => resolve(path, match[1] ?? '')) }]
  })
}

/** Every file of the tests, read from the disk. */
export const testSources: readonly Source[] = sourcesIn('tests')

/** Every source file of the product, read from the disk. */
export const sources: readonly Source[] = [...sourcesIn('machines'), ...sourcesIn('src')]
