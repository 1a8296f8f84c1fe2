import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { session } from '#src/client/session/index.ts'
import { connection, startLive } from './live.ts'
import { onNoticeLink } from './notices.ts'

/** What the dot in the navbar shows. */
export type LineState = 'open' | 'connecting' | 'lost' | 'unsupported'

/** Connects while the layout is on the screen. */
export function useLiveConnection(): void {
  const navigate = useNavigate()
  useEffect(() => onNoticeLink((link) => void navigate(link)), [navigate])
  useEffect(() => {
    startLive()
    const { access } = session.getSnapshot().context
    if (access !== null) connection.send({ type: 'CONNECT', token: access })
    return () => connection.send({ type: 'LEAVE' })
  }, [])
}

export function useLineState(): LineState {
  return useSelector(connection, (moment) => {
    if (moment.matches({ live: 'open' })) return 'open'
    if (moment.matches('givenUp')) return 'lost'
    return moment.matches('unsupported') ? 'unsupported' : 'connecting'
  })
}

/** Tries a connection that was given up again. */
export function retryConnection(): void {
  connection.send({ type: 'RETRY' })
}
