import './pay.css'
import { Button, Callout, HTMLTable } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { DayInput } from '#src/client/forms/DayInput.tsx'
import { browserTime } from '#src/client/forms/given.ts'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { saveBlob } from '#src/client/forms/storedFiles.ts'
import { told } from '#src/client/forms/told.ts'
import { api } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { EmptyState, FailedState, MoneyText, NoValue, SkeletonRows } from '#src/client/ui/index.ts'
import { DayFigures } from './DayFigures.client.tsx'
import { type ReconciledDay, unexplainedOf } from './reconciliation.ts'
import { MonthDays, SignOff } from './SignOff.client.tsx'

const path = '/api/finance/reconciliation/'
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** FIN-96: the day's payments by account against the day's consumption, with every difference and its reason. */
export function ReconcileTab() {
  const t = useT()
  const label = useDictionaryLabel()
  const { today } = browserTime()
  const [params, setParams] = useSearchParams()
  const asked = params.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  const [typed, setTyped] = useState(day)
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', 'reconciliation', day],
    queryFn: ({ signal }) => api.get<ReconciledDay>(path, { query: { day }, signal, quiet: true }),
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
        <Button icon={<ExportIcon />} text={t('pay.reconcile.export')} onClick={() => told(save())} />
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
          <section className="pay-section">
            <h2>{t('pay.reconcile.accounts')}</h2>
            {data.accounts.length === 0 ? (
              <EmptyState compact title={t('pay.reconcile.noPayments')} />
            ) : (
              <ScrollRegion className="pay-scroll" label={t('pay.reconcile.accounts')}>
                <HTMLTable compact className="pay-table is-narrow">
                  <thead>
                    <tr>
                      <th scope="col">{t('pay.account')}</th>
                      <th scope="col" className="is-right">
                        {t('pay.reconcile.payments')}
                      </th>
                      <th scope="col" className="is-right">
                        {t('pay.reconcile.paid')}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.accounts.map((row) => (
                      <tr key={row.account}>
                        <th scope="row">{label('payAccount', row.account)}</th>
                        <td className="is-right">{row.payments}</td>
                        <td className="is-right">
                          <MoneyText value={row.amount} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </HTMLTable>
              </ScrollRegion>
            )}
          </section>
          <section className="pay-section">
            <h2>{t('pay.reconcile.differences')}</h2>
            {data.differences.length === 0 ? (
              <EmptyState compact title={t('pay.reconcile.noDifferences')} />
            ) : (
              <ScrollRegion className="pay-scroll" label={t('pay.reconcile.differences')}>
                <HTMLTable compact className="pay-table">
                  <thead>
                    <tr>
                      <th scope="col">{t('pay.reconcile.ticket')}</th>
                      {(['paid', 'consumed', 'difference'] as const).map((name) => (
                        <th key={name} scope="col" className="is-right">
                          {t(`pay.reconcile.${name}`)}
                        </th>
                      ))}
                      <th scope="col">{t('pay.reconcile.reason')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.differences.map((row) => (
                      <tr key={row.ticketId ?? 'outside'}>
                        <th scope="row">
                          {row.ticketId === null || row.ticketNo === null ? (
                            <NoValue />
                          ) : (
                            <Link to={`/workflow/ticket/${row.ticketId}`}>{row.ticketNo}</Link>
                          )}
                        </th>
                        {(['paid', 'consumed', 'difference'] as const).map((name) => (
                          <td key={name} className="is-right">
                            <MoneyText value={row[name]} />
                          </td>
                        ))}
                        <td className={row.reason === 'unexplained' ? 'pay-refused' : undefined}>
                          {t(`pay.reconcile.reasons.${row.reason}`)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </HTMLTable>
              </ScrollRegion>
            )}
          </section>
          <SignOff figures={data} />
          <MonthDays month={day.slice(0, 7)} day={day} onChoose={choose} />
        </>
      )}
    </>
  )
}
