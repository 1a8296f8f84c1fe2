/** One signed POST to the address that was checked; redirects are not followed. */
import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Target } from './target.ts'

const TIMEOUT_MS = 10_000

/** HMAC-SHA256 over timestamp and body, as receivers check it. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** What is sent. */
export interface Parcel {
  readonly id: number
  readonly event: string
  readonly body: string
  readonly secret: string
  /** Seconds since 1970. */
  readonly timestamp: string
}

/** Sends it and answers the HTTP status; what the receiver writes is not read. @throws Error without an answer */
export function send(
  { url, address, family }: Target,
  { id, event, body, secret, timestamp }: Parcel,
): Promise<number> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent: false,
        // The address that was checked, whatever the name leads to by now.
        lookup: (_host, options, done) =>
          options.all === true ? done(null, [{ address, family }]) : done(null, address, family),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'jingbao-webhook',
          'x-jingbao-event': event,
          'x-jingbao-delivery': String(id),
          'x-jingbao-timestamp': timestamp,
          'x-jingbao-signature': signatureOf(secret, timestamp, body),
        },
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    call.setTimeout(TIMEOUT_MS, () => call.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    call.on('error', reject)
    call.end(body)
  })
}
