import './pay.css'
import { Button, HTMLTable } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { useForm } from '#src/client/forms/useForm.ts'
import { api } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { FormPanel } from '#src/client/records/FormPanel.tsx'
import { Chip, dateText, EmptyState, FailedState, MoneyText, SkeletonRows, toast } from '#src/client/ui/index.ts'
import { type Fields, longText } from '#src/fields/field.ts'
import { DayFigures } from './DayFigures.client.tsx'
import { type DayOfMonth, type ReconciledDay, type Signature, unexplainedOf } from './reconciliation.ts'

const path = '/api/finance/reconciliation/'

/** FIN-96: whose name stands under the day, when, and what they said of differences without a reason. */
export function SignOff({ figures }: { readonly figures: ReconciledDay }) {
  const t = useT()
  const [isSigning, setSigning] = useState(false)
  const { signatures, day } = figures
  const words = ({ note, explanations }: Signature): readonly string[] => [
    ...explanations.map(({ ticketId, text }) => `${ticketOf(figures, ticketId)}: ${text}`),
    ...(note === null ? [] : [note]),
  ]
  return (
    <section className="pay-section" aria-labelledby="signatures">
      <div className="pay-head">
        <h2 id="signatures">{t('pay.reconcile.signatures')}</h2>
        {figures.isMine ? null : (
          <Button
            size="small"
            intent="primary"
            icon={<EditIcon />}
            text={t('pay.reconcile.sign')}
            onClick={() => setSigning(true)}
          />
        )}
      </div>
      {signatures.length === 0 ? (
        <EmptyState compact title={t('pay.reconcile.notSigned')} />
      ) : (
        <ScrollRegion className="pay-scroll" label={t('pay.reconcile.signatures')}>
          <HTMLTable compact className="pay-table is-narrow">
            <thead>
              <tr>
                {(['signedBy', 'signedAt', 'state', 'explanation'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`pay.reconcile.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {signatures.map((signature) => (
                <tr key={signature.id}>
                  <th scope="row">{signature.name}</th>
                  <td className="pay-no">{dateText(signature.signedAt)}</td>
                  <td>
                    <Chip color={signature.isCurrent ? 'success' : 'warning'}>
                      {t(signature.isCurrent ? 'pay.reconcile.current' : 'pay.reconcile.outdated')}
                    </Chip>
                  </td>
                  <td>
                    {words(signature).map((text) => (
                      <div key={text}>{text}</div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </ScrollRegion>
      )}
      {isSigning ? <SignForm key={day} figures={figures} onClose={() => setSigning(false)} /> : null}
    </section>
  )
}

const ticketOf = ({ differences }: ReconciledDay, id: number | null): string =>
  differences.find(({ ticketId }) => ticketId === id)?.ticketNo ?? '—'

const fieldOf = (ticketId: number | null): string => `ticket${ticketId ?? 0}`

function SignForm({ figures, onClose }: { readonly figures: ReconciledDay; readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const { day, paid, consumed } = figures
  const open = useMemo(() => unexplainedOf(figures), [figures])
  const fields = useMemo(
    (): Fields => ({
      ...Object.fromEntries(open.map(({ ticketId }) => [fieldOf(ticketId), longText(5, 300, { required: true })])),
      note: longText(0, 500),
    }),
    [open],
  )
  const initial = useMemo(() => Object.fromEntries(Object.keys(fields).map((name) => [name, null])), [fields])
  const form = useForm({ prefix, fields, initial })
  const labels = (name: string): string =>
    name === 'note'
      ? t('pay.reconcile.signNote')
      : t('pay.reconcile.explainAt', [open.find(({ ticketId }) => fieldOf(ticketId) === name)?.ticketNo ?? '—'])
  return (
    <FormPanel
      title={t('pay.reconcile.signTitle', [day])}
      prefix={prefix}
      fields={fields}
      labels={labels}
      form={form}
      submitText={t('pay.reconcile.sign')}
      before={<DayFigures day={figures} />}
      onSubmit={() =>
        form.submit(async (values, key) => {
          const explanations = open.map(({ ticketId }) => ({ ticketId, text: values[fieldOf(ticketId)] }))
          await api.post(`${path}sign/`, { day, paid, consumed, explanations, note: values.note }, { key, quiet: true })
          await client.invalidateQueries({ queryKey: ['payment', 'reconciliation'] })
          toast('success', t('pay.reconcile.signed', [day]))
        })
      }
      onClose={onClose}
    />
  )
}

/** The days of the month on which money moved, and which of them nobody has signed as they are. */
export function MonthDays({
  month,
  day,
  onChoose,
}: {
  readonly month: string
  readonly day: string
  readonly onChoose: (day: string) => void
}) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', 'reconciliation', 'days', month],
    queryFn: ({ signal }) => api.get<readonly DayOfMonth[]>(`${path}days/`, { query: { month }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="pay-section" aria-labelledby="month-days">
      <h2 id="month-days">{t('pay.reconcile.month')}</h2>
      {error !== null && data === undefined ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : data.length === 0 ? (
        <EmptyState compact title={t('pay.reconcile.noPayments')} />
      ) : (
        <ScrollRegion className="pay-scroll" label={t('pay.reconcile.month')}>
          <HTMLTable compact className="pay-table is-narrow">
            <thead>
              <tr>
                <th scope="col">{t('pay.reconcile.day')}</th>
                {(['paid', 'consumed'] as const).map((name) => (
                  <th key={name} scope="col" className="is-right">
                    {t(`pay.reconcile.${name}`)}
                  </th>
                ))}
                <th scope="col">{t('pay.reconcile.dayCount')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.day} aria-current={row.day === day ? 'date' : undefined}>
                  <th scope="row">
                    <Button size="small" variant="minimal" text={row.day} onClick={() => onChoose(row.day)} />
                  </th>
                  {(['paid', 'consumed'] as const).map((name) => (
                    <td key={name} className="is-right">
                      <MoneyText value={row[name]} />
                    </td>
                  ))}
                  <td>
                    <Chip color={row.signed > 0 ? 'success' : null}>
                      {row.signed > 0 ? t('pay.reconcile.dayCount') : t('pay.reconcile.unsigned')}
                    </Chip>
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </ScrollRegion>
      )}
    </section>
  )
}
