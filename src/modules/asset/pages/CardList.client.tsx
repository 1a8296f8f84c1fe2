import { Button } from '@blueprintjs/core'
import { ExportIcon, PrintIcon } from '@blueprintjs/icons'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { referenceSource, useOptionsOf } from '#src/client/components/forms/inputs/options.ts'
import { Chip, May, StateChip, toast } from '#src/client/components/ui/index.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { exportList } from '#src/client/records/transfer/transfer.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { asset } from '../asset-card.ts'
import { assetCount } from '../counts/asset-count.ts'

const nothing: readonly string[] = []
const labelled = { state: 'idle,inUse,repairing' } as const
const repairing = { state: 'repairing' } as const
const repairColumns = ['assetNo', 'name', 'model', 'workOrderId', 'deptId', 'holderId', 'warrantyTo', 'price']

/** Opens the page of labels for chosen rows. */
export function usePrinting(kind: 'assets' | 'rooms'): (ids: readonly number[]) => void {
  const navigate = useNavigate()
  return useCallback(
    (ids) => void navigate(`/stockmanage/asset/labels?kind=${kind}&ids=${ids.join(',')}`),
    [navigate, kind],
  )
}

/** Says what keeps police gear from being handed over. */
function State({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const isPast = (value: unknown): boolean => typeof value === 'string' && value !== '' && value < today
  return (
    <>
      <StateChip dictionary="assetState" value={String(row.state)} />
      {isPast(row.inspectDue) ? <Chip color="error">{t('assetPage.overdue')}</Chip> : null}
      {isPast(row.serviceUntil) ? <Chip color="error">{t('assetPage.ended')}</Chip> : null}
    </>
  )
}

/** Rows that are to be transferred, and what to do when they are. */
interface Chosen {
  readonly ids: readonly number[]
  readonly done: () => void
}

/** What the register does with chosen cards. */
interface Bulk {
  readonly onTransfer: (chosen: Chosen) => void
  readonly onCount: (chosen: Chosen) => void
}

/** Cards, with labels for the chosen ones and, in the register, their transfer and their count. */
function useCards(onChosen?: Bulk): ListAdditions {
  const t = useT()
  const mayLabel = useMay('asset:Label')
  const mayTransfer = useMay('asset:Transfer') && onChosen !== undefined
  const mayCount = useMay('asset:Count') && onChosen !== undefined
  const printLabels = usePrinting('assets')
  const texts = useRecordTexts(asset)
  return useMemo(
    () => ({
      columns: asset.list.columns,
      own: {
        state: { label: t('records.asset.fields.state'), render: (row) => <State row={row} /> },
      },
      parameters: nothing,
      itemsOf: (row) => (mayLabel ? [{ text: t('assetLabels.print'), onClick: () => printLabels([row.id]) }] : []),
      ...((mayLabel || mayTransfer || mayCount) && {
        bulk: (ids: readonly number[], done: () => void) => (
          <>
            {mayTransfer ? (
              <Button
                size="small"
                text={texts.action('transfer')}
                onClick={() => onChosen?.onTransfer({ ids, done })}
              />
            ) : null}
            {mayCount ? (
              <Button size="small" text={t('assetPage.count')} onClick={() => onChosen?.onCount({ ids, done })} />
            ) : null}
            {mayLabel ? (
              <Button
                size="small"
                icon={<PrintIcon />}
                text={t('assetLabels.print')}
                onClick={() => printLabels(ids)}
              />
            ) : null}
          </>
        ),
      }),
    }),
    [t, texts, mayLabel, mayTransfer, mayCount, printLabels, onChosen],
  )
}

const { fields: transferFields } = asset.actions.transfer

/** One form for the transfer of many assets. */
function TransferMany({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  const plural = usePlural()
  const texts = useRecordTexts(asset)
  return (
    <PostForm<{ readonly requested: number }>
      title={plural('assetPage.transferMany', chosen.ids.length)}
      path="/api/assets/transfers/"
      record="assetTransfer"
      fields={transferFields}
      fixed={{ assetIds: chosen.ids }}
      labels={texts.labels}
      submitText={texts.action('transfer')}
      onDone={({ requested }) => {
        chosen.done()
        toast('success', plural('assetPage.transferred', requested))
      }}
      onClose={onClose}
    />
  )
}

const all: Chosen = { ids: [], done: () => undefined }
const assetSource = referenceSource({ kind: 'reference', record: 'asset' })

/** The form of a new count; it begins with the chosen cards, by name. */
function CountForm({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  const [, setParams] = useSearchParams()
  const { data: named, isLoading } = useOptionsOf(assetSource, chosen.ids)
  const start = useMemo(() => {
    const labels = new Map(named?.map(({ id, label }) => [id, label]))
    const assets = chosen.ids.map((id) => ({ assetId: id, assetIdLabel: labels.get(id) ?? `#${id}` }))
    return { assets: assets.length === 0 ? null : assets }
  }, [chosen, named])
  if (isLoading) return null
  return (
    <FormDrawer
      record={assetCount}
      id={null}
      start={start}
      onSaved={(answer) => {
        chosen.done()
        setParams({ tab: 'counts', id: String((answer as { readonly id: number }).id) })
      }}
      onClose={onClose}
    />
  )
}

/** 资产台账. */
export function Cards() {
  const t = useT()
  const [moving, setMoving] = useState<Chosen | null>(null)
  const [counting, setCounting] = useState<Chosen | null>(null)
  const more = useCards(useMemo(() => ({ onTransfer: setMoving, onCount: setCounting }), []))
  return (
    <>
      <div className="asset-actions">
        <May need="asset:Count">
          <Button text={t('assetPage.count')} onClick={() => setCounting(all)} />
        </May>
        <May need="asset:Export">
          <Button
            icon={<ExportIcon />}
            text={t('assetPage.finance')}
            onClick={() => ignoreApiError(exportList('/api/assets/finance/', {}))}
          />
        </May>
      </div>
      <RecordList record={asset} more={more} emptyText={t('assetPage.none')} />
      {moving === null ? null : <TransferMany chosen={moving} onClose={() => setMoving(null)} />}
      {counting === null ? null : <CountForm chosen={counting} onClose={() => setCounting(null)} />}
    </>
  )
}

/** Cards that can be labelled. */
export const Labels = () => <RecordList record={asset} fixed={labelled} more={useCards()} />
/** Cards under repair, each with its work order. */
export function Repairs() {
  const more = useCards()
  const withOrders = useMemo(() => ({ ...more, columns: repairColumns }), [more])
  return <RecordList record={asset} fixed={repairing} more={withOrders} />
}
