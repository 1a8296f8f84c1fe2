/** What a first start of the built server leaves behind, made once for all tests that start servers. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectRoot } from '#src/server/database/root.ts'
import { keys, programIn, runServer, START, serverEnvironment } from './server.ts'
import { sourceHash } from './sourceHash.ts'

const root = projectRoot()
/** Beside the build it belongs to: packages may be shared with another copy of the product. */
const cache = join(root, 'dist/.seeded')

let known: string | undefined
/** Names the build and what it seeds, which stay as they are for a run. */
export function seedKey(): string {
  if (known !== undefined) return known
  const program = programIn(root)
  if (!existsSync(program)) throw new Error('dist/ is missing: npm run build')
  const hash = createHash('sha256').update(readFileSync(program)).update(sourceHash())
  known = hash.update(START).update(JSON.stringify(keys)).digest('hex').slice(0, 16)
  return known
}

const folderOf = (key: string): string => join(cache, key)
const failureOf = (key: string): string => join(cache, `${key}.failed`)

/** Milliseconds between two looks whether another process has seeded. */
const LOOK = 100

/** The data folder of the demo bureau on the embedded engine, once `seed` has made it. Copy it. */
export async function seededFolder(): Promise<string> {
  const key = seedKey()
  for (; !existsSync(folderOf(key)); await setTimeout(LOOK))
    if (existsSync(failureOf(key))) throw new Error(readFileSync(failureOf(key), 'utf8'))
  return folderOf(key)
}

/** The rows of that folder, on their way to PostgreSQL. */
export const seededArchive = async (): Promise<string> => join(await seededFolder(), 'bureau.archive')

/** Makes the folder when it is missing; those who wait for it learn why it could not be made. */
export async function seed(): Promise<void> {
  const key = seedKey()
  const folder = folderOf(key)
  if (existsSync(folder)) return
  // Only the newest is of use.
  rmSync(cache, { recursive: true, force: true })
  const draft = join(cache, `draft-${randomBytes(6).toString('hex')}`)
  mkdirSync(draft, { recursive: true })
  try {
    await (await runServer({ dataDir: draft })).stop()
    const parameters = [programIn(root), 'export', join(draft, 'bureau.archive')]
    const env = serverEnvironment({ dataDir: draft })
    await promisify(execFile)(process.execPath, parameters, { cwd: root, env })
    renameSync(draft, folder)
  } catch (error) {
    writeFileSync(failureOf(key), `the bureau could not be seeded: ${error}`)
    throw error
  }
}
