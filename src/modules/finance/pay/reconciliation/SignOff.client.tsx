import '../pay.css'
import { Button } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { Chip, dateText, FailedState, MoneyText, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { type Fields, longText } from '#src/fields/field.ts'
import { FigureTable } from '../FigureTable.client.tsx'
import { DayFigures } from './DayFigures.client.tsx'
import { type ReconciledDay, type Signature, unexplainedOf } from './reconciliation.ts'

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
    <FigureTable
      isNarrow
      title={t('pay.reconcile.signatures')}
      empty={t('pay.reconcile.notSigned')}
      beside={
        figures.isMine ? null : (
          <Button
            size="small"
            intent="primary"
            icon={<EditIcon />}
            text={t('pay.reconcile.sign')}
            onClick={() => setSigning(true)}
          />
        )
      }
      columns={(['signedBy', 'signedAt', 'state', 'explanation'] as const).map((key) => ({
        key,
        title: t(`pay.reconcile.${key}`),
        ...(key === 'signedAt' && { className: 'pay-no' }),
      }))}
      rows={signatures.map((signature) => ({
        key: signature.id,
        cells: [
          signature.name,
          dateText(signature.signedAt),
          <Chip key="state" color={signature.isCurrent ? 'success' : 'warning'}>
            {t(signature.isCurrent ? 'pay.reconcile.current' : 'pay.reconcile.outdated')}
          </Chip>,
          words(signature).map((text) => <div key={text}>{text}</div>),
        ],
      }))}
      after={isSigning ? <SignForm key={day} figures={figures} onClose={() => setSigning(false)} /> : null}
    />
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
    queryFn: ({ signal }) => api.get(`${path}days/`, { query: { month }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <FigureTable
      isNarrow
      title={t('pay.reconcile.month')}
      empty={t('pay.reconcile.noPayments')}
      instead={
        data !== undefined ? null : error !== null ? (
          <FailedState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        )
      }
      columns={[
        { key: 'day', title: t('pay.reconcile.day') },
        { key: 'paid', title: t('pay.reconcile.paid'), isRight: true },
        { key: 'consumed', title: t('pay.reconcile.consumed'), isRight: true },
        { key: 'signed', title: t('pay.reconcile.dayCount') },
      ]}
      rows={(data ?? []).map((row) => ({
        key: row.day,
        isCurrent: row.day === day,
        cells: [
          <Button key="day" size="small" variant="minimal" text={row.day} onClick={() => onChoose(row.day)} />,
          <MoneyText key="paid" value={row.paid} />,
          <MoneyText key="consumed" value={row.consumed} />,
          <Chip key="signed" color={row.signed > 0 ? 'success' : null}>
            {row.signed > 0 ? t('pay.reconcile.dayCount') : t('pay.reconcile.unsigned')}
          </Chip>,
        ],
      }))}
    />
  )
}
