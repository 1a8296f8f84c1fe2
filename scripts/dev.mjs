/** `npm run dev`: Vite with hot reload for the browser, and the demo server, rebuilt and started again when a file of it is saved. Ends with npm. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onLauncherEnd } from './launcher.mjs'
import { ensureInstalled, root, tool } from './setup.mjs'

/** Apart from the server that `npm start` runs, and never emptied: the running server reads its files late. */
const OUTPUT = 'dist/dev'

ensureInstalled()
mkdirSync(join(root, OUTPUT), { recursive: true })
const { build } = await import('vite')

/** The present server; undefined before the first build. */
let server
let isOver = false
/** When the present work began: the start of this program, then each saved file. */
let since = performance.now()
/** One restart after another, since two servers cannot share the embedded database. */
let restarts = Promise.resolve()

async function restart() {
  const old = server
  if (old && old.exitCode === null && old.signalCode === null) {
    const ended = once(old, 'exit')
    old.kill('SIGTERM')
    await ended
  }
  if (isOver) return
  server = spawn(process.execPath, ['--enable-source-maps', join(OUTPUT, 'main.js')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'demo' },
  })
  const spent = since
  server.once('message', ({ url }) => {
    console.log(`server live after ${((performance.now() - spent) / 1000).toFixed(1)} s: ${url}`)
  })
  server.once('exit', (code) => {
    if (code) console.error(`the server ended with ${code}; save a file of it to start it again`)
  })
}

const page = spawn(tool('vite'), [], { cwd: root, stdio: 'inherit' })
const watcher = await build({
  logLevel: 'warn',
  build: { ssr: true, outDir: join(root, OUTPUT), emptyOutDir: false, watch: { buildDelay: 20 } },
})
watcher.on('event', (event) => {
  if (event.code === 'START' && server) since = performance.now()
  if (event.code === 'ERROR') console.error(`the server was not built: ${event.error.message}`)
  if (event.code === 'BUNDLE_END') event.result?.close()
  if (event.code === 'END') restarts = restarts.then(restart)
})

async function stop() {
  if (isOver) return
  isOver = true
  page.kill('SIGTERM')
  server?.kill('SIGTERM')
  await Promise.all([watcher.close(), restarts])
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
page.once('exit', stop)
onLauncherEnd(stop)
