/** Which tests are close to changed files: the tests themselves, those that import them, those of the same name or folder. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { root } from './setup.mjs'

/** Milliseconds a test file may take that was never timed, by project folder. */
const GUESS_MS = { browser: 30_000, faults: 30_000, default: 5_000 }
/** Imports between a test and a changed file beyond which they are not close: the whole server lies behind four. */
const CLOSE_IMPORTS = 2

/** Where `npm test` keeps how long each file took, in milliseconds. */
const timesFile = join(root, 'node_modules/.cache/test-times.json')

const knownTimes = () => (existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {})

/** Keeps how long each file of a finished run took, from the results of Vitest's JSON report. */
export function keepTimes(results) {
  const times = results.map(({ name, startTime, endTime }) => [relative(root, name), Math.round(endTime - startTime)])
  mkdirSync(dirname(timesFile), { recursive: true })
  writeFileSync(timesFile, JSON.stringify({ ...knownTimes(), ...Object.fromEntries(times) }))
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Paths from the project's folder that a file imports. */
function importsOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, name]) =>
    name.startsWith('#') ? name.slice(1) : relative(root, join(root, dirname(path), name)),
  )
}

const words = (path) =>
  basename(path)
    .replace(/\..*$/, '')
    .split(/[-_.]|(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => word.length > 3)

/** Words in the names of at most this many tests tell what a test is about; more tell nothing. */
const TELLING_TESTS = 8

function tellingWords(tests) {
  const count = new Map()
  for (const test of tests) for (const word of new Set(words(test))) count.set(word, (count.get(word) ?? 0) + 1)
  return new Set([...count].filter(([, times]) => times <= TELLING_TESTS).map(([word]) => word))
}

/** `tests/modules/leave` for a file of the module leave, `tests/tickets` for one of the server's folder tickets. */
function isSameFolder(test, changed) {
  const [top, room, name] = changed.split('/')
  if (top === 'machines') return test.startsWith(`tests/models/${room.replace(/\.ts$/, '')}`)
  if (room === 'modules') return test.startsWith(`tests/modules/${name}`)
  if (room === 'fields') return test.startsWith('tests/fields/')
  return room === 'server' && test.startsWith(`tests/${name}/`)
}

/** How far a test is from a changed file: 0 is the file itself; undefined is too far. */
function distance(test, changed, { reach, telling }) {
  if (test === changed) return 0
  const imports = reach.get(test)?.get(changed)
  if (imports !== undefined) return imports
  if (words(changed).some((word) => telling.has(word) && words(test).includes(word)))
    return CLOSE_IMPORTS + (isSameFolder(test, changed) ? 1 : 2)
  return isSameFolder(test, changed) ? CLOSE_IMPORTS + 3 : undefined
}

/** The files each test imports, directly or through one other file, with the number of imports between them. */
function reachOf(tests) {
  const known = new Map()
  const imports = (path) => {
    if (!known.has(path)) known.set(path, existsSync(join(root, path)) ? importsOf(path) : [])
    return known.get(path)
  }
  return new Map(
    tests.map((test) => {
      const reached = new Map()
      let front = [test]
      for (let steps = 1; steps <= CLOSE_IMPORTS; steps += 1) {
        front = front.flatMap(imports).filter((path) => !reached.has(path))
        for (const path of front) reached.set(path, steps)
      }
      return [test, reached]
    }),
  )
}

/** Tests close to the changed paths, nearest first, as many as fit into `budgetMs`; `left` did not fit. The nearest is always taken. */
export function closeTests(changed, budgetMs) {
  const tests = filesBelow('tests').filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('tests/rules/'))
  const times = knownTimes()
  const timeOf = (test) => times[test] ?? GUESS_MS[test.split('/')[1]] ?? GUESS_MS.default
  const known = { reach: reachOf(tests), telling: tellingWords(tests) }
  const near = tests
    .map((test) => ({ test, steps: Math.min(...changed.map((path) => distance(test, path, known) ?? Infinity)) }))
    .filter(({ steps }) => steps < Infinity)
    .sort((a, b) => a.steps - b.steps || timeOf(a.test) - timeOf(b.test))
  const chosen = []
  const left = []
  let spent = 0
  for (const { test } of near) {
    if (chosen.length > 0 && spent + timeOf(test) > budgetMs) {
      left.push(test)
      continue
    }
    spent += timeOf(test)
    chosen.push(test)
  }
  return { chosen, left }
}
