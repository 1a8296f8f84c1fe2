import '../pay.css'
import { Button, Callout } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { FailedState, MoneyText, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { FigureTable } from '../FigureTable.client.tsx'
import { DayFigures } from './DayFigures.client.tsx'
import { unexplainedOf } from './reconciliation.ts'
import { MonthDays, SignOff } from './SignOff.client.tsx'

const path = '/api/finance/reconciliation/'
const figures = ['paid', 'consumed', 'difference'] as const
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** FIN-96: the day's payments by account against the day's consumption, with every difference and its reason. */
export function ReconcileTab() {
  const t = useT()
  const label = useDictionaryLabel()
  const { today } = browserTime()
  const [params, setParams] = useSearchParams()
  const dayParam = params.get('day') ?? ''
  const day = isDay(dayParam) ? dayParam : today
  const [typed, setTyped] = useState(day)
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', 'reconciliation', day],
    queryFn: ({ signal }) => api.get(path, { query: { day }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const choose = (text: string): void => {
    setTyped(text)
    if (isDay(text) && text <= today)
      setParams((now) => new URLSearchParams([...now].filter(([name]) => name !== 'day').concat([['day', text]])), {
        replace: true,
      })
  }
  const save = async (): Promise<void> => {
    const { blob, name } = await api.download(`${path}export_data/`, { query: { day } })
    saveBlob(blob, name)
  }
  const unexplained = data === undefined ? 0 : unexplainedOf(data).length
  return (
    <>
      <div className="pay-head">
        <label htmlFor="reconcile-day">{t('pay.reconcile.day')}</label>
        <DayInput id="reconcile-day" label={t('pay.reconcile.day')} value={typed} max={today} onChange={choose} />
        <Button icon={<ExportIcon />} text={t('pay.reconcile.export')} onClick={() => ignoreApiError(save())} />
      </div>
      {error !== null && data === undefined ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          <DayFigures day={data} />
          <Callout className="pay-section" compact intent={data.isBalanced ? 'success' : 'danger'}>
            {data.differences.length === 0
              ? t('pay.reconcile.noDifferences')
              : data.isBalanced
                ? t('pay.reconcile.balanced')
                : t('pay.reconcile.unbalanced', [unexplained])}
          </Callout>
          <FigureTable
            isNarrow
            title={t('pay.reconcile.accounts')}
            empty={t('pay.reconcile.noPayments')}
            columns={[
              { key: 'account', title: t('pay.account') },
              { key: 'payments', title: t('pay.reconcile.payments'), isRight: true },
              { key: 'paid', title: t('pay.reconcile.paid'), isRight: true },
            ]}
            rows={data.accounts.map((row) => ({
              key: row.account,
              cells: [label('payAccount', row.account), row.payments, <MoneyText key="paid" value={row.amount} />],
            }))}
          />
          <FigureTable
            title={t('pay.reconcile.differences')}
            empty={t('pay.reconcile.noDifferences')}
            columns={[
              { key: 'ticket', title: t('pay.reconcile.ticket') },
              ...figures.map((key) => ({ key, title: t(`pay.reconcile.${key}`), isRight: true })),
              { key: 'reason', title: t('pay.reconcile.reason') },
            ]}
            rows={data.differences.map((row) => ({
              key: row.ticketId ?? 'outside',
              cells: [
                row.ticketId === null || row.ticketNo === null ? (
                  <NoValue key="ticket" />
                ) : (
                  <Link key="ticket" to={`/workflow/ticket/${row.ticketId}`}>
                    {row.ticketNo}
                  </Link>
                ),
                ...figures.map((name) => <MoneyText key={name} value={row[name]} />),
                <span key="reason" className={row.reason === 'unexplained' ? 'pay-refused' : undefined}>
                  {t(`pay.reconcile.reasons.${row.reason}`)}
                </span>,
              ],
            }))}
          />
          <SignOff figures={data} />
          <MonthDays month={day.slice(0, 7)} day={day} onChoose={choose} />
        </>
      )}
    </>
  )
}
