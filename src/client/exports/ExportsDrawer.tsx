import './exports.css'
import { Button, ProgressBar } from '@blueprintjs/core'
import { DownloadIcon, RepeatIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { sizeText } from '#src/client/components/forms/upload.ts'
import { Chip, DateText, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { ShownJob } from '#src/define/answers/files.ts'

const path = '/api/system/export_job/'
const SHOWN = 20
/** Milliseconds between two looks while something is being made. */
const LOOK_EVERY = 2_000

const colors: Readonly<Record<ShownJob['state'], string | null>> = {
  waiting: null,
  running: 'info',
  ready: 'success',
  failed: 'error',
  expired: null,
}
const count = (rows: number): string => rows.toLocaleString('en')
const isOpen = ({ state }: ShownJob): boolean => state === 'waiting' || state === 'running'

/** One's own running and finished exports of many rows (IMPEX-STD). */
export default function ExportsDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['exportJob', 'list'],
    queryFn: ({ signal }) => api.list(path, { limit: SHOWN }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY : false),
  })
  return (
    <Sheet isLight shape="drawer" title={t('records.exports.title')} onClose={onClose}>
      <p className="exports-hint">{t('records.exports.hint')}</p>
      {error !== null && data === undefined ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={5} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('records.exports.none')} />
      ) : (
        <ul className="exports">
          {data.data.map((job) => (
            <Line key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function Line({ job }: { readonly job: ShownJob }) {
  const t = useT()
  const client = useQueryClient()
  const fetchFile = async (): Promise<void> => {
    const { blob, name } = await api.download(`${path}${job.id}/download/`)
    saveBlob(blob, name)
  }
  const retry = async (): Promise<void> => {
    await api.post(`${path}${job.id}/retry/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['exportJob'] })
  }
  return (
    <li>
      <div className="exports-text">
        <p className="exports-name">
          <strong>{job.title}</strong> <Chip color={colors[job.state]}>{t(`records.exports.${job.state}`)}</Chip>
        </p>
        <p className="exports-facts">
          <DateText value={job.createdAt} precision="second" />
          <span>
            {job.state === 'running'
              ? t('records.exports.progress', [count(job.rows), count(job.total)])
              : t('records.exports.rows', [count(job.total)])}
          </span>
          {job.size === null ? null : <span>{sizeText(job.size)}</span>}
          {job.state === 'ready' && job.expiresAt !== null ? (
            <span>
              {t('records.exports.until')} <DateText value={job.expiresAt} />
            </span>
          ) : null}
        </p>
        {job.error === null ? null : <p className="exports-error">{job.error}</p>}
        {isOpen(job) ? (
          <div
            role="progressbar"
            aria-label={job.title}
            aria-valuemin={0}
            aria-valuemax={job.total}
            aria-valuenow={job.rows}
          >
            <ProgressBar
              intent="primary"
              animate={job.state === 'running'}
              stripes={false}
              value={job.total === 0 ? 0 : job.rows / job.total}
            />
          </div>
        ) : null}
      </div>
      {job.state === 'ready' ? (
        <Button
          icon={<DownloadIcon />}
          text={t('records.exports.download')}
          onClick={() => ignoreApiError(fetchFile())}
        />
      ) : job.state === 'failed' || job.state === 'expired' ? (
        <Button icon={<RepeatIcon />} text={t('records.exports.retry')} onClick={() => ignoreApiError(retry())} />
      ) : null}
    </li>
  )
}
