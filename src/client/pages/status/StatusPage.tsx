import type { ReactNode } from 'react'
import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { LoginTools } from '#src/client/pages/login/LoginTools.tsx'
import './misc.css'

interface Props {
  readonly mark: ReactNode
  readonly title: string
  readonly text: string
  /** Small print below the text. */
  readonly note?: ReactNode
  readonly actions: ReactNode
  /** Stands alone in the window (blank layout) instead of inside the frame. */
  readonly isWhole?: boolean
}

/** A page that says one thing: a number or mark, a sentence, a way on. */
export function StatusPage({ mark, title, text, note, actions, isWhole = false }: Props) {
  useTitle(title)
  const body = (
    <>
      <div className="status-mark" aria-hidden="true">
        {mark}
      </div>
      <h1>{title}</h1>
      <p>{text}</p>
      {note === undefined ? null : <div className="status-note">{note}</div>}
      <div className="status-actions">{actions}</div>
    </>
  )
  if (!isWhole) return <div className="status">{body}</div>
  return (
    <div className="status-whole">
      <LoginTools />
      <main className="status">{body}</main>
    </div>
  )
}
