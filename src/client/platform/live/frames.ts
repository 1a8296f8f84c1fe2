/** What goes over the live connection, for whoever looks at it; tokens are never shown. */

/** One frame, or a change of the connection's state. */
export interface Frame {
  readonly kind: 'out' | 'in' | 'state'
  readonly at: Date
  readonly text: string
  readonly isHeartbeat: boolean
}

const listeners = new Set<(frame: Frame) => void>()

/** Tells the lookers. */
export function tellFrame(kind: Frame['kind'], text: string, isHeartbeat = false): void {
  for (const listener of listeners) listener({ kind, text, isHeartbeat, at: new Date() })
}

/** Looks at every frame from now on; the answer stops it. */
export function onFrame(listener: (frame: Frame) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
