import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#src/server/database/root.ts'

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they are its first ones. Chapters 10 and 17 do not apply as a whole. */
const sections: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}

describe('docs/security.md', () => {
  const text = readFileSync(join(projectRoot(), 'docs/security.md'), 'utf8')
  const named = (part: string): string[] =>
    [...part.matchAll(/`([\w-]+\/[\w-]+\.test\.ts)`/g)].map((match) => match[1]!)
  const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) .+? \| (\S) \| (.+) \|$/gm)].map(([, id, mark, proof]) => ({
    id,
    mark,
    proof: proof ?? '',
  }))

  it('names only tests that are there', () => {
    expect(named(text).length).toBeGreaterThan(50)
    expect([...new Set(named(text))].filter((file) => !existsSync(join(projectRoot(), 'tests', file)))).toEqual([])
  })

  it('has every chapter of ASVS 5.0', () => {
    expect([...text.matchAll(/^### V(\d+) /gm)].map((match) => Number(match[1]))).toEqual(
      Array.from({ length: 17 }, (_, index) => index + 1),
    )
  })

  it('answers every requirement of levels 1 and 2 once, in order, each that is met by a test with that test', () => {
    expect(lines.map(({ id }) => id)).toEqual(
      Object.entries(sections).flatMap(([section, count]) =>
        Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
      ),
    )
    expect(lines.filter(({ mark, proof }) => mark === '✓' && named(proof).length === 0)).toEqual([])
    expect(lines.filter(({ mark }) => !'✓○△✗–'.includes(mark ?? '?'))).toEqual([])
  })
})
