/** What the process counts about itself, in the text format that Prometheus reads (`/metrics`). */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Label values of one sample, by name. */
export type LabelValues = Readonly<Record<string, string>>

const escaped = (value: string): string => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')

function seriesOf(name: string, labels: LabelValues): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}

/** A family of numbers under one name. */
interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: () => readonly (readonly [series: string, value: number])[]
}

const textOf = ({ name, help, type, samples }: Family): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples().map(([series, value]) => `${series} ${value}`),
  ].join('\n')

/** A number that only grows, by label values. */
export interface Counter {
  add(labels?: LabelValues): void
}

/** How long things took, in seconds. */
export interface Histogram {
  observe(labels: LabelValues, seconds: number): void
}

/** The figures of one process. Labels come from the program, never from a caller, so that their number stays small. */
export interface Metrics {
  counter(name: string, help: string): Counter
  histogram(name: string, help: string, bounds: readonly number[]): Histogram
  /** A figure that is asked for when it is read. */
  gauge(name: string, help: string, read: () => number | ReadonlyMap<string, number>, label?: string): void
  text(): string
}

export function createMetrics(): Metrics {
  const families: Family[] = []
  return {
    counter(name, help) {
      const counts = new Map<string, number>()
      families.push({ name, help, type: 'counter', samples: () => [...counts] })
      return {
        add: (labels = {}) => {
          const series = seriesOf(name, labels)
          counts.set(series, (counts.get(series) ?? 0) + 1)
        },
      }
    },
    histogram(name, help, bounds) {
      const kept = new Map<string, { labels: LabelValues; counts: number[]; sum: number; total: number }>()
      families.push({
        name,
        help,
        type: 'histogram',
        samples: () =>
          [...kept.values()].flatMap(({ labels, counts, sum, total }) => [
            ...bounds.map((bound, at) => {
              const upTo = counts.slice(0, at + 1).reduce((all, count) => all + count, 0)
              return [seriesOf(`${name}_bucket`, { ...labels, le: String(bound) }), upTo] as const
            }),
            [seriesOf(`${name}_bucket`, { ...labels, le: '+Inf' }), total] as const,
            [seriesOf(`${name}_sum`, labels), sum] as const,
            [seriesOf(`${name}_count`, labels), total] as const,
          ]),
      })
      return {
        observe(labels, seconds) {
          const key = seriesOf(name, labels)
          const own = kept.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, total: 0 }
          const at = bounds.findIndex((bound) => seconds <= bound)
          if (at >= 0) own.counts[at] = (own.counts[at] ?? 0) + 1
          own.sum += seconds
          own.total += 1
          kept.set(key, own)
        },
      }
    },
    gauge(name, help, read, label) {
      families.push({
        name,
        help,
        type: 'gauge',
        samples: () => {
          const value = read()
          if (typeof value === 'number') return [[name, value]]
          return [...value].map(([key, each]) => [seriesOf(name, { [label ?? 'kind']: key }), each] as const)
        },
      })
    },
    text: () => `${families.map(textOf).join('\n')}\n`,
  }
}

const NANOSECONDS = 1e9

/** Memory, handles and the delay of the event loop. The answer stops the watch. */
export function watchProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const started = Date.now() / 1000 - process.uptime()
  metrics.gauge('process_start_time_seconds', 'When the process started.', () => Math.round(started))
  metrics.gauge(
    'process_memory_bytes',
    'Memory of the process.',
    () => {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
      return new Map(Object.entries({ rss, heapUsed, heapTotal, external }))
    },
    'kind',
  )
  metrics.gauge('process_cpu_seconds', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge(
    'event_loop_delay_seconds',
    'Delay of the event loop since the last look.',
    () => {
      const read = new Map<string, number>(
        [50, 99].map((percentile) => [`p${percentile}`, delay.percentile(percentile) / NANOSECONDS] as const),
      )
      read.set('max', delay.max / NANOSECONDS)
      delay.reset()
      return read
    },
    'quantile',
  )
  return () => delay.disable()
}
