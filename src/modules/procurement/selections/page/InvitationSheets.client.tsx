import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { useRecordRow } from '#src/client/records/form/useRecordForm.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { textIn } from '#src/fields/values.ts'
import { selection } from '../selection.ts'

/** The invitation to quote on paper, a sheet for each vendor that is invited, with the list in which it writes its prices (50.10). */
export function InvitationSheets({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useRecordRow(selection, id)
  const vendors: readonly FormData[] = rowsOf(data?.invitations)
  return (
    <Paper title={t('selectionInvitation.title')} disabled={data === undefined} onClose={onClose}>
      {data === undefined ? (
        <div className="paper">
          {error === null ? <SkeletonRows rows={8} /> : <FailedState error={error} onRetry={() => void refetch()} />}
        </div>
      ) : null}
      {data === undefined
        ? null
        : vendors.map(({ vendorId, vendorIdLabel }) => (
            <Invitation key={String(vendorId)} row={data} vendor={textIn(vendorIdLabel)} />
          ))}
    </Paper>
  )
}

const columns = ['no', 'name', 'spec', 'unit', 'qty', 'price', 'sum'] as const
const figures: ReadonlySet<string> = new Set(['qty', 'price', 'sum'])

function Invitation({ row, vendor }: { readonly row: RecordRow; readonly vendor: string }) {
  const t = useT()
  const label = useDictionaryLabel()
  const items: readonly FormData[] = rowsOf(row.items)
  const deadline = String(row.deadline).slice(0, 16)
  const terms = [
    t('selectionInvitation.ceiling', [String(row.ceiling)]),
    t('selectionInvitation.deadline', [deadline]),
    t('selectionInvitation.sealed', [String(row.deptIdLabel ?? ''), String(row.ownerIdLabel ?? '')]),
    t('selectionInvitation.opening'),
    row.scoring === 'weighted'
      ? t('selectionInvitation.weighted', [
          Number(row.priceWeight),
          Number(row.qualityWeight),
          Number(row.deliveryWeight),
          Number(row.serviceWeight),
        ])
      : t('selectionInvitation.lowest'),
  ]
  return (
    <article className="paper invitation">
      <h1>{t('selectionInvitation.title')}</h1>
      <p>{t('selectionInvitation.to', [vendor])}</p>
      <p>
        {t('selectionInvitation.opens', [
          String(row.subject),
          String(row.no),
          label('purchaseMethod', String(row.method)),
        ])}
      </p>
      <ol>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
      <h2>{t('selectionInvitation.list')}</h2>
      <DataTable
        look={{ compact: true }}
        region={{ className: 'invitation-list', label: t('selectionInvitation.list') }}
        rows={items}
        keyOf={(_, index) => index}
        columns={columns.map((name) => ({
          name,
          head: t(`selectionInvitation.columns.${name}`),
          isRight: figures.has(name),
          cell: (item: FormData, index: number) =>
            name === 'no' ? index + 1 : name === 'price' || name === 'sum' ? '' : String(item[name] ?? ''),
        }))}
      />
      <dl className="print-blanks">
        {(['total', 'delivery', 'warranty', 'contact', 'seal', 'date'] as const).map((blank) => (
          <div key={blank}>
            <dt>{t(`selectionInvitation.${blank}`)}</dt>
            <dd />
          </div>
        ))}
      </dl>
      <p className="invitation-sign">
        {String(row.deptIdLabel ?? '')}
        <br />
        {String(row.invitedAt ?? row.createdAt).slice(0, 10)}
      </p>
    </article>
  )
}
