import { type ReactNode, useRef } from 'react'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'

/** Pixels below which a list is a card per row. */
const CARDS_BELOW = 600

interface RowsProps {
  /** A table where there is room for one, else a list of {@link CardItem}. */
  readonly draw: (isNarrow: boolean) => ReactNode
}

/** The rows of a list, by the room there is. */
export function Rows({ draw }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, CARDS_BELOW)
  return <div ref={box}>{draw(isNarrow)}</div>
}

interface CardProps {
  readonly head: ReactNode
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
  readonly foot: ReactNode
}

/** A row of a list where there is no room for a table. */
export function CardItem({ head, facts, foot }: CardProps) {
  return (
    <li className="list-card">
      <div className="list-card-head">{head}</div>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {foot === null ? null : <div className="list-card-foot">{foot}</div>}
    </li>
  )
}
