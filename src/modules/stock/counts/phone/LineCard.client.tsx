import { Button, InputGroup, Tag } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Minus, Plus } from '@blueprintjs/icons'
import { useId } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { printQty, subtractQty } from '#src/fields/quantity/quantities.ts'
import type { CountSheetLine } from '../count.types.ts'
import { batchOf, countedText, isQty, nameOf, shownQty, stepQty } from '../lines.ts'
import type { Entry } from '../useKeptEntries.client.ts'

interface Props {
  readonly line: CountSheetLine
  readonly entry: Entry | undefined
  readonly isOpen: boolean
  readonly onEdit: (entry: Entry) => void
  readonly onType: (before: string) => void
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

/** One item of a count, with a quantity that a thumb can set. */
export function LineCard({ line, entry, isOpen, onEdit, onType, onPrevious, onNext }: Props) {
  const t = useT()
  const id = useId()
  const batch = batchOf(line)
  return (
    <section className="count-card" aria-labelledby={id}>
      <p className="count-where">
        {line.bin === null ? null : <Tag size="large">{line.bin}</Tag>}
        <span>{line.code}</span>
      </p>
      <h2 id={id}>{nameOf(line)}</h2>
      {batch === '' ? null : <p className="count-soft">{batch}</p>}
      {line.needsSecond && !line.isOwn ? <Tag intent="warning">{t('stock.sheet.needsSecond')}</Tag> : null}
      {isOpen ? (
        <Quantity line={line} entry={entry} onEdit={onEdit} onType={onType} onEnter={onNext} />
      ) : (
        <p>
          {line.firstBy === null
            ? t('stock.sheet.notAsked')
            : [line.firstBy, countedText(line) ?? t('stock.sheet.done'), line.firstQty === null ? '' : line.unit].join(
                ' ',
              )}
        </p>
      )}
      <div className="count-steps">
        <Button
          size="large"
          icon={<ChevronLeft className="forward-icon" />}
          text={t('stock.phone.previous')}
          disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
        />
        <Button
          size="large"
          endIcon={<ChevronRight className="forward-icon" />}
          text={t('stock.phone.next')}
          disabled={onNext === null}
          onClick={() => onNext?.()}
        />
      </div>
    </section>
  )
}

interface QuantityProps extends Pick<Props, 'line' | 'entry' | 'onEdit' | 'onType'> {
  readonly onEnter: (() => void) | null
}

function Quantity({ line, entry, onEdit, onType, onEnter }: QuantityProps) {
  const t = useT()
  const qty = shownQty(line, entry)
  const isWrong = qty !== '' && !isQty(line, qty)
  const difference = line.expected !== null && isQty(line, qty) ? subtractQty(Number(qty), line.expected) : null
  return (
    <>
      <div className="count-qty">
        <Button
          size="large"
          icon={<Minus size={20} />}
          aria-label={t('stock.phone.less')}
          disabled={!isQty(line, qty) || Number(qty) === 0}
          onClick={() => onEdit({ qty: stepQty(line, qty, -1) })}
        />
        <InputGroup
          size="large"
          inputMode={line.qtyPlaces === 0 ? 'numeric' : 'decimal'}
          enterKeyHint="next"
          maxLength={11}
          autoComplete="off"
          aria-label={`${nameOf(line)} ${t('stock.sheet.counted')}`}
          aria-invalid={isWrong}
          placeholder={t('stock.sheet.counted')}
          intent={isWrong ? 'danger' : 'none'}
          value={qty}
          onFocus={({ target }) => target.select()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) onEnter?.()
          }}
          onValueChange={(next) => {
            onType(qty)
            onEdit({ qty: next })
          }}
        />
        <Button
          size="large"
          icon={<Plus size={20} />}
          aria-label={t('stock.phone.more')}
          onClick={() => onEdit({ qty: stepQty(line, qty, 1) })}
        />
        <span className="count-unit">{line.unit}</span>
      </div>
      {isWrong ? (
        <p className="count-wrong">
          {line.qtyPlaces === 0 ? t('stock.phone.whole') : t('stock.phone.places', [line.qtyPlaces])}
        </p>
      ) : null}
      {line.expected === null ? null : (
        <p className="count-book">
          <span>
            {t('stock.sheet.book')} {printQty(line.expected, line.qtyPlaces)} {line.unit}
          </span>
          {difference === null || difference === 0 ? null : (
            <strong className={difference < 0 ? 'is-short' : ''}>
              {t('stock.sheet.difference')} {difference > 0 ? '+' : ''}
              {printQty(difference, line.qtyPlaces)}
            </strong>
          )}
          {difference === 0 ? null : (
            <Button
              size="small"
              variant="outlined"
              text={t('stock.phone.asBook')}
              onClick={() => onEdit({ qty: printQty(line.expected ?? 0, line.qtyPlaces) })}
            />
          )}
        </p>
      )}
      <Reason line={line} entry={entry} isAsked={difference !== null && difference !== 0} onEdit={onEdit} />
    </>
  )
}

interface ReasonProps extends Pick<Props, 'line' | 'entry' | 'onEdit'> {
  /** There is a difference in sight; in a blind count nobody knows, and the field waits folded. */
  readonly isAsked: boolean
}

function Reason({ line, entry, isAsked, onEdit }: ReasonProps) {
  const t = useT()
  const reason = entry?.reason ?? line.reason
  const field = (
    <InputGroup
      data-scan="no"
      maxLength={100}
      aria-label={`${nameOf(line)} ${t('stock.sheet.reason')}`}
      placeholder={t('stock.sheet.reason')}
      value={reason}
      onValueChange={(next) => onEdit({ reason: next })}
    />
  )
  if (isAsked) return field
  // A line that agrees with the book needs no reason; a blind one may.
  if (line.expected !== null && reason === '') return null
  return (
    <details className="count-reason" open={reason !== ''}>
      <summary>{t('stock.phone.addReason')}</summary>
      {field}
    </details>
  )
}
