import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { identifyProcess, isRunning } from '#src/server/database/process.ts'

const isRoot = process.getuid?.() === 0

/** Folder of PostgreSQL's programs on this machine; undefined without any. */
export function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** A PostgreSQL of one's own. */
export interface Cluster {
  readonly url: string
  /** kill -9 of the server and all its processes, and waits for their end. */
  kill(): Promise<void>
  /** kill -9 of one process that serves a connection, which PostgreSQL takes for a crash: it ends all others and recovers by itself. False when there is none. */
  killBackend(application: string): boolean
  /** Stops all its processes where they are: connections stay open and nobody answers. The answer lets them go on. */
  pause(): () => void
  /** Starts it again after a kill, and waits until it takes connections. */
  again(): Promise<void>
  /** Ends it and deletes everything. */
  stop(): Promise<void>
}

/** Starts a fresh cluster; `isDurable` makes its commits reach the disk. */
export async function startCluster(binaries: string, isDurable: boolean): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (isRoot) {
    // PostgreSQL refuses to run as root.
    chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'])), Number(execFileSync('id', ['-g', 'postgres'])))
  }
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(...asOwner(join(binaries, 'initdb'), initdb), { stdio: 'pipe', cwd: folder })
  const port = await freePort()
  const fsync = isDurable ? 'on' : 'off'
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '300',
    fsync,
    full_page_writes: fsync,
    // The databases are small: compiling a statement takes longer than it saves.
    jit: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = asOwner(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...options])
  let running = await run(command, folder)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async kill() {
      const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const processes = [server, ...childrenOf(server)].map(identifyProcess)
      // The head first: it would take a dead child for a crash and end the others in an orderly way.
      for (const { pid } of processes) killNow(pid)
      await running.ended
      // Its memory is free for the next one when all are gone.
      while (processes.some(isRunning)) await setTimeout(5)
    },
    killBackend(application) {
      const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const query = `select pid from pg_stat_activity where application_name = '${application}' limit 1`
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`
      const pid = Number(execFileSync(join(binaries, 'psql'), ['-At', '-c', query, url]))
      if (pid === 0 || !childrenOf(server).includes(pid)) return false
      killNow(pid)
      return true
    },
    pause() {
      const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const processes = [server, ...childrenOf(server)]
      for (const pid of processes) process.kill(pid, 'SIGSTOP')
      return () => {
        // A program that started the server under another user has stopped with it.
        for (const pid of [...processes, running.pid]) process.kill(pid, 'SIGCONT')
      }
    },
    async again() {
      running = await run(command, folder)
    },
    async stop() {
      execFileSync(...asOwner(join(binaries, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate']), {
        stdio: 'pipe',
        cwd: folder,
      })
      await running.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly pid: number
  readonly ended: Promise<unknown>
}

/** Runs the server and waits until it takes connections. */
async function run([command, parameters]: [string, string[]], folder: string): Promise<Running> {
  const server = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder })
  const ended = once(server, 'exit')
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
      if (log.includes('ready to accept connections')) {
        resolve()
      }
    })
    ended.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)), reject)
  })
  return { pid: server.pid ?? 0, ended }
}

const childrenOf = (parent: number): number[] =>
  (readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').match(/\d+/g) ?? []).map(Number)

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // A backend may have ended in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function asOwner(command: string, parameters: string[]): [string, string[]] {
  return isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...parameters]] : [command, parameters]
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') {
    throw new Error('no free port on 127.0.0.1')
  }
  return address.port
}
