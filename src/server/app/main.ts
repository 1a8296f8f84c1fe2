/** The server process: reads its environment, starts, prints `ready`, and ends cleanly when asked to. With `export FILE` or `import FILE` it moves the database instead; with `backup`, `verify-backup FILE` or `restore FILE` it writes, tries or restores a backup; with `audit` it checks the audit logs; with `--migrate` it only runs the migrations; with `--lock-demo-accounts` it locks the accounts of a demo whose database production is to run on; with `--first-administrators [USERNAME USERNAME USERNAME]` it makes the accounts with which a new bureau begins. */
import { EXIT_REFUSED, EXIT_UNPREPARED } from '#machines/supervision/supervision.ts'
import { runAudit } from '../audit/command.ts'
import type { ReadyMessage } from '../supervisor/process.ts'
import { runBackup, runRestore, runVerify } from './backup.ts'
import { readEnvironment } from './environment.ts'
import { moveDatabase } from './move.ts'
import { lockDemo, migrateOnly, setUp, startServer } from './start.ts'
import { isRefusedStart, UnpreparedError } from './startRefusal.ts'

/** Milliseconds that running requests may take at the end. */
const SHUTDOWN_TIMEOUT_MS = 10_000

async function main(): Promise<void> {
  const [command, ...parameters] = process.argv.slice(2)
  const [file] = parameters
  if (command === '--first-administrators') {
    for (const { username, password } of await setUp(readEnvironment(process.env), parameters))
      console.log(`first administrator ${username}, one-time password ${password}`)
    return
  }
  if (command === '--lock-demo-accounts') {
    const { locked, administrators } = await lockDemo(readEnvironment(process.env))
    console.log(`${locked} demo accounts locked`)
    for (const { username, password } of administrators)
      console.log(`demo administrator ${username}, one-time password ${password}`)
    return
  }
  if ((command === 'export' || command === 'import') && file !== undefined) {
    const { rows } = await moveDatabase(command, file, readEnvironment(process.env))
    console.log(`${command}: ${rows} rows`)
    return
  }
  if (command === 'backup') {
    await runBackup(readEnvironment(process.env), parameters, console.log)
    return
  }
  if ((command === 'verify-backup' || command === 'restore') && file !== undefined) {
    await (command === 'restore' ? runRestore : runVerify)(readEnvironment(process.env), file, console.log)
    return
  }
  if (command === '--migrate') {
    await migrateOnly(readEnvironment(process.env))
    return
  }
  if (command === 'audit') {
    process.exitCode = await runAudit(readEnvironment(process.env), parameters, console.log)
    return
  }
  const server = await startServer(readEnvironment(process.env))
  let ending = false
  const end = (): void => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    server.close().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // Without its supervisor nobody would end it.
  process.on('disconnect', end)
  const message: ReadyMessage = { type: 'ready', url: server.url }
  process.send?.(message)
  console.log(`ready ${server.url}`)
}

function fail(error: unknown): void {
  const isUnprepared = error instanceof UnpreparedError
  // The reason is the last line, for a person.
  if (isUnprepared && error.cause instanceof Error) console.error(error.cause.stack)
  console.error(error instanceof Error ? error.message : error)
  process.exit(isUnprepared ? EXIT_UNPREPARED : isRefusedStart(error) ? EXIT_REFUSED : 1)
}

main().catch(fail)
