import { sql } from 'kysely'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Tries work in a savepoint: when a rule refuses it, nothing of it stays, neither rows nor words to anybody, and the transaction goes on. Answers whether it was done. */
export async function attempt(unit: UnitOfWork, work: (tentative: UnitOfWork) => Promise<unknown>): Promise<boolean> {
  const later: (() => void)[] = []
  const tentative: UnitOfWork = {
    ...unit,
    changed: (record, id) => void later.push(() => unit.changed(record, id)),
    notify: (message) => void later.push(() => unit.notify(message)),
  }
  await sql`savepoint attempt`.execute(unit.db)
  try {
    await work(tentative)
    await sql`release savepoint attempt`.execute(unit.db)
  } catch (error) {
    const isRefused = error instanceof RuleError || error instanceof ValidationError || error instanceof Refusal
    if (!isRefused) throw error
    await sql`rollback to savepoint attempt`.execute(unit.db)
    return false
  }
  for (const run of later) run()
  return true
}
