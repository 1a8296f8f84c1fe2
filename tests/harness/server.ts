/** The built server as a process of its own, to be talked to by HTTP and killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { projectRoot } from '#src/server/database/root.ts'

/** When the clock of these servers starts: a Wednesday, 10:00 in Shanghai, a workday. */
export const START = '2026-03-11T10:00:00+08:00'
/** The same keys as the applications that tests start in their own process, so that either can read what the other wrote. */
export const keys = {
  JWT_SECRET: 'a signing key that only the tests know',
  DATA_KEY: 'a data key that only the tests know',
  AUDIT_KEY: 'an audit key that only the tests know',
}

/** How servers call themselves to PostgreSQL. */
export const serverName = 'zhihui-jingbao'

const root = projectRoot()
/** The built server in a folder. */
export const programIn = (folder: string): string => join(folder, 'dist/server/main.js')

export interface ServerProcess {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** kill -9, and waits for the end. */
  kill(): Promise<void>
  /** Asks it to end, and waits; the answer is its exit code, null when a signal ended it. */
  stop(): Promise<number | null>
}

/** What a server of the tests is started with. `databaseUrl` instead of the embedded database in `dataDir`; its clock starts at `now` instead of `START`; it runs from the build in `folder` instead of that of the project. */
interface ServerOptions {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  readonly now?: string
  readonly folder?: string
}

/** The environment of a server of the tests; it listens on a free port. */
export const serverEnvironment = (options: ServerOptions): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  DATA_DIR: options.dataDir,
  ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
  CAPTCHA: 'off',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  TEST_NOW: options.now ?? START,
  ...keys,
})

/** Starts the built server and waits until it answers. */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  const folder = options.folder ?? root
  const program = programIn(folder)
  if (!existsSync(program)) throw new Error('dist/ is missing: npm run build')
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: serverEnvironment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await ready(child)
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return { url, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

/** The address of the line `ready`; rejects with what the program said when it ends before. */
function ready({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error('the server has no output to read')
  let said = ''
  stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000)
  })
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
    stdout.once('close', () => reject(new Error(`the server ended before it was ready: ${said}`)))
  })
}

/** Signs in with the demo password and gives the access token. */
export async function signIn(url: string, username: string): Promise<{ token: string; userId: number }> {
  const answer = await fetch(`${url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  })
  const { data } = (await answer.json()) as { data: { access: string; userId: number } }
  return { token: data.access, userId: data.userId }
}
