import '#src/client/records/records.css'
import './job.css'
import { Button, HTMLTable } from '@blueprintjs/core'
import { PlayIcon, RefreshIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
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
          <ScrollRegion className="list-scroll is-alone" label={t('pages./system/job')}>
            <HTMLTable className="list-table" interactive>
              <thead>
                <tr>
                  <th scope="col">{t('jobs.name')}</th>
                  <th scope="col">{t('jobs.every')}</th>
                  <th scope="col">{t('jobs.last')}</th>
                  <th scope="col" className="is-right">
                    {t('jobs.seconds')}
                  </th>
                  <th scope="col">{t('jobs.state')}</th>
                  <th scope="col" className="is-right">
                    {t('jobs.failures')}
                  </th>
                  <th scope="col">{t('jobs.next')}</th>
                  {mayRun ? (
                    <th scope="col" className="list-actions">
                      {t('records.list.actions')}
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {data.map((job) => (
                  <tr key={job.name}>
                    <td>
                      <button type="button" className="list-open" onClick={() => setShown(job.name)}>
                        {titleOf(job.name)}
                      </button>
                    </td>
                    <td>
                      {'at' in job.every ? t('jobs.daily', [job.every.at]) : t('jobs.minutes', [job.every.minutes])}
                    </td>
                    <td>
                      <DateText value={job.startedAt} precision="second" />
                    </td>
                    <td className="is-right">{job.seconds === null ? <NoValue /> : secondsText(job.seconds)}</td>
                    <td title={job.error ?? undefined}>
                      <Chip color={colours[job.state]}>{t(`jobs.states.${job.state}`)}</Chip>
                    </td>
                    <td className="is-right">{job.attempts}</td>
                    <td>
                      <DateText value={job.dueAt} precision="second" />
                    </td>
                    {mayRun ? (
                      <td className="list-actions">
                        <Button
                          variant="minimal"
                          size="small"
                          icon={<PlayIcon />}
                          text={t('jobs.run')}
                          aria-label={t('jobs.runOf', [titleOf(job.name)])}
                          disabled={job.state === 'running' || job.isRequested}
                          onClick={() => ignoreApiError(run(job))}
                        />
                      </td>
                    ) : null}
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </ScrollRegion>
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
        <HTMLTable compact className="job-runs">
          <thead>
            <tr>
              <th scope="col">{t('jobs.startedAt')}</th>
              <th scope="col">{t('jobs.seconds')}</th>
              <th scope="col">{t('jobs.attempt')}</th>
              <th scope="col">{t('jobs.by')}</th>
              <th scope="col">{t('jobs.state')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((run) => (
              <tr key={run.id}>
                <td>
                  <DateText value={run.startedAt} precision="second" />
                </td>
                <td>{secondsText(run.seconds)}</td>
                <td>{run.attempt}</td>
                <td>{run.requestedByName ?? t('jobs.clock')}</td>
                <td>
                  <Chip color={run.error === null ? 'success' : 'error'}>
                    {t(run.error === null ? 'jobs.states.done' : 'jobs.states.failed')}
                  </Chip>
                  {run.error === null ? null : <code className="job-error">{run.error}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
    </Sheet>
  )
}
