/** The live connection of this tab: the machine tied to the session, the query cache and the bell. */
import { createActor } from 'xstate'
import { type ConnectionActor, connectionMachine, type LiveMessage } from '#machines/connection/connection.ts'
import { toast } from '#src/client/components/ui/popups/toast.ts'
import { onAnswered } from '#src/client/platform/http/transport.ts'
import { onLanguage, t } from '#src/client/platform/i18n/index.ts'
import { queries } from '#src/client/platform/queries.ts'
import { lookForRelease } from '#src/client/platform/release/look.ts'
import { session } from '#src/client/platform/session/index.ts'
import { isCatchingUp } from './catchUp.ts'
import { tellFrame } from './frames.ts'
import { type Change, changeOf, isTouched } from './invalidate.ts'
import { noticeArrived } from './notices.ts'
import { socket } from './socket.ts'

/** Milliseconds in which changes are gathered: a bulk action is one fetch, not a hundred. */
const GATHER = 60

/** Milliseconds between two attempts that keys and clicks ask for. */
const USE_INTERVAL_MS = 1_000

export const connection: ConnectionActor = createActor(connectionMachine.provide({ actors: { socket } }), {
  input: { supported: 'WebSocket' in globalThis, jitter: Math.random() },
})

let gathered: Change[] = []

function flush(): void {
  const changes = gathered
  gathered = []
  void queries.invalidateQueries({ predicate: (query) => isTouched(query.queryKey, changes) })
}

/** Records whose change alters what a page may show at all (SYS-14, SYS-54). */
const startUpRecords: readonly string[] = ['access', 'role', 'menu', 'menuButton', 'dictionary', 'config']

function arrived(message: LiveMessage): void {
  const change = changeOf(message)
  if (change !== null) {
    if (gathered.length === 0) setTimeout(flush, GATHER)
    gathered.push(change)
    if (startUpRecords.includes(change.record)) session.send({ type: 'RELOAD' })
  }
  if (message.contentType === 'MISSED') refetch()
  else if (message.contentType === 'VERSION') lookForRelease()
  else noticeArrived(message)
}

let isStarted = false
let wasOpen = false

/** Everything that was answered is fetched again. */
const refetch = (): void =>
  void queries.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt > 0 || state.status === 'error' })

/** Whatever was missed while the line was down is fetched again: the data of the pages, what the frame shows and which release there is. What changed before the first line is sent by the server (decision 0043); only what failed is fetched again. */
function opened(): void {
  if (wasOpen || !isCatchingUp()) refetch()
  else void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
  if (wasOpen) {
    session.send({ type: 'RELOAD' })
    lookForRelease()
  }
  wasOpen = true
}

/** Starts the connection once; `useLiveConnection` opens it when the layout is entered. */
export function startLive(): void {
  if (isStarted) return
  isStarted = true
  connection.on('MESSAGE', ({ message }) => arrived(message))
  connection.on('REFUSED', ({ token }) => session.send({ type: 'UNAUTHORIZED', token }))
  connection.on('OPENED', opened)
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
  const awake = (): void => connection.send({ type: 'AWAKE' })
  addEventListener('focus', awake)
  // A person who types or clicks needs the page; a row of keys asks once.
  let lastUse = Number.NEGATIVE_INFINITY
  const used = ({ target }: Event): void => {
    // What asks for the line itself says more: it starts over.
    if (target instanceof Element && target.closest('[data-line]') !== null) return
    if (performance.now() - lastUse < USE_INTERVAL_MS) return
    lastUse = performance.now()
    awake()
  }
  addEventListener('keydown', used, { capture: true, passive: true })
  addEventListener('pointerdown', used, { capture: true, passive: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') awake()
  })
  onAnswered(awake)
  connection.start()
  // Only a change of state is news: every heartbeat is a moment of its own.
  let state = connection.getSnapshot().value
  connection.subscribe(({ value }) => {
    if (value === state) return
    state = value
    tellFrame('state', typeof value === 'string' ? value : value.live)
    if (value === 'unsupported') toast('warning', t('layout.line.unsupported'))
  })
}
