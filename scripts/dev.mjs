/** `npm run dev`: Vite with hot reload for the browser on 5173, and the demo server rebuilt and restarted on change. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run, tool } from './setup.mjs'

ensureInstalled()
if (!existsSync(join(root, 'dist/server/main.js')))
  run(tool('vite'), ['build', '--ssr', 'src/server/main.ts', '--logLevel', 'warn'])

const demo = { ...process.env, NODE_ENV: 'demo' }
const parts = [
  spawn(tool('vite'), ['build', '--ssr', 'src/server/main.ts', '--watch', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, ['--watch', '--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: demo,
  }),
  spawn(tool('vite'), [], { cwd: root, stdio: 'inherit' }),
]
const stop = () => {
  for (const part of parts) part.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const part of parts) part.on('exit', stop)
