import { useSelector } from '@xstate/react'
import { type SessionMoment, session } from './session.ts'

/** Follows one part of the session. */
export function useSession<T>(select: (moment: SessionMoment) => T): T {
  return useSelector(session, select)
}
