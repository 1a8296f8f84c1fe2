import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const tests = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${tests}/browser/README.md`, 'utf8')
/** Rows of the tables: what the specification says, and who proves it. */
const rows = readme
  .split('\n')
  .filter((line) => /^\| (?!Row|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const nameOf = (row: string, proofs: string) =>
  [...proofs.matchAll(/`([\w/-]+)`((?: “[^”]+”)+)/g)].map(([, file, names]) => ({
    row,
    file: `${file}`,
    names: [...(names ?? '').matchAll(/“([^”]+)”/g)].map(([, name]) => `${name}`),
  }))

describe('the table of what proves the specification', () => {
  it.each(rows.map(([, row = '', proofs = '']) => [row, proofs] as const))('%s', (row, proofs) => {
    const named = nameOf(row, proofs)
    expect(named).not.toEqual([])
    for (const { file, names } of named) {
      const path = ['.ts', '.tsx'].map((end) => `${tests}/${file}.test${end}`).find((it) => existsSync(it))
      const text = path === undefined ? '' : readFileSync(path, 'utf8')
      expect(
        names.filter((name) => !text.includes(name)),
        `${file} has no such test`,
      ).toEqual([])
    }
  })
})
