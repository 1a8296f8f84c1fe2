import type { ReactNode } from 'react'
import { Mark } from '#src/client/app/layout/navigation/Brand.tsx'
import { LoginTools } from '../LoginTools.tsx'
import '../login.css'

/** The card of a page before sign-in: mark, title, what it is for. */
export function EntryFrame({
  title,
  lead,
  look = 'full',
  beside,
  children,
}: {
  readonly title: string
  readonly lead: string
  /** `plain` draws no picture and fetches no font, with larger inputs. */
  readonly look?: 'full' | 'plain'
  /** A second column of the card. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className={look === 'plain' ? 'login login-plain' : 'login'}>
      <LoginTools />
      <main className={beside ? 'login-card login-card-demo' : 'login-card'}>
        <section className="login-entry">
          <div className="login-head">
            {look === 'plain' ? null : <Mark size={40} />}
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
          {children}
        </section>
        {beside}
      </main>
    </div>
  )
}
