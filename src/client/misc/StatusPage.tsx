import type { ReactNode } from 'react'
import { useTitle } from '#src/client/ui/useTitle.ts'
import './misc.css'

/** A page that says one thing: a number or mark, a sentence, a way on. */
export function StatusPage({
  mark,
  title,
  text,
  actions,
}: {
  readonly mark: ReactNode
  readonly title: string
  readonly text: string
  readonly actions: ReactNode
}) {
  useTitle(title)
  return (
    <div className="status">
      <div className="status-mark" aria-hidden="true">
        {mark}
      </div>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="status-actions">{actions}</div>
    </div>
  )
}
