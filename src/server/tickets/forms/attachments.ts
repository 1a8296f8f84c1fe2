import type { Access } from '#src/define/access.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { filesIn } from '#src/fields/walk.ts'
import { linkFiles } from '#src/server/files/links.ts'

/** Makes newly named files belong to the ticket (FILE-STD). @throws ValidationError for somebody else's files. */
export async function attachFiles(
  unit: UnitOfWork,
  access: Access,
  ticketId: number,
  fields: Fields,
  before: FormData,
  after: FormData,
): Promise<void> {
  const known = new Set(filesIn(fields, before))
  await linkFiles(
    unit,
    access,
    'ticket',
    ticketId,
    filesIn(fields, after).filter((id) => !known.has(id)),
  )
}
