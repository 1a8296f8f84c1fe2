/** `npm run explore`: the property tests with new seeds and three times as many runs, round after round, until one fails. Arguments: rounds (5 without one), and names of test files, e.g. `npm run explore -- 20 ticket-walks`. */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ensureTestPrograms, root, tool } from './setup.mjs'

/** The largest seed of fast-check, a signed whole number of 32 bits. */
const MAX_SEED = 2 ** 31 - 1

const chosen = process.argv.slice(2)
const rounds = Number(chosen.find((one) => /^\d+$/.test(one)) ?? 5)
const names = chosen.filter((one) => !/^\d+$/.test(one))

const files = readdirSync(join(root, 'tests'), { recursive: true })
  .map((path) => `tests/${path}`)
  .filter((path) => path.endsWith('.test.ts') && names.every((name) => path.includes(name)))
  .filter((path) => readFileSync(join(root, path), 'utf8').includes("from 'fast-check'"))

ensureInstalled()
ensureTestPrograms()
ensureBuilt()
for (let round = 1; round <= rounds; round += 1) {
  const seed = String(randomInt(MAX_SEED))
  console.log(`Round ${round} of ${rounds}, PROPERTY_SEED=${seed}`)
  const env = { ...process.env, PROPERTY_SEED: seed, PROPERTY_FACTOR: process.env.PROPERTY_FACTOR ?? '3' }
  const { status } = spawnSync(tool('vitest'), ['run', '--project', '!bench', '--reporter=dot', ...files], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
