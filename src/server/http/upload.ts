import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badFile } from '#src/define/problem.ts'
import type { RouteDefinition, Upload } from '#src/define/server.ts'

const MEGABYTE = 1024 * 1024
const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'

type UploadRule = NonNullable<RouteDefinition['upload']>

async function take(part: MultipartFile, { sink }: UploadRule): Promise<Upload> {
  // A part may be a file by its type alone.
  const name = part.filename ?? ''
  if (!sink) return { name, content: await part.toBuffer() }
  const received = await sink.receive(part.file)
  if (!part.file.truncated) return { name, content: Buffer.alloc(0), received }
  await sink.discard(received)
  throw Object.assign(new Error('the file is too large'), { code: TOO_LARGE })
}

/** The parser says so in plain errors; whatever else goes wrong here is a fault of this side. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && /^Multipart: |unexpected end of multipart data$/i.test(error.message)

/** Reads the one file and the texts of a multipart call; 4013 when there is no file or it is too large, 4000 when the body is no multipart one. */
export async function readUpload(
  request: FastifyRequest,
  rule: UploadRule,
): Promise<{ upload: Upload; fields: Record<string, string> }> {
  const { maxBytes } = rule
  if (!request.isMultipart()) throw badFile('file.missing')
  const fields: Record<string, string> = {}
  let upload: Upload | null = null
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 },
    })) {
      if (part.type === 'file') upload = await take(part, rule)
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    // What is still on its way would stand before the next call on this connection, which then nobody answers.
    request.raw.unpipe().resume()
    if (upload?.received !== undefined) await rule.sink?.discard(upload.received)
    if (error instanceof Error && 'code' in error && error.code === TOO_LARGE)
      throw badFile('file.tooLarge', Math.floor(maxBytes / MEGABYTE))
    throw isBrokenOff(error)
      ? Object.assign(new Error('broken multipart body', { cause: error }), { statusCode: 400 })
      : error
  }
  if (!upload) throw badFile('file.missing')
  return { upload, fields }
}
