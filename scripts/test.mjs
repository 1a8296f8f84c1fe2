/** `npm test`: everything, browser and both database engines included. Arguments go to Vitest, e.g. `npm test -- tests/tickets`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { keepTimes } from './closeTests.mjs'
import { ensureBuilt, ensureInstalled, ensureTestPrograms, root, tool } from './setup.mjs'
import { timesTable } from './testTimes.mjs'

/** Milliseconds from which a file has to begin with the first ones (tests/harness/longestFirst.mjs). */
const LONG_MS = 90_000
/** Browser and fault tests that may need a second try, all together: more of them hide a fault of the product or of the tests. */
const MAX_RETRIED = 2
/** Milliseconds that the cores of this machine have worked and rested since it started, whoever used them. */
const coreTimes = () =>
  cpus().reduce(
    ({ busy, idle }, { times }) => ({
      busy: busy + times.user + times.nice + times.sys + times.irq,
      idle: idle + times.idle,
    }),
    { busy: 0, idle: 0 },
  )
/** A line that says how much of all cores was used since `start`. */
function machineUse(start) {
  const now = coreTimes()
  const [busy, idle] = [now.busy - start.busy, now.idle - start.idle]
  return `${Math.round((100 * busy) / (busy + idle))} % of ${cpus().length} cores used: ${Math.round(busy / 1000)} s of processor time by everything that ran on this machine`
}

const chosen = process.argv.slice(2)

const start = coreTimes()
ensureInstalled()
ensureTestPrograms()
// Lint and types are judged beside the build, which takes one core.
const checks =
  chosen.length > 0
    ? []
    : [
        [tool('biome'), ['check', '--error-on-warnings', '--diagnostic-level=warn']],
        [tool('tsc'), ['-p', '.']],
      ].map(([command, args]) => spawn(command, args, { cwd: root, stdio: 'inherit' }))
const codes = checks.map(async (check) => (await once(check, 'exit'))[0])
ensureBuilt()
const refused = (await Promise.all(codes)).find((code) => code !== 0)
if (refused !== undefined) process.exit(refused ?? 1)

const reports = mkdtempSync(join(tmpdir(), 'test-report-'))
const report = join(reports, 'report.json')
const retriedTests = join(reports, 'retried.json')
const reporters = ['default', 'json', './tests/harness/retriedTests.mjs'].map((name) => `--reporter=${name}`)
const result = spawnSync(
  tool('vitest'),
  ['run', ...reporters, `--outputFile.json=${report}`, '--project', '!bench', ...chosen],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RETRIED_TESTS: retriedTests, ...(chosen.length === 0 && { SEED_BESIDE: '1' }) },
  },
)
const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, testResults } = JSON.parse(
  readFileSync(report, 'utf8'),
)
keepTimes(testResults)
const { longest } = await import('../tests/harness/longestFirst.mjs')
const late = testResults
  .filter(({ startTime, endTime }) => endTime - startTime > LONG_MS)
  .map(({ name }) => relative(root, name))
  .filter((name) => !longest.includes(name))
if (late.length > 0) console.log(`longer than ${LONG_MS / 1000} s and not begun first: ${late.join(' ')}`)
if (chosen.length === 0) console.log(timesTable(testResults, root).join('\n'))
console.log(machineUse(start))
const retried = JSON.parse(readFileSync(retriedTests, 'utf8'))
for (const name of retried) console.log(`needed a second try: ${name}`)
const isRestless = retried.length > MAX_RETRIED
if (isRestless) console.log(`failed: ${retried.length} tests needed a second try, ${MAX_RETRIED} may`)
// A suite that could not even load has no tests to count; it must not look like success.
const unloaded = numFailedTests === 0 && result.status !== 0 ? Math.max(1, numFailedTestSuites) : 0
const failed = numFailedTests + unloaded + (isRestless ? 1 : 0)
if (numPendingTests > 0) console.log(`${numPendingTests} left out, since they are about one database engine only`)
console.log(`${numPassedTests} passed, ${failed} failed`)
process.exit(isRestless ? 1 : (result.status ?? 1))
