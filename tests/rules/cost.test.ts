/** What keeps the whole suite short (docs/architecture.md, "Tests"). */
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { longest } from '#tests/harness/longestFirst.mjs'
import { testSources } from './sources.ts'

/** Folders whose subject is the database, a fault or what a browser shows on either engine. */
const mayChoose = /^tests\/(database|faults|browser|bench|harness)\//

/** Files elsewhere that open the embedded engine by name, and what is about it. */
const reasons: Readonly<Record<string, string>> = {
  'tests/http/startup.test.ts': 'its supervisor watches the embedded engine',
  'tests/infrastructure/audit.test.ts': 'an older copy of its folder is brought back',
  'tests/infrastructure/first-calls.test.ts': 'its one connection serves the first calls in turn',
  'tests/infrastructure/kept-values.test.ts': 'a transaction holds its only connection',
  'tests/infrastructure/uploads.test.ts': 'others are answered on its one connection',
}

it('opens the embedded engine only where it is about it: its start asks more of the machine than a copy on PostgreSQL', () => {
  const found = testSources
    .filter(({ path, text }) => !mayChoose.test(path) && /engine: 'embedded'|createDatabase\('embedded'/.test(text))
    .map(({ path }) => path)
    .filter((path) => path !== 'tests/rules/cost.test.ts')
  expect(found.toSorted()).toEqual(Object.keys(reasons).toSorted())
})

it('begins with long files that are there', () => {
  expect(longest.filter((path) => !existsSync(path))).toEqual([])
})
