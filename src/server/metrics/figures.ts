import type { Database } from '../database/database.ts'
import { type Counter, createMetrics, type Histogram, type Metrics } from '../http/metrics.ts'

/** What this node counts while it works; `/metrics` tells it. */
export interface Figures {
  readonly metrics: Metrics
  /** Answered calls by method, route and the `code` of the answer. */
  readonly requests: Histogram
  /** Runs of duties by name and outcome. */
  readonly jobs: Counter
  /** Committed changes by record; those of `ticket` are its decisions. */
  readonly changes: Counter
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createFigures({ pool }: Pick<Database, 'pool'>): Figures {
  const metrics = createMetrics()
  metrics.gauge(
    'database_connections',
    'Connections of the pool by state; waiting are callers without one.',
    () =>
      new Map([
        ['busy', pool.totalCount - pool.idleCount],
        ['idle', pool.idleCount],
        ['waiting', pool.waitingCount],
      ]),
    'state',
  )
  return {
    metrics,
    requests: metrics.histogram('http_request_duration_seconds', 'Answered calls.', SECONDS),
    jobs: metrics.counter('job_runs_total', 'Runs of duties.'),
    changes: metrics.counter('record_changes_total', 'Committed changes of records.'),
  }
}
