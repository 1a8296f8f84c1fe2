import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import './logs.css'
import { Button } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { Chip, DateText, NoValue, PageHeader, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { hasText, textOf, useT } from '#src/client/platform/i18n/index.ts'
import { useRecordWords } from '#src/client/platform/parts/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { type ChangedRow, changesOf, requestText } from './log-changes.ts'
import { frontendLog, loginLog, operationLog } from './logs.ts'

interface RowProps {
  readonly row: RecordRow
}

function LogPage({ record, Detail }: { readonly record: RecordDefinition; readonly Detail: ComponentType<RowProps> }) {
  const { title } = useRecordTexts(record)
  return (
    <>
      <PageHeader title={title} actions={<RecordToolbar record={record} />} />
      <RecordList record={record} Detail={Detail} />
    </>
  )
}

/** Who signed in or tried to. */
export const LoginLogPage = () => <LogPage record={loginLog} Detail={LoginDetail} />
/** What was done. */
export const OperationLogPage = () => (
  <div className="log-sentences">
    <LogPage record={operationLog} Detail={OperationDetail} />
  </div>
)
/** What went wrong in browsers. */
export const FrontendLogPage = () => <LogPage record={frontendLog} Detail={FaultDetail} />

function Facts({
  record,
  row,
  names,
}: RowProps & { readonly record: RecordDefinition; readonly names: readonly string[] }) {
  const { labels } = useRecordTexts(record)
  return (
    <dl className="detail-fields">
      {names.map((name) => {
        const field = record.fields[name]
        if (field === undefined) return null
        const isWide = name === 'agent' || name === 'message' || name === 'path' || name === 'requestId'
        return (
          <div key={name} className={isWide ? 'is-wide' : ''}>
            <dt>{labels(name)}</dt>
            <dd>
              {row[name] === null || row[name] === '' ? (
                <NoValue />
              ) : field.kind === 'dateTime' ? (
                <DateText value={String(row[name])} precision="second" />
              ) : (
                <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function LoginDetail({ row }: RowProps) {
  const names = ['at', 'result', 'username', 'userId', 'reason', 'ip', 'browser', 'system', 'agent']
  return <Facts record={loginLog} row={row} names={names} />
}

function OperationDetail({ row }: RowProps) {
  const t = useT()
  const { rows, more } = changesOf(row.diff)
  const names = ['at', 'userId', 'method', 'module', 'path', 'code', 'status', 'durationMs', 'ip', 'requestId', 'agent']
  return (
    <>
      <Facts record={operationLog} row={row} names={names} />
      <section className="log-part">
        <h3>{t('logs.changes')}</h3>
        {rows.length === 0 ? <p className="log-none">{t('logs.noChanges')}</p> : null}
        <Suspense fallback={<SkeletonRows rows={4} />}>
          {rows.map((change) => (
            <Changes key={`${change.record} ${change.id} ${change.action}`} change={change} />
          ))}
        </Suspense>
        {more > 0 ? <p className="log-none">{t('logs.more', [more])}</p> : null}
      </section>
      {row.request === null ? null : <Code title={t('logs.request')} text={requestText(row.request)} />}
    </>
  )
}

const actionColours = { created: 'success', removed: 'error', updated: 'info' } as const

function Changes({ change }: { readonly change: ChangedRow }) {
  const t = useT()
  const { record, id, action, fields } = change
  useRecordWords(record)
  const word = (...keys: readonly string[]): string => {
    const known = keys.find((key) => hasText(key))
    return known === undefined ? (keys.at(-1) ?? '').replace(/^.*\./, '') : textOf(known)
  }
  const columns: Column<(typeof fields)[number]>[] = [
    {
      name: 'field',
      head: t('logs.field'),
      isRowHead: true,
      cell: ({ field }) => word(`records.base.${field}`, `records.${record}.fields.${field}`),
    },
  ]
  if (action !== 'created')
    columns.push({
      name: 'before',
      head: t('logs.before'),
      cell: ({ before }) => (before === '' ? <NoValue /> : <del>{before}</del>),
    })
  if (action !== 'removed')
    columns.push({
      name: 'after',
      head: t('logs.after'),
      cell: ({ after }) => (after === '' ? <NoValue /> : <ins>{after}</ins>),
    })
  return (
    <div className="log-change">
      <p className="log-change-head">
        <strong>{word(`records.${record}.title`)}</strong> <span>#{id}</span>
        <Chip color={actionColours[action]}>{t(`logs.${action}`)}</Chip>
      </p>
      <DataTable
        className="log-table"
        look={{ compact: true }}
        region={{ className: 'log-scroll', label: t('logs.changes') }}
        rows={fields}
        keyOf={({ field }) => field}
        columns={columns}
      />
    </div>
  )
}

function FaultDetail({ row }: RowProps) {
  const t = useT()
  const names = [
    'message',
    'level',
    'count',
    'firstAt',
    'at',
    'page',
    'userId',
    'version',
    'browser',
    'fingerprint',
    'agent',
  ]
  return (
    <>
      <Facts record={frontendLog} row={row} names={names} />
      {row.stack === null ? null : <Code title={t('logs.stack')} text={String(row.stack)} />}
    </>
  )
}

function Code({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  const t = useT()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    toast('success', t('logs.copied'))
  }
  return (
    <section className="log-part">
      <h3>
        {title}
        <Button
          variant="minimal"
          size="small"
          icon={<DuplicateIcon />}
          text={t('logs.copy')}
          onClick={() => ignoreApiError(copy())}
        />
      </h3>
      <ScrollRegion className="log-code" label={title}>
        <pre>{text}</pre>
      </ScrollRegion>
    </section>
  )
}
