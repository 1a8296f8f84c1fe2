import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { Storage } from '#src/server/files/storage.ts'

/** 70.3: this many different documents; files of the same content share it (SYS-82). */
const contents = 60
/** Ids kept for files of the stories. */
const reserved = 1100

/** A small document of one line: generated, nothing real. */
function documentOf(words: string): Buffer {
  const stream = `BT /F1 18 Tf 40 120 Td (${words}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return place
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  return Buffer.from(`${text}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}

interface Content {
  readonly hash: string
  readonly size: number
}

/** Puts the documents where downloads find them. */
const keepContents = (storage: Storage): Promise<readonly Content[]> =>
  Promise.all(
    Array.from({ length: contents }, async (_, index): Promise<Content> => {
      const received = await storage.receive(Readable.from([documentOf(`Sample document ${index + 1}`)]))
      await storage.keep(received)
      return { hash: received.hash, size: received.size }
    }),
  )

/** Where stories take their files from. */
export interface FileShelf {
  /** A file of this person from that moment; its id. */
  take(uploader: number, name: string, at: Date): number
  /** Writes the files that were taken. */
  write(unit: UnitOfWork): Promise<void>
}

/** Opens a shelf whose files stand under `dataDir`. */
export async function openShelf(unit: UnitOfWork, dataDir: string): Promise<FileShelf> {
  const documents = await keepContents(new Storage(dataDir))
  const { rows: ids } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('file', 'id'))::bigint as id from generate_series(1, ${reserved}::int)`.execute(
    unit.db,
  )
  const taken: { id: number; hash: string; size: number; name: string; uploader_id: number; created_at: Date }[] = []
  return {
    take(uploader, name, at) {
      const id = ids[taken.length]?.id
      const document = documents[taken.length % documents.length]
      if (id === undefined || !document) throw new Error('the stories need more files than were reserved')
      taken.push({ id, ...document, name, uploader_id: uploader, created_at: at })
      return id
    },
    async write(to) {
      await sql`
        insert into file (id, hash, name, mime, size, uploader_id, created_at)
        select f.id, f.hash, f.name, 'application/pdf', f.size, f.uploader_id, f.created_at
        from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as f (id bigint, hash text, name text, size bigint, uploader_id bigint, created_at timestamptz)`.execute(
        to.db,
      )
    },
  }
}
