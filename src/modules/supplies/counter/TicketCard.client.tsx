import { Checkbox, InputGroup } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { Chip, DateText, StateChip } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import { printQty } from '#src/fields/quantity/quantities.ts'
import type { CounterLine, CounterTicket, CounterWaiting } from './counter.types.ts'
import {
  batchesFor,
  isShortLived,
  keepsOpen,
  type LineEdit,
  needsOldPart,
  openQty,
  problemOf,
  qtyOf,
  qtyText,
  type TicketEdit,
} from './counterModel.ts'
import { itemName } from './ItemsProgress.client.tsx'

interface TicketCardProps {
  readonly ticket: CounterTicket
  readonly waiting: CounterWaiting
  readonly edit: TicketEdit
  readonly reasonOf: (lineNo: number) => string
  readonly isChosen: boolean
  readonly refusal: string | null
  readonly onChoose: (isChosen: boolean) => void
  readonly onEdit: (change: Partial<TicketEdit>) => void
}

/** One ticket at the counter: its lines with what is handed out now. Writing in it chooses it. */
export function TicketCard(props: TicketCardProps) {
  const { ticket, waiting, edit, reasonOf, isChosen, refusal, onChoose, onEdit } = props
  const t = useT()
  const editLine = (lineNo: number, change: LineEdit): void => {
    onEdit({ lines: { ...edit.lines, [lineNo]: { ...edit.lines[lineNo], ...change } } })
    if (!isChosen) onChoose(true)
  }
  const hasRest = ticket.lines.some((line) => (qtyOf(line, edit.lines[line.lineNo]) ?? openQty(line)) < openQty(line))
  const isShort =
    ticket.type === 'medicalSupplies' &&
    ticket.lines.some(({ picks }) => picks.some(({ expireDate }) => isShortLived(expireDate, waiting)))
  return (
    <article
      id={`counter-${ticket.id}`}
      className={`card counter-ticket${isChosen ? ' is-chosen' : ''}${refusal === null ? '' : ' is-refused'}`}
      aria-label={ticket.no}
    >
      <header>
        <Checkbox
          checked={isChosen}
          aria-label={t('counter.choose', [ticket.no])}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <div className="counter-head">
          <strong>{ticket.applicant}</strong>
          <span className="ticket-soft">
            {ticket.dept} · {textOf(`applications.${ticket.type}.title`)} ·{' '}
            <Link className="counter-number" to={`/workflow/ticket/${ticket.id}`}>
              {ticket.no}
            </Link>
          </span>
          <span className="counter-chips">
            {ticket.isAhead ? <Chip color="error">{t('counter.emergency')}</Chip> : null}
            {ticket.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={ticket.urgency} />}
            {ticket.controlled ? <Chip color="warning">{t('counter.controlled')}</Chip> : null}
            {ticket.proxy === null ? null : <Chip color="info">{t('counter.proxy', [ticket.proxy])}</Chip>}
            {ticket.pickupAt === null ? null : <Chip color={null}>{t('counter.pickupAt', [ticket.pickupAt])}</Chip>}
            {ticket.deliverTo === null ? null : <Chip color={null}>{t('counter.deliverTo', [ticket.deliverTo])}</Chip>}
          </span>
        </div>
        <span className="ticket-soft counter-since">
          {t('counter.since')} <DateText value={ticket.waitingSince} />
        </span>
      </header>
      {refusal === null ? null : (
        <p className="counter-problem" role="alert">
          {refusal}
        </p>
      )}
      <ol className="counter-lines">
        {ticket.lines.map((line) => (
          <Line
            key={line.lineNo}
            line={line}
            waiting={waiting}
            edit={edit.lines[line.lineNo]}
            reason={reasonOf(line.lineNo)}
            isChecked={isChosen}
            onEdit={(change) => editLine(line.lineNo, change)}
          />
        ))}
      </ol>
      <footer>
        {hasRest ? (
          <Checkbox
            checked={keepsOpen(ticket, edit)}
            label={t('counter.keepOpen')}
            onChange={(event) => onEdit({ keepOpen: event.currentTarget.checked })}
          />
        ) : null}
        {isShort ? (
          <Checkbox
            checked={edit.expiryConfirmed === true}
            label={t('counter.confirmShort')}
            onChange={(event) => onEdit({ expiryConfirmed: event.currentTarget.checked })}
          />
        ) : null}
        {ticket.oldPartSn === null ? null : (
          <div>
            <Checkbox
              checked={edit.oldPartReceived === true}
              label={ticket.oldPartSn === '' ? t('counter.oldPart') : t('counter.oldPartSn', [ticket.oldPartSn])}
              onChange={(event) => onEdit({ oldPartReceived: event.currentTarget.checked })}
            />
            {isChosen && needsOldPart(ticket, edit) ? (
              <p className="counter-problem">{t('counter.needOldPart')}</p>
            ) : null}
          </div>
        )}
        {ticket.proxy === null ? null : (
          <div className="counter-code">
            <label htmlFor={`code-${ticket.id}`}>{t('counter.code')}</label>
            <InputGroup
              id={`code-${ticket.id}`}
              value={edit.code ?? ''}
              inputMode="numeric"
              maxLength={6}
              placeholder={t('counter.codeHint')}
              onValueChange={(code) => onEdit({ code })}
            />
          </div>
        )}
      </footer>
    </article>
  )
}

interface LineProps {
  readonly line: CounterLine
  readonly waiting: CounterWaiting
  readonly edit: LineEdit | undefined
  readonly reason: string
  /** A ticket that is not chosen says nothing of what is missing yet. */
  readonly isChecked: boolean
  readonly onEdit: (change: LineEdit) => void
}

function Line({ line, waiting, edit, reason, isChecked, onEdit }: LineProps) {
  const t = useT()
  const grades = useDictionary('clothingGrade')
  const name = itemName(line)
  const problem = isChecked ? problemOf(line, edit, reason) : null
  const batches = batchesFor(waiting, line)
  const asksReason = (qtyOf(line, edit) ?? 0) < openQty(line) || (edit?.batchNo ?? '') !== ''
  return (
    <li>
      <div className="counter-item">
        <span className="counter-name">{name}</span>
        {line.size === '' && line.person === null ? null : (
          <span className="counter-chips">
            {line.size === '' ? null : <Chip color="info">{t('counter.size', [line.size])}</Chip>}
            {line.person === null ? null : <Chip color={null}>{t('counter.for', [line.person])}</Chip>}
          </span>
        )}
        <span className="ticket-soft">
          {t('counter.column.requested')} {line.requested} · {t('counter.column.approved')} {line.approved} ·{' '}
          {t('counter.column.issued')} {line.issued} {line.unit}
        </span>
        {line.cutReason === '' ? null : <span className="ticket-soft">{t('counter.cut', [line.cutReason])}</span>}
        {line.returnDueAt === null ? null : (
          <span className="ticket-soft">{t('counter.loan', [line.returnDueAt])}</span>
        )}
        {line.short > 0 ? <Chip color="warning">{t('counter.short', [line.short])}</Chip> : null}
      </div>
      <div className="counter-picks">
        {line.picks.map((pick) => (
          <span key={pick.batchId}>
            {[pick.warehouse, pick.bin ?? t('counter.pick.noBin'), pick.batchNo]
              .filter((part) => part !== '')
              .join(' · ')}{' '}
            × {printQty(pick.qty, line.qtyPlaces)}
            {pick.expireDate === null ? null : (
              <em className={isShortLived(pick.expireDate, waiting) ? 'is-short' : 'ticket-soft'}>
                {' '}
                {isShortLived(pick.expireDate, waiting)
                  ? t('counter.shortLife', [pick.expireDate, waiting.shortLifeDays])
                  : t('counter.expires', [pick.expireDate])}
              </em>
            )}
          </span>
        ))}
        {batches.length < 2 ? null : (
          <SelectBox
            aria-label={t('counter.batchOf', [name])}
            value={edit?.batchNo ?? ''}
            onChange={(event) => onEdit({ batchNo: event.currentTarget.value })}
          >
            <option value="">{t('counter.firstToExpire')}</option>
            {batches.map((batch) => (
              <option key={batch.batchId} value={batch.batchNo}>
                {[
                  batch.batchNo,
                  batch.bin ?? '',
                  batch.expireDate ?? '',
                  t('counter.available', [printQty(batch.qty, line.qtyPlaces)]),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </option>
            ))}
          </SelectBox>
        )}
      </div>
      <div className="counter-now">
        <InputGroup
          className="counter-qty"
          value={qtyText(line, edit)}
          inputMode={line.qtyPlaces === 0 ? 'numeric' : 'decimal'}
          maxLength={7}
          aria-label={t('counter.qtyOf', [name])}
          intent={problem === 'wrongQty' ? 'danger' : 'none'}
          rightElement={<span className="counter-unit">{line.unit}</span>}
          onValueChange={(qty) => onEdit({ qty })}
        />
        {asksReason ? (
          <InputGroup
            value={reason}
            maxLength={100}
            aria-label={t('counter.reasonOf', [name])}
            placeholder={t('counter.column.reason')}
            intent={problem === 'needReason' ? 'danger' : 'none'}
            onValueChange={(text) => onEdit({ reason: text })}
          />
        ) : null}
        {line.asksOldPiece ? (
          <SelectBox
            aria-label={t('counter.oldGradeOf', [name])}
            value={edit?.oldGrade ?? ''}
            onChange={(event) => onEdit({ oldGrade: event.currentTarget.value })}
          >
            <option value="">{t('counter.oldGrade')}</option>
            {grades.map(({ value, label }) => (
              <option key={String(value)} value={String(value)}>
                {label}
              </option>
            ))}
          </SelectBox>
        ) : null}
        {problem === null ? null : (
          <p className="counter-problem">
            {problem === 'wrongQty'
              ? t('counter.wrongQty', [printQty(openQty(line), line.qtyPlaces)])
              : t(`counter.${problem}`)}
          </p>
        )}
      </div>
    </li>
  )
}
