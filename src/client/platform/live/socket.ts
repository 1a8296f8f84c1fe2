import { fromCallback } from 'xstate'
import { type Heartbeat, type LiveMessage, type SocketEvent, TOKEN_REFUSED } from '#machines/connection/connection.ts'
import { ApiError, codes } from '#src/client/platform/http/error.ts'
import { call } from '#src/client/platform/http/transport.ts'
import { currentLanguage, tagOf } from '#src/client/platform/i18n/index.ts'
import { catchUpMs } from './catchUp.ts'
import { tellFrame } from './frames.ts'

/** Close code when the browser gives none. */
const ABNORMAL = 1006

/** A ticket opens the line, so that no access token stands in an address; each works once and for seconds. */
async function ticketFor(token: string, signal: AbortSignal): Promise<string> {
  const { data } = await call('post', '/api/system/socket_ticket/', { access: token, body: {}, signal })
  return (data as { ticket: string }).ticket
}

/** The close code of a line that was not even given a ticket. */
const refusedWith = (error: unknown): number =>
  error instanceof ApiError && error.code === codes.unauthorized ? TOKEN_REFUSED : ABNORMAL

/** The line speaks the page's language: a browser's own header may say another. */
function addressOf(ticket: string): string {
  const missed = catchUpMs()
  const query = new URLSearchParams({
    language: tagOf(currentLanguage()),
    ...(missed !== null && { missed: String(missed) }),
  })
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${encodeURIComponent(ticket)}/?${query}`
}

function messageOf(data: unknown): LiveMessage | null {
  if (typeof data !== 'string') return null
  try {
    const message: unknown = JSON.parse(data)
    return typeof message === 'object' && message !== null && 'contentType' in message ? (message as LiveMessage) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** One WebSocket `/ws/{token}/`, as long as the connection machine lives in `live`. */
export const socket = fromCallback<Heartbeat, { token: string }>(({ input, sendBack, receive }) => {
  const tell = (event: SocketEvent): void => sendBack(event)
  let line: WebSocket | null = null
  let closed = false
  const asking = new AbortController()
  const close = (code: number): void => {
    if (closed) return
    closed = true
    tell({ type: 'CLOSED', code })
  }
  const open = (ticket: string): void => {
    if (closed) return
    line = new WebSocket(addressOf(ticket))
    line.onopen = () => tell({ type: 'OPENED' })
    line.onmessage = ({ data }) => {
      tellFrame('in', String(data))
      const message = messageOf(data)
      if (message !== null) tell({ type: 'MESSAGE', message })
    }
    line.onclose = ({ code }) => close(code || ABNORMAL)
  }
  ticketFor(input.token, asking.signal).then(open, (error: unknown) => {
    if (asking.signal.aborted) return
    close(refusedWith(error))
    if (!(error instanceof ApiError)) throw error
  })
  receive(({ token }) => {
    if (line?.readyState !== WebSocket.OPEN) return
    line.send(JSON.stringify({ token }))
    tellFrame('out', JSON.stringify({ token: '***' }), true)
  })
  return () => {
    closed = true
    // Whoever has left waits for no ticket; the transport would ask for it once more.
    asking.abort()
    if (line === null) return
    line.onopen = line.onmessage = line.onclose = null
    line.close()
  }
})
