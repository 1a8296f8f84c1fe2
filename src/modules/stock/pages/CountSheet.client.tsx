import { Callout, InputGroup, Tag } from '@blueprintjs/core'
import { type FormEvent, useRef, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { FailedState, MoneyText, QtyText, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { printQty } from '#src/fields/quantity/quantities.ts'
import { stockCount } from '../counts/count.ts'
import type { CountSheet, CountSheetLine } from '../counts/count.types.ts'
import { batchOf, isQty, nameOf, shownQty } from '../counts/lines.ts'
import { useCountSheet } from '../counts/useCountSheet.client.ts'
import { useCountSheetData } from '../counts/useCountSheetData.client.ts'
import type { Entry } from '../counts/useKeptEntries.client.ts'

/** A count with its sheet. */
export function CountDetail({ row }: { readonly row: RecordRow }) {
  return (
    <>
      <Sheet id={row.id} />
      <RecordDetail record={stockCount} row={row} />
    </>
  )
}

function Sheet({ id }: { readonly id: number }) {
  const { data, error, refetch } = useCountSheetData(id)
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  return <SheetForm sheet={data} />
}

function SheetForm({ sheet }: { readonly sheet: CountSheet }) {
  const t = useT()
  const { entries, edit, isOpen, changed, isSaving, save, lost } = useCountSheet(sheet)
  const fields = useRef(new Map<number, HTMLInputElement>())
  const find = (code: string): void => {
    const line = sheet.lines.find((one) => one.barcodes.includes(code))
    if (line === undefined) toast('warning', t('stock.sheet.notFound', [code]))
    else fields.current.get(line.id)?.focus()
  }
  const counted = sheet.lines.filter(({ firstBy }) => firstBy !== null).length
  // A blind count has no book figures for its counters: no column stands empty for them.
  const isHidden = sheet.lines.every(({ expected }) => expected === null)
  const bookColumn: Column<CountSheetLine> = {
    name: 'book',
    head: t('stock.sheet.book'),
    isRight: true,
    cellClass: 'stock-book',
    cell: ({ expected, unit, qtyPlaces }) => (
      <>
        <span className="stock-narrow">{t('stock.sheet.book')}</span>{' '}
        {expected === null ? (
          '—'
        ) : (
          <>
            <QtyText value={expected} places={qtyPlaces} /> {unit}
          </>
        )}
      </>
    ),
  }
  const differenceColumn: Column<CountSheetLine> = {
    name: 'difference',
    head: t('stock.sheet.difference'),
    isRight: true,
    cellClass: 'stock-difference',
    cell: (line) => (
      <>
        <span className="stock-narrow">{t('stock.sheet.difference')}</span> <Difference line={line} />
      </>
    ),
  }
  return (
    <section className={sheet.mayCount ? 'stock-sheet is-counting' : 'stock-sheet'} aria-label={t('stock.sheet.title')}>
      {lost.length === 0 ? null : (
        <Callout compact intent="warning" role="alert">
          <p>{t('stock.sheet.lost')}</p>
          <ul>
            {lost.map((line) => (
              <li key={line.id}>
                {nameOf(line)} · {entries.get(line.id)?.qty ?? ''} {entries.get(line.id)?.reason ?? ''}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <div className="stock-bar">
        <p aria-live="polite">{t('stock.sheet.progress', [counted, sheet.lines.length])}</p>
        {sheet.mayCount ? <Scan onCode={find} /> : null}
        {sheet.mayCount ? (
          <BusyButton
            intent="primary"
            text={t('stock.sheet.save')}
            isBusy={isSaving}
            disabled={changed === 0}
            onClick={() => ignoreApiError(save())}
          />
        ) : null}
        {sheet.mayCount ? (
          <a className="stock-one bp6-button" href={`/scan/stock?count=${sheet.id}`}>
            {t('stock.sheet.openPhone')}
          </a>
        ) : null}
      </div>
      {sheet.isBlind && sheet.mayCount ? <p className="stock-note">{t('stock.sheet.blind')}</p> : null}
      <DataTable
        className="stock-table"
        look={{ compact: true }}
        region={{ className: 'stock-scroll', label: t('stock.sheet.title') }}
        rows={sheet.lines}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'bin',
            head: t('records.stockBatch.fields.bin'),
            cellClass: 'stock-bin',
            cell: ({ bin }) => bin ?? '',
          },
          {
            name: 'item',
            head: t('records.stockBatch.fields.itemId'),
            isRowHead: true,
            cell: (line) => <LineName line={line} />,
          },
          {
            name: 'batch',
            head: t('records.stockBatch.fields.batchNo'),
            cellClass: 'stock-batch',
            cell: batchOf,
          },
          ...(isHidden ? [] : [bookColumn]),
          {
            name: 'counted',
            head: t('stock.sheet.counted'),
            cellClass: 'stock-counted',
            cell: (line) => (
              <Counted
                line={line}
                entry={entries.get(line.id)}
                isOpen={isOpen(line)}
                onEdit={(qty) => edit(line, { qty })}
                onField={(field) => {
                  if (field === null) fields.current.delete(line.id)
                  else fields.current.set(line.id, field)
                }}
              />
            ),
          },
          ...(isHidden ? [] : [differenceColumn]),
          {
            name: 'reason',
            head: t('stock.sheet.reason'),
            cellClass: 'stock-reason',
            cell: (line) =>
              isOpen(line) ? (
                <InputGroup
                  maxLength={100}
                  aria-label={`${nameOf(line)} ${t('stock.sheet.reason')}`}
                  placeholder={t('stock.sheet.reason')}
                  value={entries.get(line.id)?.reason ?? line.reason}
                  onValueChange={(reason) => edit(line, { reason })}
                />
              ) : (
                line.reason
              ),
          },
        ]}
      />
    </section>
  )
}

/** Keyboard scanners end with Enter; `inputmode` keeps the Chinese input method from composing. */
function Scan({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useT()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBlank(code)) onCode(code.trim())
    setCode('')
  }
  return (
    <form onSubmit={submit}>
      <InputGroup
        value={code}
        maxLength={60}
        inputMode="none"
        aria-label={t('stock.sheet.scan')}
        placeholder={t('stock.sheet.scan')}
        onValueChange={setCode}
      />
    </form>
  )
}

function LineName({ line }: { readonly line: CountSheetLine }) {
  const t = useT()
  return (
    <>
      {nameOf(line)}
      {line.needsSecond ? (
        <Tag minimal intent="warning">
          {t('stock.sheet.needsSecond')}
        </Tag>
      ) : null}
    </>
  )
}

function Difference({ line }: { readonly line: CountSheetLine }) {
  if (line.difference === null) return '—'
  return (
    <>
      {line.difference > 0 ? '+' : ''}
      <QtyText value={line.difference} places={line.qtyPlaces} />
      {line.value !== null && line.difference !== 0 ? (
        <span className="stock-worth">
          <MoneyText value={line.value} />
        </span>
      ) : null}
    </>
  )
}

interface CountedProps {
  readonly line: CountSheetLine
  readonly entry: Entry | undefined
  readonly isOpen: boolean
  readonly onEdit: (qty: string) => void
  readonly onField: (field: HTMLInputElement | null) => void
}

function Counted({ line, entry, isOpen, onEdit, onField }: CountedProps) {
  const t = useT()
  if (!isOpen)
    return (
      <>
        {line.firstBy === null
          ? t('stock.sheet.notAsked')
          : `${line.firstQty === null ? t('stock.sheet.done') : printQty(line.firstQty, line.qtyPlaces)} ${line.firstBy}`}
        {line.secondQty === null
          ? null
          : ` · ${t('stock.sheet.second')} ${printQty(line.secondQty, line.qtyPlaces)} ${line.secondBy ?? ''}`}
      </>
    )
  const isWrong = entry?.qty !== undefined && entry.qty !== '' && !isQty(line, entry.qty)
  return (
    <InputGroup
      className="stock-qty"
      inputRef={onField}
      inputMode={line.qtyPlaces === 0 ? 'numeric' : 'decimal'}
      maxLength={11}
      aria-label={`${nameOf(line)} ${t('stock.sheet.counted')}`}
      intent={isWrong ? 'danger' : 'none'}
      value={shownQty(line, entry)}
      onValueChange={onEdit}
    />
  )
}
