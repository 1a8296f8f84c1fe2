import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { z } from 'zod'
import { FileAnswer } from '#src/define/answer.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { badFile, notFound, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UploadSink } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { idParams, queryBoolean } from '#src/server/http/schemas.ts'
import { addFile, findFile, inspect, type StoredFile } from './files.ts'
import { keepingContent, removeContent, removeOrphans } from './orphans.ts'
import { knownCheck, tellQuarantined } from './quarantine.ts'
import { check } from './scanner.ts'
import { shownInline } from './sniff.ts'
import { type ReceivedFile, Storage } from './storage.ts'

const MEGABYTE = 1024 * 1024
const MAX_BYTES = 20 * MEGABYTE

/** What a file is uploaded for, and what may be: megabytes at most, and whether it has to be a picture. */
const uses = {
  attachment: { most: 20, isPicture: false },
  signature: { most: 1, isPicture: true },
  avatar: { most: 2, isPicture: true },
  picture: { most: 2, isPicture: true },
} as const
const useQuery = z.strictObject({ use: z.enum(['attachment', 'signature', 'avatar', 'picture']).default('attachment') })

function assertUse(use: keyof typeof uses, mime: string, size: number): void {
  const { most, isPicture } = uses[use]
  if (isPicture && !mime.startsWith('image/')) throw badFile('file.pictureOnly')
  if (size > most * MEGABYTE) throw badFile('file.tooLargeForUse', most)
}

const shown = ({ id, name, mime, size }: StoredFile) => ({ id, name, mime, size })

/** Upload and download (FILE-STD), and what the page of all files does (60.8). */
export function fileRoutes(services: Services): readonly RouteDefinition[] {
  const storage = new Storage(services.mode.dataDir)
  const sink: UploadSink = {
    receive: (content) => storage.receive(content),
    discard: (received) => storage.discard(received as ReceivedFile),
  }
  return [
    route({
      method: 'POST',
      url: '/api/system/file/',
      operation: operation('file.upload'),
      permission: 'signedIn',
      ownTransaction: true,
      upload: { maxBytes: MAX_BYTES, sink },
      query: useQuery,
      handle: async ({ unit, upload, access, query, write }) => {
        if (!upload) throw badFile('file.missing')
        const received = upload.received as ReceivedFile
        const file = await inspect(services, upload.name, received, access.userId)
        assertUse(query.use, file.mime, received.size)
        const found =
          (await knownCheck(unit, received.hash)) ?? (await check(services, () => createReadStream(received.path)))
        const stored = await keepingContent(services, storage, received.hash, () =>
          write(async (writing) => {
            const row = await addFile(writing, storage, received, { ...file, uploaderId: access.userId }, found)
            if (found.state === 'quarantined')
              await tellQuarantined(writing, { ...row, uploader: access.name }, found.note)
            return shown(row)
          }),
        )
        if (found.state === 'quarantined') throw badFile('file.quarantined')
        return stored
      },
    }),
    route({
      method: 'GET',
      url: '/api/system/file/:id/',
      operation: operation('file.read', rowOf('file')),
      permission: 'signedIn',
      params: idParams,
      handle: async ({ unit, access, params }) => shown(await findFile(services, unit, access, params.id)),
    }),
    route({
      method: 'GET',
      url: '/api/system/file/:id/download/',
      operation: operation('file.download', rowOf('file')),
      permission: 'signedIn',
      params: idParams,
      query: z.strictObject({ inline: queryBoolean }),
      handle: async ({ unit, access, params, query }) => {
        const file = await findFile(services, unit, access, params.id)
        if (file.checkState === 'quarantined' || file.checkState === 'pending') throw badFile(`file.${file.checkState}`)
        if (!(await storage.has(file.hash))) {
          services.log.error({ file: file.id }, 'the content of a file is missing')
          throw notFound()
        }
        return new FileAnswer({
          name: file.name,
          mime: file.mime,
          content: storage.read(file.hash),
          inline: query.inline === true && shownInline.has(file.mime),
        })
      },
    }),
    route({
      method: 'DELETE',
      url: '/api/system/file/:id/',
      operation: operation('file.remove', rowOf('file')),
      permission: 'file:Delete',
      ownTransaction: true,
      params: idParams,
      handle: async ({ params, write }) => {
        const hash = await write(async (unit) => {
          const { rows } = await sql<{ name: string; hash: string }>`
            select name, hash from file where id = ${params.id} for update`.execute(unit.db)
          const file = rows[0]
          if (!file) throw notFound()
          const { rows: links } = await sql<{ n: number }>`
            select count(*)::int as n from file_link where file_id = ${params.id}`.execute(unit.db)
          const uses = links[0]?.n ?? 0
          if (uses > 0) throw new RuleError('rule.SYS-81', file.name, uses)
          await sql`delete from file where id = ${params.id}`.execute(unit.db)
          unit.traced({ record: 'file', id: params.id, before: { name: file.name, hash: file.hash }, after: null })
          unit.changed('file', params.id)
          return file.hash
        })
        await removeContent(services, storage, hash)
        return null
      },
    }),
    route({
      method: 'POST',
      url: '/api/system/file/cleanup/',
      operation: operation('file.cleanup'),
      permission: 'file:Delete',
      ownTransaction: true,
      handle: async ({ write, writeApart }) => {
        const removed = await removeOrphans(services, writeApart)
        return write(async (unit) => {
          unit.changed('file', null)
          return { removed }
        })
      },
    }),
  ]
}
