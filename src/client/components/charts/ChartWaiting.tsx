import './charts.css'
import { SkeletonRows } from '#src/client/components/ui/index.ts'

interface ChartWaitingProps {
  readonly isWide?: boolean
  /** It stands in a card of others already. */
  readonly isInCard?: boolean
}

/** The place of a chart whose data are on their way, as high as the chart will be. */
export function ChartWaiting({ isWide = false, isInCard = false }: ChartWaitingProps) {
  return (
    <div className={`chart is-fixed${isInCard ? '' : ' card'}${isWide ? ' is-wide' : ''}`}>
      <SkeletonRows rows={6} />
    </div>
  )
}

/** The place of the charts above a list, with the line of their period. */
export function ChartsWaiting({ count }: { readonly count: number }) {
  return (
    <div className="charts">
      <div className="charts-head" />
      {Array.from({ length: count }, (_, index) => (
        <ChartWaiting key={index} isInCard />
      ))}
    </div>
  )
}
