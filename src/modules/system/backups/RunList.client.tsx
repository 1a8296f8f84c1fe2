import { Button, ProgressBar } from '@blueprintjs/core'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Chip, DateText, EmptyState, May, NoValue } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ShownRun } from '#src/define/answers/backups.ts'
import { useBackupActions } from './backup-calls.client.tsx'

const colors = { waiting: null, running: 'info', done: 'success', failed: 'error', cancelled: null } as const
const count = (rows: number): string => rows.toLocaleString('en')

/** What works or waits now, with how far it is and a way to end it. */
export function OpenRuns({ runs }: { readonly runs: readonly ShownRun[] }) {
  if (runs.length === 0) return null
  return (
    <ul className="card backup-open" aria-live="polite">
      {runs.map((run) => (
        <OpenRun key={run.id} run={run} />
      ))}
    </ul>
  )
}

function OpenRun({ run }: { readonly run: ShownRun }) {
  const t = useT()
  const { cancel } = useBackupActions()
  const { kind, state, rows, total, requestedBy, isCancelled } = run
  const isWorking = state === 'running'
  const share = total === 0 || rows === total ? undefined : rows / total
  const text = isCancelled
    ? t('backups.run.cancelling')
    : !isWorking
      ? t('backups.run.states.waiting')
      : kind === 'verify'
        ? t('backups.run.verifying')
        : total === 0
          ? t('backups.run.writing')
          : rows === total
            ? t('backups.run.packing')
            : t('backups.run.progress', [count(rows), count(total)])
  const label = t(`backups.run.kinds.${kind}`)
  return (
    <li>
      <div className="backup-open-text">
        <p>
          <strong>{label}</strong> <span>{text}</span>{' '}
          <span className="backup-soft">{requestedBy ?? t('backups.run.schedule')}</span>
        </p>
        {isWorking ? (
          <div
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            {...(share !== undefined && { 'aria-valuenow': Math.round(share * 100) })}
          >
            <ProgressBar
              intent="primary"
              stripes={share === undefined}
              {...(share !== undefined && { value: share })}
            />
          </div>
        ) : null}
      </div>
      <May need="backup:Create">
        <Button text={t('backups.run.cancel')} disabled={isCancelled} onClick={() => ignoreApiError(cancel(run))} />
      </May>
    </li>
  )
}

/** What was made or tried, newest first: for a failure what it was and what to do. */
export function RunList({ runs }: { readonly runs: readonly ShownRun[] }) {
  const t = useT()
  if (runs.length === 0) return <EmptyState title={t('backups.run.none')} />
  return (
    <DataTable
      className="list-table backup-runs"
      region={{ className: 'list-scroll is-alone', label: t('backups.tabs.runs') }}
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'at',
          head: t('backups.run.at'),
          cell: ({ startedAt, createdAt }) => <DateText value={startedAt ?? createdAt} precision="second" />,
        },
        { name: 'kind', head: t('backups.run.kind'), cell: ({ kind }) => t(`backups.run.kinds.${kind}`) },
        {
          name: 'state',
          head: t('backups.run.state'),
          cell: ({ state }) => <Chip color={colors[state]}>{t(`backups.run.states.${state}`)}</Chip>,
        },
        {
          name: 'what',
          head: t('backups.run.what'),
          cellClass: 'backup-what',
          cell: ({ problem, detail, file }) =>
            problem === null ? (
              file === null ? (
                <NoValue />
              ) : (
                <code>{file}</code>
              )
            ) : (
              <>
                {problem}
                {detail === null ? null : <code className="backup-problem">{detail}</code>}
              </>
            ),
        },
        {
          name: 'by',
          head: t('backups.run.by'),
          cell: ({ requestedBy }) => requestedBy ?? t('backups.run.schedule'),
        },
        {
          name: 'finishedAt',
          head: t('backups.run.finishedAt'),
          cell: ({ finishedAt }) => <DateText value={finishedAt} precision="second" />,
        },
      ]}
    />
  )
}
