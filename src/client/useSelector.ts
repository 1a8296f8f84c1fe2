import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

/** Follows one part of an actor's snapshot; the component is drawn again when that part is another. */
export function useSelector<A extends AnyActorRef, T>(actor: A, select: (snapshot: SnapshotFrom<A>) => T): T {
  // A part made anew at every look would draw for ever: one look for each snapshot is enough.
  const last = useRef<{ readonly snapshot: SnapshotFrom<A>; readonly select: typeof select; readonly part: T }>(null)
  const look = (): T => {
    const snapshot: SnapshotFrom<A> = actor.getSnapshot()
    if (last.current === null || last.current.snapshot !== snapshot || last.current.select !== select)
      last.current = { snapshot, select, part: select(snapshot) }
    return last.current.part
  }
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = actor.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [actor],
  )
  return useSyncExternalStore(subscribe, look, look)
}
