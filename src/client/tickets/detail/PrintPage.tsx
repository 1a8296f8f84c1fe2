import '#src/client/components/forms/forms.css'
import '../tickets.css'
import './print.css'
import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { type ReactNode, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { encode } from 'uqr'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { isWide } from '#src/client/components/forms/display/texts.ts'
import { WholeTables } from '#src/client/components/forms/sheets.ts'
import { DateText, FailedState, MoneyText, PageLoading, useTitle } from '#src/client/components/ui/index.ts'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, codes } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { visibility } from '#src/fields/conditions.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { SignaturePicture } from '../actions/Signature.tsx'
import { useFormLabels } from '../labels.ts'
import { useTicket } from '../queries.ts'

/** APP-SHELL: the approval form on A4, with the ticket's number as a code to scan and everybody's decision. */
export function PrintPage() {
  const { id } = useParams()
  const { data, error, refetch } = useTicket(Number(id))
  if (error instanceof ApiError && error.code === codes.notFound) return <NotFoundPage />
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return <Sheet detail={data} />
}

function Sheet({ detail }: { readonly detail: TicketDetail }) {
  const t = useT()
  const word = useDictionaryLabel()
  const { applicantInfo: applicant } = detail
  useTitle(`${detail.no} ${detail.title}`)
  return (
    <>
      <div className="print-bar">
        <Button intent="primary" icon={<PrintIcon />} text={t('ticket.detail.print')} onClick={() => print()} />
      </div>
      <article className="print-sheet">
        <header className="print-head">
          <div>
            <h1>{t('ticket.print.title', [t(`applications.${detail.type}.title`)])}</h1>
            <p>{detail.title}</p>
          </div>
          <Code text={detail.no} />
        </header>
        <dl className="print-facts">
          <Fact name={t('queue.column.no')}>{detail.no}</Fact>
          <Fact name={t('queue.column.status')}>{word('ticketStatus', detail.status)}</Fact>
          <Fact name={t('queue.column.applicant')}>{applicant.name}</Fact>
          <Fact name={t('apply.applicant.deptName')}>{applicant.deptName}</Fact>
          <Fact name={t('apply.applicant.post')}>{applicant.post}</Fact>
          <Fact name={t('queue.column.submittedAt')}>
            {detail.submittedAt === null ? '' : <DateText value={detail.submittedAt} />}
          </Fact>
          {detail.amount === null ? null : (
            <Fact name={t('queue.column.amount')} isWide>
              <MoneyText value={detail.amount} unit />
            </Fact>
          )}
          <WholeTables.Provider value>
            <Fields detail={detail} />
          </WholeTables.Provider>
        </dl>
        <Decisions detail={detail} />
      </article>
    </>
  )
}

/** Said above already. */
const headed = new Set(['title', 'attachments'])

function Fields({ detail }: { readonly detail: TicketDetail }) {
  const labels = useFormLabels(detail.type, detail.form)
  const all = formFieldsOf(detail.form)
  const { facts, amountField } = formRules(detail.form, detail.applicantFacts, detail.formData)
  const { visible } = visibility(all, detail.formData, facts, amountField)
  const isPrinted = (name: string): boolean =>
    visible.has(name) &&
    !headed.has(name) &&
    detail.fieldPermissions[name] !== 'hidden' &&
    !isEmpty(detail.formData[name])
  const fields = Object.entries(all).filter(([name]) => isPrinted(name))
  return fields.map(([name, field]) => (
    <Fact key={name} name={labels(name)} isWide={isWide(field)}>
      <FieldText field={field} name={name} value={detail.formData[name]} row={detail.formData} labels={labels} />
    </Fact>
  ))
}

function Fact({
  name,
  isWide: wide = false,
  children,
}: {
  readonly name: string
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={wide ? 'is-wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Who decided what, when, and in which words. */
function Decisions({ detail }: { readonly detail: TicketDetail }) {
  const t = useT()
  const decided = detail.steps.flatMap((step) =>
    step.people.filter((person) => person.outcome).map((person) => ({ step, person })),
  )
  if (decided.length === 0) return null
  return (
    <table className="print-decisions">
      <caption>{t('ticket.print.decisions')}</caption>
      <thead>
        <tr>
          {(['step', 'person', 'decision', 'comment', 'time'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`ticket.print.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {decided.map(({ step, person }) => (
          <tr key={`${step.state} ${person.id} ${person.at ?? ''}`}>
            <td>{step.name}</td>
            <td>
              {person.name}
              {person.onBehalfOf ? ` ${t('ticket.proxyFor', [person.onBehalfOf.name])}` : ''}
            </td>
            <td>
              {person.outcome ? t(`ticket.outcome.${person.outcome}`) : ''}
              {person.signature ? <SignaturePicture fileId={person.signature} name={person.name} /> : null}
            </td>
            <td>{person.comment}</td>
            <td>{person.at ? <DateText value={person.at} /> : null}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number as a QR code. */
function Code({ text }: { readonly text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 0 }), [text])
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])))
  return (
    <figure className="print-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text} shapeRendering="crispEdges">
        <path d={squares.join('')} />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
}
