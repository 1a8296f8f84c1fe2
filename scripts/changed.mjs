/** `npm run test:changed`: format, types, rules, and the tests close to what the working tree changes, in about a minute. `npm run test:changed -- PATH ...` looks at those paths instead; `--list` only names the tests. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeTests } from './closeTests.mjs'
import { ensureBuilt, ensureInstalled, ensureTestPrograms, root, run, tool } from './setup.mjs'

/** Milliseconds for the tests; format, types and rules take the rest of the minute. Two files run at once. */
const BUDGET_MS = 60_000

const git = (...parameters) =>
  spawnSync('git', parameters, { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => path !== '')

const parameters = process.argv.slice(2)
const isList = parameters.includes('--list')
const given = parameters.filter((parameter) => parameter !== '--list')
const changed =
  given.length > 0
    ? given
    : [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]

if (changed.length === 0) {
  console.log('nothing is changed')
  process.exit(0)
}
const { chosen, left } = closeTests(changed, BUDGET_MS)
if (isList) {
  console.log(chosen.join('\n'))
  process.exit(0)
}
ensureInstalled()
const written = changed.filter((path) => /\.(ts|tsx|mjs|css|json)$/.test(path) && existsSync(join(root, path)))
if (written.length > 0)
  run(tool('biome'), [
    'check',
    '--error-on-warnings',
    '--diagnostic-level=warn',
    '--no-errors-on-unmatched',
    '--files-ignore-unknown=true',
    ...written,
  ])
run(tool('tsc'), ['-p', '.'])
if (chosen.some((test) => /^tests\/(browser|faults)\//.test(test))) ensureBuilt()
if (chosen.some((test) => !/^tests\/(models|fields|client)\//.test(test))) ensureTestPrograms()
if (left.length > 0) console.log(`left to npm test: ${left.join(' ')}`)
run(tool('vitest'), ['run', '--reporter=dot', 'tests/rules/', ...chosen])
