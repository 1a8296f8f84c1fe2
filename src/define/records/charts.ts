/** Figures of a list as they travel (CHART-STD). */

/** One bar of a chart. */
export interface ChartBar {
  /** The value of the filter that narrows the list to it. */
  readonly key: string
  /** In the reader's language. */
  readonly label: string
  readonly value: number
  /** Rows of the list behind it. */
  readonly count: number
}

export interface ChartAnswer {
  readonly bars: readonly ChartBar[]
  /** Rows of all bars, also of those that are not shown. */
  readonly total: number
}
