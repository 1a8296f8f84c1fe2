import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { projectRoot } from '#src/server/database/root.ts'

/** A TypeScript program made runnable by plain Node; `remove` deletes what was made. */
export interface Program {
  run(...parameters: string[]): ChildProcess
  remove(): void
}

/** Bundles `entry` (a path from the project's root) so that a test can run and kill it as a process of its own. */
export async function bundle(entry: string): Promise<Program> {
  const root = projectRoot()
  const folder = join(root, 'node_modules/.cache/programs', randomBytes(6).toString('hex'))
  const file = join(folder, 'program.mjs')
  // As in the build of the server: the embedded engine's worker stands beside the program.
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(root, 'src/server/database/embedded/embedded.worker.mjs'), join(folder, 'embedded.worker.mjs'))
  await build({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    external: (id) => !/^[./#\0]/.test(id),
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  })
  return {
    run: (...parameters) =>
      spawn(process.execPath, [file, ...parameters], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
