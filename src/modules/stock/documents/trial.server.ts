/** Whether a document could be posted as it stands: posted inside a savepoint and taken back, so that the answer is that of the posting itself. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { DocumentRow } from './lines.server.ts'
import { postLines } from './post.server.ts'

/** The unit without what is announced after the commit. */
const silent = (unit: UnitOfWork): UnitOfWork =>
  Object.assign(Object.create(unit), { changed: () => {}, notify: () => {}, traced: () => {} })

/** @throws the refusal of the posting: a shortage, an expired or held batch, a day on which the goods were not there */
export async function refuseUnpostable(unit: UnitOfWork, document: DocumentRow, byUser: number): Promise<void> {
  await sql`savepoint trial_posting`.execute(unit.db)
  await postLines(silent(unit), document, byUser)
  await sql`rollback to savepoint trial_posting`.execute(unit.db)
  await sql`release savepoint trial_posting`.execute(unit.db)
}
