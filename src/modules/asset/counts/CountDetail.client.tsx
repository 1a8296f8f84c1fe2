import '../sheets/sheets.css'
import { Button, InputGroup } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, EmptyState, FailedState, SkeletonRows, StateChip, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { assetCount } from './asset-count.ts'
import type { AssetCountSheet, CountDecision, CountLine } from './count.types.ts'
import { SignDialog } from './SignDialog.client.tsx'

/** A count with its differences, what is decided on them, and the signed result. */
export function CountDetail({ row }: { readonly row: RecordRow }) {
  return (
    <>
      <Review row={row} />
      <RecordDetail record={assetCount} row={row} />
    </>
  )
}

function Review({ row }: { readonly row: RecordRow }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['assetCount', 'one', row.id, 'sheet'],
    queryFn: ({ signal }) => api.get(`/api/assets/count/${row.id}/sheet/`, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={5} />
  return <Differences sheet={data} row={row} />
}

const decisionsFor = (line: CountLine): readonly CountDecision[] =>
  line.assetId === null
    ? []
    : line.result === 'missing'
      ? ['keep', 'lose']
      : line.result === 'unexpected'
        ? ['keep', 'move', 'find']
        : ['keep', 'move']

function Differences({ sheet, row }: { readonly sheet: AssetCountSheet; readonly row: RecordRow }) {
  const t = useT()
  const word = useDictionaryLabel()
  const client = useQueryClient()
  const maySign = useMay('asset:Count')
  const [made, setMade] = useState<ReadonlyMap<number, { decision?: CountDecision; reason?: string }>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const [isSigning, setSigning] = useState(false)
  const rooms = new Map(sheet.rooms.map(({ id, name }) => [id, name]))
  const place = (id: number | null): string => (id === null ? '—' : (rooms.get(id) ?? '—'))
  const differences = sheet.lines.filter(({ result }) => result !== 'found')
  const edit = (line: CountLine, change: { decision?: CountDecision; reason?: string }): void =>
    setMade((now) => new Map(now).set(line.id, { ...now.get(line.id), ...change }))
  const decided = differences.flatMap((line) => {
    const own = made.get(line.id)
    const decision = own?.decision ?? line.decision
    return own === undefined || decision === null || decision === undefined
      ? []
      : [{ lineId: line.id, decision, reason: own.reason ?? line.reason }]
  })
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await api.post(`/api/assets/count/${sheet.id}/decisions/`, { lines: decided }, { key: newKey() })
      setMade(new Map())
      toast('success', t('assetReview.saved'))
      await client.invalidateQueries({ queryKey: ['assetCount'] })
    } finally {
      setSaving(false)
    }
  }
  const sheetId = typeof row.sheetId === 'number' ? row.sheetId : null
  const decisions = [
    {
      name: 'decision',
      head: t('assetReview.decision'),
      cell: (line: CountLine) =>
        sheet.mayDecide && decisionsFor(line).length > 0 ? (
          <SelectBox
            aria-label={`${line.label} ${t('assetReview.decision')}`}
            value={made.get(line.id)?.decision ?? line.decision ?? ''}
            onChange={(event) => edit(line, { decision: event.target.value as CountDecision })}
          >
            <option value="" disabled />
            {decisionsFor(line).map((one) => (
              <option key={one} value={one}>
                {word('assetCountDecision', one)}
              </option>
            ))}
          </SelectBox>
        ) : line.decision === null ? (
          ''
        ) : (
          word('assetCountDecision', line.decision)
        ),
    },
    {
      name: 'reason',
      head: t('assetReview.reason'),
      cell: (line: CountLine) =>
        sheet.mayDecide && line.assetId !== null ? (
          <InputGroup
            maxLength={200}
            aria-label={`${line.label} ${t('assetReview.reason')}`}
            value={made.get(line.id)?.reason ?? line.reason}
            onValueChange={(reason) => edit(line, { reason })}
          />
        ) : (
          line.reason
        ),
    },
    {
      name: 'outcome',
      head: t('assetReview.outcome'),
      cell: ({ outcome }: CountLine) => (outcome === null ? '' : word('assetCountOutcome', outcome)),
    },
  ]
  return (
    <section aria-label={t('assetReview.title')}>
      <div className="asset-review-bar">
        <strong>{t('assetReview.title')}</strong>
        {/* The scanning page is a document of its own: only there the camera is open. */}
        {sheet.mayCount ? <a href={`/scan?count=${sheet.id}`}>{t('assetReview.open')}</a> : null}
        <Link to={`?tab=scans&countId=${sheet.id}`}>{t('assetReview.scans')}</Link>
        {sheetId === null ? null : <Link to={`/stockmanage/asset/sheet/${sheetId}`}>{t('assetReview.print')}</Link>}
        {sheet.state === 'review' && sheetId === null && maySign ? (
          <Button text={t('assetReview.sign')} onClick={() => setSigning(true)} />
        ) : null}
        {sheet.mayDecide ? (
          <BusyButton
            intent="primary"
            text={t('assetReview.save')}
            isBusy={isSaving}
            disabled={decided.length === 0}
            onClick={() => ignoreApiError(save())}
          />
        ) : null}
      </div>
      {differences.length === 0 ? (
        <EmptyState compact title={t('assetReview.noDifference')} />
      ) : (
        <DataTable
          look={{ compact: true }}
          region={{ className: 'asset-review-scroll', label: t('assetReview.title') }}
          rows={differences}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'label',
              head: t('assetReview.label'),
              isRowHead: true,
              cell: (line) => `${line.label} ${line.name}`,
            },
            {
              name: 'result',
              head: t('records.assetCountScan.fields.result'),
              cell: ({ result }) => <StateChip dictionary="assetScanResult" value={result} />,
            },
            { name: 'book', head: t('assetReview.book'), cell: ({ roomId }) => place(roomId) },
            { name: 'found', head: t('assetReview.found'), cell: ({ foundRoomId }) => place(foundRoomId) },
            {
              name: 'by',
              head: t('assetReview.by'),
              cell: ({ foundBy, foundAt }) => (
                <>
                  {foundBy} {foundAt === null ? null : <DateText value={foundAt} />}
                </>
              ),
            },
            {
              name: 'note',
              head: t('assetScan.note'),
              cell: ({ note, condition }) =>
                [condition === null ? '' : word('assetCondition', condition), note ?? ''].join(' '),
            },
            ...(sheet.state === 'counting' || sheet.state === 'cancelled' ? [] : decisions),
          ]}
        />
      )}
      {isSigning ? (
        <SignDialog countId={sheet.id} counterIds={row.counterIds} onClose={() => setSigning(false)} />
      ) : null}
    </section>
  )
}
