import { sql } from 'kysely'
import { fileLinks } from '#src/define/fileLinks.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import type { Seals } from './seal-stories.ts'
import { type Book, moduleBook } from './world.server.ts'

/** Applications for seals run by the product's own form and effects: what they stamp stands in the registers. */
export const openSealBook = (engine: Engine): Book => moduleBook(engine, ['useSeal'], 'seal.', shareScans)

/** Files belong to their tickets only now. */
async function shareScans(unit: UnitOfWork): Promise<void> {
  const links = unit.service(fileLinks)
  const { rows } = await sql<{ id: number; useId: number; ticketId: number; files: number[] }>`
    select id, use_id, ticket_id, scan_file as files from shared_seal_entry order by id`.execute(unit.db)
  for (const { id, useId, ticketId, files } of rows) {
    await links.share({ record: 'ticket', recordId: ticketId }, { record: 'sealEntry', recordId: id }, files)
    await links.share({ record: 'ticket', recordId: ticketId }, { record: 'sealUse', recordId: useId }, files)
  }
}

/** Seals by name. */
export async function openSeals(unit: UnitOfWork): Promise<Seals> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from shared_seal`.execute(unit.db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
