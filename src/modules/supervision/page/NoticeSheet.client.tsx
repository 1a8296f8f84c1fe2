import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'

const deptColumns = ['rank', 'dept', 'rate', 'inTime', 'lateClosed', 'lateOpen', 'near', 'normal'] as const
const lateColumns = ['dept', 'no', 'title', 'handler', 'dueDate', 'firstDueDate', 'closedOn', 'daysLate'] as const
/** What is no use in two lines. */
const whole: ReadonlySet<string> = new Set(['rank', 'no', 'handler', 'dueDate', 'firstDueDate', 'closedOn'])
const texts: ReadonlySet<string> = new Set(['dept', 'no', 'title', 'handler', 'dueDate', 'firstDueDate', 'closedOn'])

/** 督办通报 on paper: text, departments by rank, and the items that were late. */
export function NoticeSheet({ row, onClose }: { readonly row: RecordRow; readonly onClose: () => void }) {
  const t = useT()
  const departments: readonly FormData[] = rowsOf(row.departments)
  const late: readonly FormData[] = rowsOf(row.late)
  const [inTime, lateClosed, lateOpen] = [Number(row.inTime), Number(row.lateClosed), Number(row.lateOpen)]
  const rate = row.rate === null ? '—' : `${Number(row.rate)}%`
  return (
    <Paper title={t('supervisionPage.notice.heading')} onClose={onClose}>
      <article className="paper notice-paper">
        <h1>{String(row.title)}</h1>
        <p className="notice-issue">
          {t('supervisionPage.notice.issue', [String(row.no), String(row.periodFrom), String(row.periodTo)])}
        </p>
        {row.opening === null ? null : <p className="notice-opening">{String(row.opening)}</p>}
        <p>
          {t('supervisionPage.notice.summary', [inTime + lateClosed + lateOpen, inTime, lateClosed, lateOpen, rate])}
        </p>
        <h2>{t('records.supervisionNotice.fields.departments')}</h2>
        <DataTable
          look={{ compact: true }}
          region={{ className: 'notice-scroll', label: t('records.supervisionNotice.fields.departments') }}
          rows={departments}
          keyOf={({ dept }) => String(dept)}
          columns={deptColumns.map((name) => ({
            name,
            head: t(`records.supervisionNotice.fields.departments.${name}`),
            isRight: !texts.has(name),
            ...(whole.has(name) && { className: 'is-whole' }),
            isRowHead: name === 'dept',
            cell: (line: FormData) => (line[name] === null ? '—' : String(line[name])),
          }))}
        />
        <h2>{t('records.supervisionNotice.fields.late')}</h2>
        {late.length === 0 ? (
          <p>{t('supervisionPage.notice.noLate')}</p>
        ) : (
          <DataTable
            look={{ compact: true }}
            region={{ className: 'notice-scroll', label: t('records.supervisionNotice.fields.late') }}
            rows={late}
            keyOf={({ no }) => String(no)}
            columns={lateColumns.map((name) => ({
              name,
              head: t(`records.supervisionNotice.fields.late.${name}`),
              isRight: !texts.has(name),
              ...(whole.has(name) && { className: 'is-whole' }),
              isRowHead: name === 'title',
              cell: (line: FormData) =>
                name === 'closedOn' && line.closedOn === null
                  ? t('supervisionPage.notice.open')
                  : String(line[name] ?? ''),
            }))}
          />
        )}
        <p className="notice-sign">
          {t('supervisionPage.notice.publishedBy', [String(row.publishedByLabel ?? '')])}
          <br />
          {t('supervisionPage.notice.publishedOn', [String(row.publishedAt).slice(0, 10)])}
        </p>
      </article>
    </Paper>
  )
}
