import type { ReactNode } from 'react'
import { useTitle } from './useTitle.ts'
import './pageHeader.css'

/** The head of a page: its one h1, a line about it, what can be done. Also names the browser tab. */
export function PageHeader({
  title,
  text,
  chip,
  actions,
}: {
  readonly title: string
  readonly text?: ReactNode
  readonly chip?: ReactNode
  readonly actions?: ReactNode
}) {
  useTitle(title)
  return (
    <header className="page-header">
      <div className="page-header-text">
        <div className="page-header-title">
          <h1>{title}</h1>
          {chip}
        </div>
        {text ? <p>{text}</p> : null}
      </div>
      {actions ? <div className="page-header-actions">{actions}</div> : null}
    </header>
  )
}
