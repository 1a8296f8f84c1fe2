/** Runs the built server in a mode (`demo` or `production`), under supervision. With parameters it is a command (docs/operations.md): it runs once, without supervision. */
import { onLauncherEnd } from './launcher.mjs'
import { ensureBuilt, ensureInstalled, root, run } from './setup.mjs'

const SERVER = ['--enable-source-maps', 'dist/server/main.js']

export async function runServer(mode, parameters = []) {
  ensureInstalled()
  ensureBuilt()
  const environment = { ...process.env, NODE_ENV: mode }
  if (parameters.length > 0) return run(process.execPath, [...SERVER, ...parameters], { env: environment })
  const { supervise } = await import('../dist/server/supervisor.js')
  const supervisor = supervise({ parameters: SERVER, cwd: root, environment })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, supervisor.stop)
  onLauncherEnd(supervisor.stop)
  process.exit(await supervisor.ended)
}
