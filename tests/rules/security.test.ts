import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#src/server/database/root.ts'

describe('docs/security.md', () => {
  const text = readFileSync(join(projectRoot(), 'docs/security.md'), 'utf8')

  it('names only tests that are there', () => {
    const named = [...text.matchAll(/`([\w-]+\/[\w-]+\.test\.ts)`/g)].map((match) => match[1]!)
    expect(named.length).toBeGreaterThan(50)
    expect([...new Set(named)].filter((file) => !existsSync(join(projectRoot(), 'tests', file)))).toEqual([])
  })

  it('has every chapter of ASVS 5.0', () => {
    expect([...text.matchAll(/^### V(\d+) /gm)].map((match) => Number(match[1]))).toEqual(
      Array.from({ length: 17 }, (_, index) => index + 1),
    )
  })
})
