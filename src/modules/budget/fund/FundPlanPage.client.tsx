import { DataTable } from '#src/client/components/table/DataTable.tsx'
import '../plan/plan.css'
import './fund.css'
import { Callout, Tab, Tabs } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import {
  DateText,
  DictionaryText,
  EmptyState,
  FailedState,
  MoneyText,
  PageLoading,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RelatedRows } from '#src/client/records/detail/Related.tsx'
import { Timeline } from '#src/client/records/detail/Timeline.tsx'
import { useRecordRow } from '#src/client/records/form/useRecordForm.ts'
import { RecordHead } from '#src/client/records/list/RecordHead.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { fundPlan } from './fund-plan.ts'

interface Unplanned {
  readonly id: number
  readonly at: string
  readonly amount: string
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly title: string | null
  readonly subjectCode: string
}
interface Execution {
  readonly lines: readonly { readonly lineId: number; readonly approved: string; readonly actual: string }[]
  readonly weeks: readonly { readonly week: string; readonly plan: string; readonly actual: string }[]
  readonly unplannedTotal: string
  readonly unplanned: readonly Unplanned[]
}

/** 30.3: one plan beside what was really paid. */
export function FundPlanPage() {
  const id = Number(useParams().id)
  const { data: row, error, refetch } = useRecordRow(fundPlan, id)
  if (error !== null && row === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  return row === undefined ? <PageLoading /> : <Plan row={row} />
}

function Plan({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const texts = useRecordTexts(fundPlan)
  const { data } = useQuery({
    queryKey: ['fundPlan', 'execution', row.id],
    queryFn: ({ signal }) => api.get(`${fundPlan.path}${row.id}/execution/`, { signal }),
  })
  const shown = (name: 'items' | 'attachments') => (
    <FieldText field={fundPlan.fields[name]} name={name} value={row[name]} row={row} labels={texts.labels} />
  )
  return (
    <>
      <RecordHead
        record={fundPlan}
        row={row}
        title={texts.nameOf(row)}
        text={t('fundPlan.span', [String(row.starts), String(row.ends)])}
        chip={<StateChip dictionary="fundPlanState" value={String(row.state)} />}
      />
      <div className="card">
        <dl className="detail-head">
          {(['planAmount', 'approvedAmount', 'actual'] as const).map((name) => (
            <div key={name}>
              <dt>{texts.labels(name)}</dt>
              <dd>
                <MoneyText value={row[name] as string | null} />
              </dd>
            </div>
          ))}
          <div>
            <dt>{texts.labels('execRate')}</dt>
            <dd>{row.execRate === null || row.execRate === undefined ? '—' : String(row.execRate)}</dd>
          </div>
          <div>
            <dt>{t('fundPlan.unplanned')}</dt>
            <dd>
              <MoneyText value={data?.unplannedTotal} />
            </dd>
          </div>
        </dl>
        {row.reason ? (
          <Callout compact intent="warning" title={texts.labels('reason')}>
            {String(row.reason)}
          </Callout>
        ) : null}
        {row.explain ? (
          <Callout compact title={texts.labels('explain')}>
            {String(row.explain)}
          </Callout>
        ) : null}
        <Tabs animate={false} id={`fund-${row.id}`} className="record-tabs" renderActiveTabPanelOnly>
          <Tab id="items" title={texts.labels('items')} panel={shown('items')} />
          <Tab
            id="weeks"
            title={t('fundPlan.byWeek')}
            panel={data === undefined ? <SkeletonRows rows={4} /> : <Weeks weeks={data.weeks} />}
          />
          <Tab
            id="unplanned"
            title={t('fundPlan.unplanned')}
            panel={data === undefined ? <SkeletonRows rows={4} /> : <UnplannedList entries={data.unplanned} />}
          />
          <Tab id="files" title={t('records.detail.attachments')} panel={shown('attachments')} />
          <Tab id="timeline" title={t('records.detail.timeline')} panel={<Timeline record={fundPlan} id={row.id} />} />
          <Tab id="related" title={t('records.detail.related')} panel={<RelatedRows record={fundPlan} id={row.id} />} />
        </Tabs>
      </div>
    </>
  )
}

/** Plan and payment of each week as a pair of bars with their figures. */
function Weeks({ weeks }: { readonly weeks: Execution['weeks'] }) {
  const t = useT()
  const most = Math.max(1, ...weeks.flatMap(({ plan, actual }) => [Number(plan), Number(actual)]))
  return (
    <DataTable
      className="lines-table fund-weeks"
      look={{ compact: true }}
      rows={weeks}
      keyOf={({ week }) => week}
      columns={[
        { name: 'week', head: t('fundPlan.week'), isRowHead: true, cell: ({ week }) => week },
        {
          name: 'bars',
          head: null,
          headLabel: t('fundPlan.byWeek'),
          cellClass: 'fund-bars',
          isPicture: true,
          cell: ({ plan, actual }) => (
            <>
              <span className="is-plan" style={{ inlineSize: `${(Number(plan) / most) * 100}%` }} />
              <span className="is-paid" style={{ inlineSize: `${(Math.max(0, Number(actual)) / most) * 100}%` }} />
            </>
          ),
        },
        { name: 'plan', head: t('fundPlan.plan'), isRight: true, cell: ({ plan }) => <MoneyText value={plan} /> },
        { name: 'paid', head: t('fundPlan.paid'), isRight: true, cell: ({ actual }) => <MoneyText value={actual} /> },
      ]}
    />
  )
}

function UnplannedList({ entries }: { readonly entries: readonly Unplanned[] }) {
  const t = useT()
  if (entries.length === 0) return <EmptyState title={t('fundPlan.allPlanned')} />
  return (
    <DataTable
      className="lines-table fund-weeks"
      look={{ compact: true }}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { name: 'at', head: t('records.budgetEntry.fields.at'), cell: ({ at }) => <DateText value={at} /> },
        {
          name: 'subject',
          head: t('records.budgetLine.fields.subjectCode'),
          cell: ({ subjectCode }) => (
            <>
              {subjectCode} <DictionaryText dictionary="budgetSubject" value={subjectCode} />
            </>
          ),
        },
        {
          name: 'ticket',
          head: t('records.budgetEntry.fields.ticketId'),
          cell: (entry) =>
            entry.ticketId === null ? (
              t('fundPlan.noTicket')
            ) : (
              <Link to={`/workflow/ticket/${entry.ticketId}`}>
                {entry.ticketNo} {entry.title}
              </Link>
            ),
        },
        {
          name: 'amount',
          head: t('fundPlan.unplanned'),
          isRight: true,
          cell: ({ amount }) => <MoneyText value={amount} />,
        },
      ]}
    />
  )
}
