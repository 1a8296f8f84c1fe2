import { createHash } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerCookie, FileAnswer } from '#src/define/answer.ts'

/** Says how many rows leave the house, to the caller and to the operation log (IMPEX-STD). */
export const countRows = (reply: FastifyReply, rows: number): FastifyReply => reply.header('x-row-count', rows)

/** Sends a download or an inline file; nothing in it may run as a page of ours. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const disposition = `${file.inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`
  if (file.rows !== null) countRows(reply, file.rows)
  return reply
    .header('content-disposition', disposition)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', 'private, no-store')
    .type(file.mime)
    .send(file.content)
}

/** Sends what the caller may keep and ask about: nothing but 304 when it is what they have. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, envelope: object): FastifyReply {
  const tag = `"${createHash('sha256').update(JSON.stringify(envelope)).digest('base64url').slice(0, 27)}"`
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('vary', 'authorization, accept-language')
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) ? reply.code(304).send() : reply.send(envelope)
}

/** Sets the cookies of an answer: out of reach of scripts, never sent from other sites. */
export function setCookies(reply: FastifyReply, cookies: readonly AnswerCookie[], secure: boolean): void {
  for (const { name, value, path, maxAge } of cookies) {
    reply.setCookie(name, value, {
      path,
      httpOnly: true,
      sameSite: 'strict',
      secure,
      ...(maxAge !== null && { maxAge }),
    })
  }
}
