import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badFile } from '#src/define/problem.ts'
import type { Upload } from '#src/define/server.ts'

const MEGABYTE = 1024 * 1024

/** Reads the one file and the texts of a multipart call; 4013 when there is no file or it is too large. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<{ upload: Upload; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw badFile('file.missing')
  const fields: Record<string, string> = {}
  let upload: Upload | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 } })) {
      if (part.type === 'file') upload = { name: part.filename, content: await part.toBuffer() }
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') throw badFile('file.tooLarge', Math.floor(maxBytes / MEGABYTE))
    throw error
  }
  if (!upload) throw badFile('file.missing')
  return { upload, fields }
}
