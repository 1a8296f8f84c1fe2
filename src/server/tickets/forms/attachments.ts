import type { Access } from '#src/define/access.ts'
import type { Base } from '#src/define/server.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { idsOf } from '#src/fields/identity.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { linkFiles } from '#src/server/files/links.ts'

/** Ids of all files a form names, sub-tables included. */
function filesIn(fields: Fields, form: FormData): readonly number[] {
  return Object.entries(fields).flatMap(([name, field]): readonly number[] => {
    const value = form[name]
    if (value === undefined || value === null) return []
    if (field.kind === 'files') return idsOf(value)
    return field.kind === 'lines' ? rowsOf(value).flatMap((row) => filesIn(field.fields, row)) : []
  })
}

/** Makes newly named files belong to the ticket (FILE-STD). @throws ValidationError for somebody else's files. */
export async function attachFiles(
  base: Base,
  access: Access,
  ticketId: number,
  fields: Fields,
  before: FormData,
  after: FormData,
): Promise<void> {
  const known = new Set(filesIn(fields, before))
  await linkFiles(
    base,
    access,
    'ticket',
    ticketId,
    filesIn(fields, after).filter((id) => !known.has(id)),
  )
}
