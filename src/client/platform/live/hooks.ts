import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SnapshotFrom } from 'xstate'
import { session } from '#src/client/platform/session/index.ts'
import { beginCatchUp } from './catchUp.ts'
import { connection, startLive } from './live.ts'
import { onNoticeLink } from './notices.ts'

/** What the dot in the navbar shows. */
export type LineState = 'open' | 'connecting' | 'lost' | 'unsupported'

/** Connects while the layout is on the screen. */
export function useLiveConnection(): void {
  const navigate = useNavigate()
  useEffect(() => onNoticeLink((link) => void navigate(link)), [navigate])
  useEffect(() => {
    beginCatchUp()
    startLive()
    const { access } = session.getSnapshot().context
    if (access !== null) connection.send({ type: 'CONNECT', token: access })
    return () => connection.send({ type: 'LEAVE' })
  }, [])
}

function lineOf(moment: SnapshotFrom<typeof connection>): LineState {
  if (moment.matches({ live: 'open' })) return 'open'
  if (moment.matches('givenUp')) return 'lost'
  return moment.matches('unsupported') ? 'unsupported' : 'connecting'
}

/** Follows the line once it is on the screen: it opens while the first page is being drawn, and a store that is read meanwhile would have all of that page drawn again at one go. */
export function useLineState(): LineState {
  const [state, setState] = useState(() => lineOf(connection.getSnapshot()))
  useEffect(() => {
    const follow = (): void => setState(lineOf(connection.getSnapshot()))
    follow()
    const following = connection.subscribe(follow)
    return () => following.unsubscribe()
  }, [])
  return state
}

/** What the banner says; null while there is nothing to say. */
export type Outage = 'reconnecting' | 'lost' | 'crowdedOut' | null

/** From the first attempt that failed until the line is open again or the layout is left; an attempt in between changes nothing. */
function outageOf(before: Outage, moment: SnapshotFrom<typeof connection>): Outage {
  const { attempts, isCrowdedOut } = moment.context
  if (moment.matches('givenUp')) return isCrowdedOut ? 'crowdedOut' : 'lost'
  if (moment.matches('reconnecting')) return attempts > 0 ? 'reconnecting' : null
  return moment.matches({ live: 'connecting' }) ? before : null
}

/** Follows an interruption that lasts. */
export function useOutage(): Outage {
  const [outage, setOutage] = useState<Outage>(null)
  useEffect(() => {
    const follow = (): void => setOutage((before) => outageOf(before, connection.getSnapshot()))
    follow()
    const following = connection.subscribe(follow)
    return () => following.unsubscribe()
  }, [])
  return outage
}

/** Tries a connection that was given up again. */
export function retryConnection(): void {
  connection.send({ type: 'RETRY' })
}
