import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { sendPending, usePending } from '../actor/pending.ts'
import './decisions.css'

const DecisionStrip = lazy(async () => ({ default: (await import('./DecisionStrip.tsx')).DecisionStrip }))

/** The messages about decisions that the server has not accepted yet; leaving the page sends what can still be undone (20.8). */
export function DecisionSlot() {
  const { pathname } = useLocation()
  const { actors } = usePending()
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the page changes.
  useEffect(() => sendPending, [pathname])
  return (
    <div className="decision-slot" role="status">
      {actors.map((actor) => (
        <Suspense key={actor.sessionId}>
          <DecisionStrip actor={actor} />
        </Suspense>
      ))}
    </div>
  )
}
