import { sql } from 'kysely'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'

/** Tries work in a savepoint: when a rule refuses it, nothing of it stays, neither rows nor words to anybody, and the transaction goes on. Answers whether it was done. */
export async function attempt(base: Base, work: (tentative: Base) => Promise<unknown>): Promise<boolean> {
  const later: (() => void)[] = []
  const tentative: Base = {
    ...base,
    changed: (record, id) => void later.push(() => base.changed(record, id)),
    notify: (message) => void later.push(() => base.notify(message)),
  }
  await sql`savepoint attempt`.execute(base.db)
  try {
    await work(tentative)
    await sql`release savepoint attempt`.execute(base.db)
  } catch (error) {
    const isRefused = error instanceof RuleError || error instanceof ValidationError || error instanceof Refusal
    if (!isRefused) throw error
    await sql`rollback to savepoint attempt`.execute(base.db)
    return false
  }
  for (const run of later) run()
  return true
}
