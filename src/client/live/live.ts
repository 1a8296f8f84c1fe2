/** The live connection of this tab: the machine tied to the session, the query cache and the bell. */
import { createActor } from 'xstate'
import { type ConnectionActor, connectionMachine, type LiveMessage } from '#machines/connection.ts'
import { onLanguage } from '#src/client/i18n/index.ts'
import { queries } from '#src/client/queries.ts'
import { session } from '#src/client/session/index.ts'
import { type Change, changeOf, isTouched } from './invalidate.ts'
import { noticeArrived } from './notices.ts'
import { socket } from './socket.ts'

/** Milliseconds in which changes are gathered: a bulk deed is one fetch, not a hundred. */
const GATHER = 60

export const connection: ConnectionActor = createActor(connectionMachine.provide({ actors: { socket } }), {
  input: { supported: 'WebSocket' in globalThis },
})

let gathered: Change[] = []

function flush(): void {
  const changes = gathered
  gathered = []
  void queries.invalidateQueries({ predicate: (query) => isTouched(query.queryKey, changes) })
}

/** Records whose change alters what a page may show at all (SYS-14, SYS-54). */
const startUpRecords: readonly string[] = ['role', 'menu', 'menuButton', 'dictionary', 'config']

function arrived(message: LiveMessage): void {
  const change = changeOf(message)
  if (change !== null) {
    if (gathered.length === 0) setTimeout(flush, GATHER)
    gathered.push(change)
    if (startUpRecords.includes(change.record)) session.send({ type: 'RELOAD' })
  }
  noticeArrived(message)
}

/** Starts the connection; it is opened by `useLiveConnection` when the layout is entered. */
export function startLive(): void {
  connection.on('MESSAGE', ({ message }) => arrived(message))
  connection.on('REFUSED', ({ token }) => session.send({ type: 'UNAUTHORIZED', token }))
  // Whatever was missed while the line was down, or before it was up, is fetched again.
  connection.on('OPENED', () => void queries.invalidateQueries({ predicate: (query) => query.state.dataUpdatedAt > 0 }))
  let known: string | null = null
  session.subscribe(({ context: { access } }) => {
    if (access !== null && access !== known) connection.send({ type: 'TOKEN_CHANGED', token: access })
    known = access
  })
  // A line keeps the language it was opened with; opening it again also fetches every text the server has written.
  onLanguage(() => {
    if (known === null || !connection.getSnapshot().matches('live')) return
    connection.send({ type: 'LEAVE' })
    connection.send({ type: 'CONNECT', token: known })
  })
  addEventListener('online', () => connection.send({ type: 'ONLINE' }))
  addEventListener('offline', () => connection.send({ type: 'OFFLINE' }))
  connection.start()
}
