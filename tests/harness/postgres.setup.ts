import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const isRoot = process.getuid?.() === 0

/**
 * Gives the run a PostgreSQL: the one named by TEST_POSTGRES_URL or DATABASE_URL, else a private one started from the
 * binaries of this machine, else none (then only the embedded engine is tested). Returns its tear-down.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_POSTGRES_URL ?? process.env.DATABASE_URL
  if (given !== undefined && given !== '') {
    process.env.TEST_POSTGRES_URL = given
    return undefined
  }
  const binaries = findBinaries()
  if (binaries === undefined) {
    return undefined
  }
  const { url, stop } = await startCluster(binaries)
  process.env.TEST_POSTGRES_URL = url
  return stop
}

function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

async function startCluster(binaries: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (isRoot) {
    // PostgreSQL refuses to run as root.
    chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'])), Number(execFileSync('id', ['-g', 'postgres'])))
  }
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(...asOwner(join(binaries, 'initdb'), initdb), { stdio: 'pipe', cwd: folder })
  const port = await freePort()
  // The tests kill servers of the product, never this one, so only benchmarks pay for its durability.
  const fsync = process.env.TEST_FSYNC ?? 'off'
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '300',
    fsync,
    full_page_writes: fsync,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, parameters] = asOwner(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...options])
  const server = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder })
  const ended = once(server, 'exit')
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
      if (log.includes('ready to accept connections')) {
        resolve()
      }
    })
    ended.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)), reject)
  })
  await ready
  const stop = async () => {
    execFileSync(...asOwner(join(binaries, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate']), {
      stdio: 'pipe',
      cwd: folder,
    })
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
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
