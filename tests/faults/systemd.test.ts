/** The systemd unit of docs/operations.md: what it names exists, and its command serves in production and ends as systemd ends it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { EXIT_REFUSED, EXIT_UNPREPARED, STOP_LIMIT } from '#machines/supervision/supervision.ts'
import { readEnvironment } from '#src/server/app/environment.ts'
import { projectRoot } from '#src/server/database/root.ts'

const root = projectRoot()
const [unit = '', environmentFile = ''] = [
  ...readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(/```ini\n([\s\S]*?)```/g),
].map(([, text]) => text)
const settings = Object.fromEntries(
  unit.split('\n').flatMap((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value ?? '']]
  }),
)
const variables = environmentFile
  .trim()
  .split('\n')
  .map((line) => line.split('=')[0] ?? '')

/** What stands for the dots of the page. */
const secret = 'a secret that only this test of the unit knows'

it('names settings that systemd knows', () => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  const file = join(folder, 'bureau.service')
  writeFileSync(file, unit)
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stderr.split('\n').filter((line) => /Unknown|Failed to parse|Invalid/.test(line))).toEqual([])
})

it('names variables that the server reads, lets the supervisor stop first, and does not repeat a refused start', () => {
  expect(variables).toContain('DATABASE_URL')
  for (const name of variables)
    expect(readFileSync(join(root, 'src/server/app/environment.ts'), 'utf8')).toContain(`${name}: `)
  expect(() =>
    readEnvironment({
      NODE_ENV: 'production',
      JWT_SECRET: secret,
      DATA_KEY: secret,
      AUDIT_KEY: secret,
      TRUST_PROXY: 'on',
    }),
  ).not.toThrow()
  expect(Number(settings.TimeoutStopSec) * 1000).toBeGreaterThan(STOP_LIMIT)
  expect(settings.RestartPreventExitStatus).toBe(`${EXIT_UNPREPARED} ${EXIT_REFUSED}`)
})

it('has a command that serves in production and ends with 0 at SIGTERM', async () => {
  const [program = '', script = ''] = (settings.ExecStart ?? '').split(' ')
  expect(program).toBe('/usr/bin/node')
  expect(existsSync(join(root, script))).toBe(true)
  const dataDir = mkdtempSync(join(tmpdir(), 'unit-data-'))
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      JWT_SECRET: secret,
      DATA_KEY: secret,
      AUDIT_KEY: secret,
      TRUST_PROXY: 'on',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) =>
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
      })
      .on('close', () => reject(new Error('the server ended before it was ready'))),
  )
  expect((await fetch(`${url}/readiness`)).status).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  rmSync(dataDir, { recursive: true, force: true })
})
