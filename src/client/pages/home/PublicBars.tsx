import type { ReactNode } from 'react'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { ThreePublic } from '#src/modules/analysis/budget/budget.types.ts'
import { shareOf } from './cockpit/figure.ts'

/** Spending of each kind on its budget; over it the bar is red. */
export function PublicBars({
  kinds,
  more,
}: {
  readonly kinds: readonly ThreePublic[]
  /** A line below the bar of each kind. */
  readonly more?: (kind: ThreePublic) => ReactNode
}) {
  const label = useDictionaryLabel()
  return (
    <ul className="public-bars">
      {kinds.map((row) => {
        const percent = shareOf(row.used, row.budget) ?? 0
        const name = label('threePublic', row.kind)
        return (
          <li key={row.kind}>
            <span className="public-name">{name}</span>
            <span className="public-figures">
              <MoneyText value={row.used} /> / <MoneyText value={row.budget} />
            </span>
            <span className="budget-track" role="img" aria-label={`${name} ${percent}%`}>
              <span
                className={percent > 100 ? 'budget-used is-over' : 'budget-used'}
                style={{ width: `${Math.min(100, percent)}%` }}
              />
            </span>
            {more?.(row)}
          </li>
        )
      })}
    </ul>
  )
}
