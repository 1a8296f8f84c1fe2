import { z } from 'zod'
import { FileAnswer } from '#src/define/answer.ts'
import { badFile, notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UploadSink } from '#src/define/server.ts'
import { idParams, queryBoolean } from '#src/server/http/schemas.ts'
import type { Services } from '#src/server/services.ts'
import { addFile, findFile, inspect, type StoredFile } from './files.ts'
import { shownInline } from './sniff.ts'
import { type Received, Storage } from './storage.ts'

const MOST_BYTES = 20 * 1024 * 1024

const shown = ({ id, name, mime, size }: StoredFile) => ({ id, name, mime, size })

/** Upload and download (FILE-STD). */
export function fileRoutes(services: Services): readonly RouteDefinition[] {
  const storage = new Storage(services.mode.dataDir)
  const sink: UploadSink = {
    receive: (content) => storage.receive(content),
    discard: (received) => storage.discard(received as Received),
  }
  return [
    route({
      method: 'POST',
      url: '/api/system/file/',
      permission: 'signedIn',
      ownTransaction: true,
      upload: { maxBytes: MOST_BYTES, sink },
      handle: async ({ upload, access, write }) => {
        if (!upload) throw badFile('file.missing')
        const received = upload.received as Received
        const file = await inspect(upload.name, received)
        return shown(await write((base) => addFile(base, storage, received, { ...file, uploaderId: access.userId })))
      },
    }),
    route({
      method: 'GET',
      url: '/api/system/file/:id/',
      permission: 'signedIn',
      params: idParams,
      handle: async ({ base, access, params }) => shown(await findFile(services, base, access, params.id)),
    }),
    route({
      method: 'GET',
      url: '/api/system/file/:id/download/',
      permission: 'signedIn',
      params: idParams,
      query: z.strictObject({ inline: queryBoolean }),
      handle: async ({ base, access, params, query }) => {
        const file = await findFile(services, base, access, params.id)
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
  ]
}
