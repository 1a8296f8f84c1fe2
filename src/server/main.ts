/** The server process: reads its environment, starts, prints `ready`, and ends cleanly when asked to. With `export FILE` or `import FILE` it moves the database instead; with `--first-administrators [USERNAME USERNAME USERNAME]` it makes the accounts with which a new bureau begins. */
import { readEnvironment } from './environment.ts'
import { moveDatabase } from './move.ts'
import { setUp, startServer } from './start.ts'

/** Milliseconds that running requests may take at the end. */
const PATIENCE = 10_000

async function main(): Promise<void> {
  const [command, ...parameters] = process.argv.slice(2)
  const [file] = parameters
  if (command === '--first-administrators') {
    for (const { username, password } of await setUp(readEnvironment(process.env), parameters))
      console.log(`first administrator ${username}, one-time password ${password}`)
    return
  }
  if ((command === 'export' || command === 'import') && file !== undefined) {
    const { rows } = await moveDatabase(command, file, readEnvironment(process.env))
    console.log(`${command}: ${rows} rows`)
    return
  }
  const server = await startServer(readEnvironment(process.env))
  let ending = false
  const end = (): void => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), PATIENCE).unref()
    server.close().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  console.log(`ready ${server.url}`)
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

main().catch(fail)
