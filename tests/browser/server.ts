/** The built server as people start it, on a bureau of its own that is copied from one seeded once. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { modules } from '#src/modules.ts'
import { migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { projectRoot } from '#src/server/database/root.ts'
import { importArchive } from '#src/server/database/transfer/transfer.ts'
import { createDatabase, type EngineKind, oneEngine, type Template } from '#tests/harness/engines.ts'
import { seededArchive, seededFolder, seedKey } from '#tests/harness/seeded.ts'
import { keys, programIn, START } from '#tests/harness/server.ts'

const root = projectRoot()
const program = programIn(root)

export interface RunningServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  stop(): Promise<void>
}

/** A server whose day can be another one. */
export interface MovingServer extends RunningServer {
  /** Starts it again at the same address with its clock at another time; who was signed in is not any more. */
  moveTo(now: string): Promise<void>
}

/** Starts on a copy of the seeded bureau, which goes with the server. PostgreSQL unless told otherwise, where there is one: it asks less of the machine than an engine inside every server. */
export async function startServer(engine: EngineKind = oneEngine[0] ?? 'embedded'): Promise<MovingServer> {
  const bureau = await copyOfBureau(engine)
  let server = await run(bureau.dataDir, { ...demo, ...bureau.environment })
  const { url } = server
  return {
    url,
    moveTo: async (now) => {
      await server.stop()
      const { port } = new URL(url)
      server = await run(bureau.dataDir, { ...demo, ...bureau.environment, TEST_NOW: now, PORT: port })
    },
    stop: async () => {
      await server.stop()
      await bureau.remove()
    },
  }
}

interface Bureau {
  readonly dataDir: string
  readonly environment: Readonly<Record<string, string>>
  remove(): Promise<void>
}

async function copyOfBureau(engine: EngineKind): Promise<Bureau> {
  const dataDir = mkdtempSync(join(tmpdir(), 'screens-'))
  const seeded = await seededFolder()
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'embedded') {
    cpSync(seeded, dataDir, { recursive: true })
    return { dataDir, environment: {}, remove: async () => removeFolder() }
  }
  const inDatabase = join(seeded, 'database')
  cpSync(seeded, dataDir, { recursive: true, filter: (source) => source !== inDatabase })
  const database = await createDatabase(engine, moved)
  return {
    dataDir,
    environment: { DATABASE_URL: database.url ?? '' },
    remove: async () => {
      await database.close()
      removeFolder()
    },
  }
}

/** The seeded bureau as it comes to PostgreSQL: moved, as the manual tells. */
const moved: Template = {
  get key() {
    return `screens ${seedKey()}`
  },
  async prepare(database) {
    await migrate(database, migrationFolders(modules.map((module) => module.name)))
    await importArchive(database, await seededArchive())
  },
}

const demo = { CAPTCHA: 'off', TEST_NOW: START, ...keys }

/** The server in production, as it begins: nobody in it but the three administrators, with their one-time passwords. */
export interface NewBureau extends RunningServer {
  readonly passwords: ReadonlyMap<string, string>
}

/** Starts in production on an empty database, with its first administrators made by the command of the manual. */
export async function startEmpty(usernames: readonly string[]): Promise<NewBureau> {
  const dataDir = mkdtempSync(join(tmpdir(), 'screens-'))
  const secret = () => randomBytes(32).toString('base64url')
  const environment = { NODE_ENV: 'production', JWT_SECRET: secret(), DATA_KEY: secret(), AUDIT_KEY: secret() }
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--first-administrators', ...usernames], {
    cwd: root,
    env: { ...everywhere(dataDir), ...environment },
  })
  const passwords = new Map(
    [...stdout.matchAll(/first administrator (\S+), one-time password (\S+)/g)].map(([, name = '', word = '']) => [
      name,
      word,
    ]),
  )
  const server = await run(dataDir, environment)
  return {
    url: server.url,
    passwords,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const everywhere = (dataDir: string) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  DATA_DIR: dataDir,
})

async function run(dataDir: string, environment: Readonly<Record<string, string>> = demo): Promise<RunningServer> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...everywhere(dataDir), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await ready(child)
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The address of the line `ready`; rejects with what the program said when it ends before. */
function ready(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the server has no output to read')
  let said = ''
  stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`the server ended with ${code ?? signal} before it was ready: ${said}`)),
    )
  })
}
