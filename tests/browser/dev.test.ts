/** `npm run dev`: page and API come up, and what is saved is live without a restart by hand. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#src/server/database/root.ts'
import { seededFolder } from '#tests/harness/seeded.ts'
import { keys } from '#tests/harness/server.ts'
import { launch } from './harness.ts'

const root = projectRoot()
const parts = ['src', 'machines', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']

let project: string
let program: ChildProcess
let api: string
let browser: Browser
let page: Page

/** A port nobody listens on. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Milliseconds in which a saved file of the server is built and the server is started again: a whole start, on a machine that does other work. */
const RESTARTED_MS = 300_000

/** Saves a file of the copied project as an editor would: as it is in the project, with one text changed. */
function save(path: string, from: string, to: string): void {
  const text = readFileSync(join(root, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(project, path), text.replace(from, to))
}

beforeAll(async () => {
  // Within the project, since packages are found by walking up; apart from it, since its files are changed.
  project = mkdtempSync(join(root, 'dist', '.dev-'))
  for (const part of parts) cpSync(join(root, part), join(project, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const dataDir = join(project, 'data')
  cpSync(await seededFolder(), dataDir, { recursive: true })
  const [port, pagePort] = [await freePort(), await freePort()]
  api = `http://127.0.0.1:${port}`
  program = spawn('npm', ['run', 'dev'], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      PAGE_PORT: String(pagePort),
      CAPTCHA: 'off',
      ...keys,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { stdout } = program
  if (stdout === null) throw new Error('npm has no output to read')
  const [opened] = await Promise.all([
    launch(),
    new Promise<void>((resolve) =>
      createInterface({ input: stdout }).on('line', (line) => {
        if (line === `ready ${api}`) resolve()
      }),
    ),
  ])
  browser = opened
  page = await browser.newPage({ baseURL: `http://127.0.0.1:${pagePort}` })
})

afterAll(async () => {
  await browser.close()
  rmSync(project, { recursive: true, force: true })
})

it('serves the page with the API behind it', async () => {
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  // From the API: only the demo lists its accounts.
  await page.getByText('pan42').first().waitFor()
})

it('shows a saved file of the client without a reload', async () => {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  save('src/client/pages/login/LoginPage.tsx', "useTitle(t('login.title'))", "useTitle('saved')")
  await expect.poll(() => page.title()).toContain('saved')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

it('runs a saved file of the server, and goes on after one that cannot be built', async () => {
  const health = async (): Promise<unknown> =>
    fetch(`${api}/healthz`).then(
      (answer) => answer.json(),
      () => null,
    )
  const answer = (text: string): void => save('src/server/http/health.ts', "({ status: 'ok' })", text)
  answer("({ status: 'ok'")
  for (const status of ['saved', 'saved again']) {
    answer(`({ status: '${status}' })`)
    await expect.poll(health, { timeout: RESTARTED_MS }).toEqual({ status })
  }
})

it('ends with npm', async () => {
  program.kill('SIGTERM')
  await expect.poll(() => fetch(`${api}/healthz`).catch(() => 'gone')).toBe('gone')
})
