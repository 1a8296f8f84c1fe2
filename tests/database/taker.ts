/** Tries once to take the lock file of its first parameter, prints how that went, and stays alive with it. */
import { lockFolder } from '#src/server/database/lock.ts'

try {
  lockFolder(process.argv[2] ?? '')
  process.stdout.write('taken\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.name : String(error)}\n`)
}
setInterval(() => undefined, 60_000)
