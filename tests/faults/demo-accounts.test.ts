/** SYS-133: production does not start over accounts that still have the password of the demo, until the command of the manual has locked them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { EXIT_REFUSED } from '#machines/supervision/supervision.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { people } from '#src/demo/people.ts'
import { connect } from '#src/server/database/connect.ts'
import { projectRoot } from '#src/server/database/root.ts'
import { seededFolder } from '#tests/harness/seeded.ts'
import { serverEnvironment } from '#tests/harness/server.ts'
import { enter } from '#tests/journeys/newBureau.ts'

const root = projectRoot()
const folders: string[] = []
const programs: ChildProcess[] = []

afterEach(() => {
  for (const program of programs.splice(0)) program.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function demoFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-accounts-'))
  folders.push(folder)
  cpSync(await seededFolder(), folder, { recursive: true })
  return folder
}

/** `npm run serve` without npm, as the unit of the manual calls it. */
const options = (dataDir: string) => {
  const { CAPTCHA: _, TEST_NOW: __, ...environment } = serverEnvironment({ dataDir })
  return { cwd: root, env: { ...environment, TRUST_PROXY: 'on' } }
}
const serve = (dataDir: string, ...parameters: string[]) =>
  spawnSync(process.execPath, ['scripts/serve.mjs', ...parameters], { ...options(dataDir), encoding: 'utf8' })

async function inDatabase(dataDir: string, change: ReturnType<typeof sql>): Promise<void> {
  const database = await connect({ dataDir: join(dataDir, 'database') })
  await change.execute(database.db)
  await database.close()
}

async function served(dataDir: string): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    ...options(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(child)
  const url = await new Promise<string>((resolve, reject) =>
    createInterface({ input: child.stdout })
      .on('line', (line) => line.startsWith('ready ') && resolve(line.slice('ready '.length)))
      .on('close', () => reject(new Error('the server ended before it was ready'))),
  )
  return {
    url,
    stop: () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      return ended
    },
  }
}

describe('production over the data of a demo', () => {
  it('SYS-133 a production start over the demo accounts ends with 78 and names the command', async () => {
    const { status, stdout, stderr } = serve(await demoFolder())
    expect(status).toBe(EXIT_REFUSED)
    expect(stdout).not.toContain('ready')
    expect(stderr).toContain(`${people.length} accounts still have the published demo password: `)
    expect(stderr).toContain('npm run serve -- --lock-demo-accounts')
    expect(readFileSync(join(root, 'docs/operations.md'), 'utf8')).toContain('npm run serve -- --lock-demo-accounts')
  })

  it('SYS-133 one account is enough, also renamed, disabled, without its mark and with a time of its own', async () => {
    const folder = await demoFolder()
    await inDatabase(
      folder,
      sql`update app_user set password_hash = 'another ' || id, password_changed_at = now() where username <> 'pan42'`,
    )
    await inDatabase(
      folder,
      sql`update app_user set username = 'somebody', name = '某人甲', is_demo = false, state = false, password_changed_at = now()
        where username = 'pan42'`,
    )
    const { status, stderr } = serve(folder)
    expect([status, stderr]).toEqual([
      EXIT_REFUSED,
      expect.stringContaining('1 accounts still have the published demo password: somebody. '),
    ])
  })

  it('SYS-133 the command locks all, leaves the administrators one-time passwords, and production starts', async () => {
    const folder = await demoFolder()
    const { status, stdout } = serve(folder, '--lock-demo-accounts')
    expect(status).toBe(0)
    expect(stdout).toContain(`${people.length} demo accounts locked`)
    const passwords = new Map(
      [...stdout.matchAll(/demo administrator (\S+), one-time password (\S+)/g)].map(([, name = '', word = '']) => [
        name,
        word,
      ]),
    )
    expect([...passwords.keys()]).toEqual(['bao59', 'fang54', 'yu55', 'yuan57'])

    const { url, stop } = await served(folder)
    const answerOf = async (name: string, password: string) => {
      const { code, errKey } = await enter(url, '10.1.0.1', name, password)
      return [name, code, errKey]
    }
    for (const name of ['fang54', 'pan42', 'zhang39'])
      expect(await answerOf(name, DEMO_PASSWORD)).toEqual([name, 4001, 'login.failed'])
    const { data } = await enter(url, '10.1.0.2', 'fang54', passwords.get('fang54') ?? '')
    expect(data).toMatchObject({ mustChangePassword: true })
    await stop()

    expect(serve(folder, '--lock-demo-accounts').stdout).toContain('0 demo accounts locked')
  })
})
