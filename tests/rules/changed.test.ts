import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const testsFor = (path: string): string[] =>
  spawnSync(process.execPath, ['scripts/changed.mjs', '--list', path], { cwd: root, encoding: 'utf8' })
    .stdout.trim()
    .split('\n')

it.each([
  ['a file of a module', 'src/modules/leave/leave.server.ts', 'tests/modules/leave.test.ts'],
  ['a machine', 'machines/connection/connection.ts', 'tests/models/connection.test.ts'],
  ['a kind of field', 'src/fields/money/money.ts', 'tests/fields/money.test.ts'],
  ['a part of the server', 'src/server/access/signIn/signIn.ts', 'tests/access/signIn.test.ts'],
  ['a test itself', 'tests/records/read.test.ts', 'tests/records/read.test.ts'],
])('npm run test:changed runs the tests of %s', (_what, changed, test) => {
  expect(testsFor(changed)).toContain(test)
})

it('npm run test:changed leaves out what is far from the change', () => {
  const ofLeave = testsFor('src/modules/leave/leave.server.ts')
  expect(ofLeave.length).toBeLessThan(5)
  expect(ofLeave).not.toContain('tests/journeys/budget.test.ts')
  expect(testsFor('machines/connection/connection.ts').filter((test) => test.startsWith('tests/tickets'))).toEqual([])
})
