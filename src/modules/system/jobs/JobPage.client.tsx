import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import '#src/client/records/records.css'
import './job.css'
import { Button } from '@blueprintjs/core'
import { PlayIcon, RefreshIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  Chip,
  confirmDialog,
  DateText,
  EmptyState,
  FailedState,
  NoValue,
  PageHeader,
  SkeletonRows,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { hasText, t as now, type TextKey, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { DutyRow } from '#src/define/answers/files.ts'

const path = '/api/system/job/'
/** Milliseconds between two looks: often while something is on its way. */
const LOOK = { busy: 2_000, idle: 20_000 }

const colours = { running: 'primary', failed: 'error', never: null, done: 'success' } as const

/** What a duty is called; its name in the program where nobody has named it. */
function titleOf(name: string): string {
  const key = `jobs.names.${name}` as TextKey
  return hasText(key) ? now(key) : name
}

const secondsText = (seconds: number | null): string =>
  seconds === null ? '' : now('jobs.secondsOf', [seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)])

/** The repeated duties of the server: when they ran, how it went, and a run out of turn. */
export function JobPage() {
  const t = useT()
  const client = useQueryClient()
  const mayRun = useMay('job:Run')
  const [shown, setShown] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['job'],
    queryFn: ({ signal }) => api.get(path, { signal, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data?.some((job) => job.state === 'running' || job.isRequested) ? LOOK.busy : LOOK.idle,
  })
  const run = async (job: DutyRow): Promise<void> => {
    if (!(await confirmDialog({ text: t('jobs.confirmRun', [titleOf(job.name)]), intent: 'primary' }))) return
    await api.post(`${path}${job.name}/run/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['job'] })
    toast('success', t('jobs.requested'))
  }
  const columns: Column<NonNullable<typeof data>[number]>[] = [
    {
      name: 'name',
      head: t('jobs.name'),
      cell: ({ name }) => (
        <button type="button" className="list-open" onClick={() => setShown(name)}>
          {titleOf(name)}
        </button>
      ),
    },
    {
      name: 'every',
      head: t('jobs.every'),
      cell: ({ every }) =>
        'at' in every ? t(`jobs.daily.${every.missed}`, [every.at]) : t('jobs.minutes', [every.minutes]),
    },
    {
      name: 'last',
      head: t('jobs.last'),
      cell: ({ startedAt }) => <DateText value={startedAt} precision="second" />,
    },
    {
      name: 'seconds',
      head: t('jobs.seconds'),
      isRight: true,
      cell: ({ seconds }) => (seconds === null ? <NoValue /> : secondsText(seconds)),
    },
    {
      name: 'state',
      head: t('jobs.state'),
      cellTitle: ({ error: text }) => text ?? undefined,
      cell: ({ state }) => <Chip color={colours[state]}>{t(`jobs.states.${state}`)}</Chip>,
    },
    { name: 'failures', head: t('jobs.failures'), isRight: true, cell: ({ attempts }) => attempts },
    { name: 'next', head: t('jobs.next'), cell: ({ dueAt }) => <DateText value={dueAt} precision="second" /> },
  ]
  if (mayRun)
    columns.push({
      name: ' actions',
      head: t('records.list.actions'),
      className: 'list-actions',
      cell: (job) => (
        <Button
          variant="minimal"
          size="small"
          icon={<PlayIcon />}
          text={t('jobs.run')}
          aria-label={t('jobs.runOf', [titleOf(job.name)])}
          disabled={job.state === 'running' || job.isRequested}
          onClick={() => ignoreApiError(run(job))}
        />
      ),
    })
  return (
    <>
      <PageHeader
        title={t('pages./system/job')}
        actions={<Button icon={<RefreshIcon />} text={t('common.refresh')} onClick={() => void refetch()} />}
      />
      <div className="list">
        {data === undefined ? (
          <div className="list-state">
            {error === null ? <SkeletonRows rows={10} /> : <FailedState error={error} onRetry={() => void refetch()} />}
          </div>
        ) : (
          <DataTable
            className="list-table"
            look={{ interactive: true }}
            region={{ className: 'list-scroll is-alone', label: t('pages./system/job') }}
            rows={data}
            keyOf={({ name }) => name}
            columns={columns}
          />
        )}
      </div>
      {shown === null ? null : <JobSheet name={shown} onClose={() => setShown(null)} />}
    </>
  )
}

/** The latest runs of one duty. */
function JobSheet({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['job', 'history', name],
    queryFn: ({ signal }) => api.get(`${path}${name}/history/`, { signal, quiet: true }),
  })
  return (
    <Sheet isLight shape="drawer" title={titleOf(name)} onClose={onClose}>
      <h3 className="job-head">{t('jobs.history')}</h3>
      {error !== null ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : data.length === 0 ? (
        <EmptyState compact title={t('jobs.noHistory')} />
      ) : (
        <DataTable
          className="job-runs"
          look={{ compact: true }}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'startedAt',
              head: t('jobs.startedAt'),
              cell: ({ startedAt }) => <DateText value={startedAt} precision="second" />,
            },
            { name: 'seconds', head: t('jobs.seconds'), cell: ({ seconds }) => secondsText(seconds) },
            { name: 'attempt', head: t('jobs.attempt'), cell: ({ attempt }) => attempt },
            { name: 'by', head: t('jobs.by'), cell: ({ requestedByName }) => requestedByName ?? t('jobs.clock') },
            {
              name: 'state',
              head: t('jobs.state'),
              cell: (run) => (
                <>
                  <Chip color={run.error === null ? 'success' : 'error'}>
                    {t(run.error === null ? 'jobs.states.done' : 'jobs.states.failed')}
                  </Chip>
                  {run.error === null ? null : <code className="job-error">{run.error}</code>}
                </>
              ),
            },
          ]}
        />
      )}
    </Sheet>
  )
}
