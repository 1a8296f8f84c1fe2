import { fromCallback } from 'xstate'
import type { Heartbeat, LiveMessage, SocketEvent } from '#machines/connection.ts'
import { currentLanguage, tagOf } from '#src/client/i18n/index.ts'

/** Close code when the browser gives none. */
const ABNORMAL = 1006

/** The line speaks the page's language: a browser's own header may say another. */
const addressOf = (token: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${encodeURIComponent(token)}/?language=${tagOf(currentLanguage())}`

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
  const line = new WebSocket(addressOf(input.token))
  let closed = false
  const close = (code: number): void => {
    if (closed) return
    closed = true
    tell({ type: 'CLOSED', code })
  }
  line.onopen = () => tell({ type: 'OPENED' })
  line.onmessage = ({ data }) => {
    const message = messageOf(data)
    if (message !== null) tell({ type: 'MESSAGE', message })
  }
  line.onclose = ({ code }) => close(code || ABNORMAL)
  receive(({ token }) => {
    if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify({ token }))
  })
  return () => {
    closed = true
    line.onopen = line.onmessage = line.onclose = null
    line.close()
  }
})
