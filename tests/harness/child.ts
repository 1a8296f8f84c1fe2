import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
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
  const file = join(root, 'node_modules/.cache/programs', `${randomBytes(6).toString('hex')}.mjs`)
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
    remove: () => rmSync(file, { force: true }),
  }
}
