/** Starts the built server in a mode (`demo` or `production`) and ends with it. */
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, root } from './setup.mjs'

export function runServer(mode, parameters = []) {
  ensureInstalled()
  ensureBuilt()
  const env = { ...process.env, NODE_ENV: mode }
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js', ...parameters], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 0))
}
