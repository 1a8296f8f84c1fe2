/** `npm start` and `npm run serve`: a server that dies or hangs is started again, and nothing is left when npm ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { EXIT_REFUSED } from '#machines/supervision/supervision.ts'
import { projectRoot } from '#src/server/database/root.ts'
import { seededFolder } from '#tests/harness/seeded.ts'
import { serverEnvironment } from '#tests/harness/server.ts'

/** Milliseconds of silence after which these tests end a server. */
const SILENCE_LIMIT = 3_000

const root = projectRoot()
const folders: string[] = []
const programs: ChildProcess[] = []

afterEach(() => {
  for (const program of programs.splice(0)) program.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A program, what it printed so far, and a way to wait for more. */
interface Started {
  readonly child: ChildProcess
  /** Waits for the next line that `test` accepts, of those not taken yet. */
  line(test: (line: string) => boolean): Promise<string>
}

async function startProgram(
  command: string,
  parameters: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'supervised-'))
  folders.push(dataDir)
  cpSync(await seededFolder(), dataDir, { recursive: true })
  const environment = { ...serverEnvironment({ dataDir }), NODE_ENV: 'demo', ...more }
  const child = spawn(command, parameters, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  programs.push(child)
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const wake of waiting) wake()
    })
  const take = (test: (line: string) => boolean): string | undefined => {
    const index = lines.findIndex(test)
    return index < 0 ? undefined : lines.splice(index, 1)[0]
  }
  return {
    child,
    line: (test) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = take(test)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** The supervisor with a shorter patience than in production. */
const supervised = (): Promise<Started> =>
  startProgram(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { supervise } = await import('./dist/server/supervisor.js')
     const program = { parameters: ['dist/server/main.js'], cwd: process.cwd(), environment: process.env }
     const supervisor = supervise(program, { probeInterval: 200, silenceLimit: ${SILENCE_LIMIT}, stopLimit: 500 })
     process.on('SIGTERM', supervisor.stop)
     process.exit(await supervisor.ended)`,
  ])

const isReady = (line: string): boolean => line.startsWith('ready ')
const urlOf = (line: string): string => line.slice('ready '.length)
const isLog = (message: string) => (line: string) => line.startsWith('{') && line.includes(`"msg":"${message}"`)

/** Processes below `pid`, nearest first. */
function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
  const children = parents.filter(({ parent }) => parent === pid).map((it) => it.pid)
  return [...children, ...children.flatMap(descendants)]
}

const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const childOf = ({ child }: Started): number => descendants(child.pid!)[0]!

describe('a supervised server', () => {
  it('is started again after kill -9, with one log line, and goes on over the same data', async () => {
    const program = await supervised()
    await program.line(isReady)
    process.kill(childOf(program), 'SIGKILL')
    expect(JSON.parse(await program.line(isLog('server ended, restarting')))).toMatchObject({
      program: 'supervisor',
      signal: 'SIGKILL',
      restartInMs: 1000,
    })
    const url = urlOf(await program.line(isReady))
    expect((await fetch(`${url}/readiness`)).status).toBe(200)
  })

  it('is killed and started again when it does not answer', async () => {
    const program = await supervised()
    await program.line(isReady)
    const first = childOf(program)
    process.kill(first, 'SIGSTOP')
    await program.line(isLog('server does not answer, ending it'))
    await program.line(isLog('server did not end in time, killing it'))
    const url = urlOf(await program.line(isReady))
    expect(isAlive(first)).toBe(false)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('ends when its supervisor was killed', async () => {
    const program = await supervised()
    await program.line(isReady)
    const server = childOf(program)
    program.child.kill('SIGKILL')
    await expect.poll(() => isAlive(server), { timeout: 15_000 }).toBe(false)
  })
})

describe('npm start', () => {
  it('leaves no process behind when npm gets SIGTERM', async () => {
    const program = await startProgram('npm', ['start'])
    await program.line(isReady)
    const all = descendants(program.child.pid!)
    expect(all.length).toBeGreaterThan(1)
    program.child.kill('SIGTERM')
    await expect.poll(() => all.filter(isAlive), { timeout: 20_000 }).toEqual([])
  })

  it('ends with the reason when a restart would not help', async () => {
    const program = await startProgram('npm', ['start'], { DATA_KEY: 'short' })
    const ended = once(program.child, 'exit')
    expect(await program.line((line) => line.startsWith('environment: '))).toContain('DATA_KEY')
    expect(await ended).toEqual([EXIT_REFUSED, null])
  })
})
