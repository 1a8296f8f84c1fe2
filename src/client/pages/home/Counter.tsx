import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** A number of a widget that leads to the list it counts (HOM-02). */
export function Counter({
  count,
  label,
  to,
}: {
  readonly count: number
  readonly label: ReactNode
  readonly to: string
}) {
  return (
    <li>
      <Link className="counter" to={to}>
        <span className="counter-number">{count}</span>
        <span className="counter-label">{label}</span>
      </Link>
    </li>
  )
}
