import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'

/** Seconds until `npm start` says ready. */
function start(folder: string, port: number): Promise<number> {
  const from = performance.now()
  const server = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    // Vitest's own mark would make the build think it runs for a test.
    env: { ...process.env, PORT: String(port), NODE_ENV: '', VITEST: '' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
    server.stdout.on('data', (part: Buffer) => {
      if (!part.toString().includes('ready http')) return
      const seconds = (performance.now() - from) / 1000
      server.removeAllListeners('exit')
      server.once('exit', () => resolve(seconds))
      process.kill(-(server.pid ?? 0), 'SIGTERM')
    })
  })
}

it('from npm start in a fresh clone with a warm npm cache to ready, and a second start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-clone-'))
  execFileSync('git', ['clone', '--quiet', '.', folder])
  console.log(`first start: ${(await start(folder, 3911)).toFixed(1)} s`)
  console.log(`second start: ${(await start(folder, 3911)).toFixed(1)} s`)
  rmSync(folder, { recursive: true })
})
