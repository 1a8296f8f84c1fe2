import { Button } from '@blueprintjs/core'
import { ExportIcon, PrintIcon } from '@blueprintjs/icons'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
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
const repairColumns = ['assetNo', 'name', 'model', 'workOrderId', 'deptId', 'holderId', 'roomId', 'warrantyTo', 'price']

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

/** Cards, with labels for the chosen ones and, where they are kept, their transfer. */
function useCards(onTransfer?: (chosen: Chosen) => void): ListAdditions {
  const t = useT()
  const mayLabel = useMay('asset:Label')
  const mayTransfer = useMay('asset:Transfer') && onTransfer !== undefined
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
      ...((mayLabel || mayTransfer) && {
        bulk: (ids: readonly number[], done: () => void) => (
          <>
            {mayTransfer ? (
              <Button size="small" text={texts.action('transfer')} onClick={() => onTransfer?.({ ids, done })} />
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
    [t, texts, mayLabel, mayTransfer, printLabels, onTransfer],
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

/** 资产台账. */
export function Cards() {
  const t = useT()
  const [, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isCounting, setIsCounting] = useState(false)
  const more = useCards(setChosen)
  return (
    <>
      <div className="asset-actions">
        <May need="asset:Count">
          <Button text={t('assetPage.count')} onClick={() => setIsCounting(true)} />
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
      {chosen === null ? null : <TransferMany chosen={chosen} onClose={() => setChosen(null)} />}
      {isCounting ? (
        <FormDrawer
          record={assetCount}
          id={null}
          onSaved={(answer) => setParams({ tab: 'counts', id: String((answer as { readonly id: number }).id) })}
          onClose={() => setIsCounting(false)}
        />
      ) : null}
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
