import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, FailedState, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Entitlements, Issues } from './ClothingTables.client.tsx'
import type { CardAsset, CardLoan, OwnClothing } from './clothing.types.ts'

/** One personal card: everything somebody holds, is entitled to and was ever issued, on one sheet for printing (90 A.5). */
export function PersonalCard({ clothing, onClose }: { readonly clothing: OwnClothing; readonly onClose: () => void }) {
  const t = useT()
  const label = useDictionaryLabel()
  const { data, error, refetch } = useQuery({
    queryKey: ['clothingIssue', 'card'],
    queryFn: ({ signal }) => api.get('/api/clothing/own/card/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const { person } = data
  return (
    <article className="clothing-card">
      <header className="clothing-head">
        <h2>{t('clothing.card.title', [person.name])}</h2>
        <span className="clothing-actions">
          <Button icon="arrow-left" text={t('clothing.card.back')} onClick={onClose} />
          <Button intent="primary" icon="print" text={t('clothing.card.print')} onClick={() => window.print()} />
        </span>
      </header>
      <p>
        {t('clothing.card.person', [person.empNo, person.dept, label('personType', person.personType)])}
        {' · '}
        {t('clothing.card.asOf')} <DateText value={data.day} precision="day" />
      </p>
      <h3>{t('clothing.card.assets', [data.assets.length])}</h3>
      <Held rows={data.assets} />
      <h3>{t('clothing.card.loans', [data.loans.length])}</h3>
      <Loans rows={data.loans} />
      <h3>{t('clothing.entitlements')}</h3>
      <Entitlements rows={clothing.entitlements} />
      <h3>{t('clothing.card.history', [clothing.issues.length])}</h3>
      <Issues rows={clothing.issues} />
      <p className="clothing-sign">{t('clothing.card.sign')}</p>
    </article>
  )
}

function Held({ rows }: { readonly rows: readonly CardAsset[] }) {
  const t = useT()
  if (rows.length === 0) return <p>{t('clothing.card.none')}</p>
  return (
    <DataTable
      className="list-table"
      look={{ compact: true }}
      region={{ className: 'list-scroll is-comfortable', label: t('clothing.card.assets', [rows.length]) }}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'assetNo', head: t('clothing.card.assetNo'), isRowHead: true, cell: ({ assetNo }) => assetNo },
        { name: 'name', head: t('clothing.card.name'), cell: ({ name, model }) => `${name} ${model}` },
        { name: 'sn', head: t('clothing.card.sn'), cell: ({ sn }) => (sn === '' ? <NoValue /> : sn) },
        {
          name: 'since',
          head: t('clothing.card.since'),
          cell: ({ since }) => <DateText value={since} precision="day" />,
        },
        {
          name: 'until',
          head: t('clothing.card.until'),
          cell: ({ until }) => (until === null ? <NoValue /> : <DateText value={until} precision="day" />),
        },
      ]}
    />
  )
}

function Loans({ rows }: { readonly rows: readonly CardLoan[] }) {
  const t = useT()
  if (rows.length === 0) return <p>{t('clothing.card.none')}</p>
  return (
    <DataTable
      className="list-table"
      look={{ compact: true }}
      region={{ className: 'list-scroll is-comfortable', label: t('clothing.card.loans', [rows.length]) }}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'item', head: t('clothing.item'), isRowHead: true, cell: ({ name }) => name },
        { name: 'qty', head: t('clothing.quantity'), isRight: true, cell: ({ qty, unit }) => `${qty} ${unit}` },
        {
          name: 'dueAt',
          head: t('clothing.card.until'),
          cell: ({ dueAt, isLate }) =>
            dueAt === null ? (
              <NoValue />
            ) : (
              <span className={isLate ? 'clothing-due' : undefined}>
                <DateText value={dueAt} precision="day" />
              </span>
            ),
        },
      ]}
    />
  )
}
