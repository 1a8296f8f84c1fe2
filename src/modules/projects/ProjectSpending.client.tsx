import { HTMLTable } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  DictionaryText,
  EmptyState,
  FailedState,
  MoneyText,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'

interface ForTicket {
  readonly id: number
  readonly ticketId: number
  readonly ticketNo: string
  readonly title: string
  readonly amount: string
}
interface Claim extends ForTicket {
  readonly applicant: string
  readonly applicantEn: string
  readonly status: string
  readonly payState: string | null
}
interface Purchase extends ForTicket {
  readonly used: string
  readonly state: string
}
interface Spending {
  readonly claims: readonly Claim[]
  readonly purchases: readonly Purchase[]
}

/** Claims filed for a project, or what was approved to be bought for it. */
export function ProjectSpending({ id, of }: { readonly id: number; readonly of: keyof Spending }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['project', 'spending', id],
    queryFn: ({ signal }) => api.get(`/api/projects/project/${id}/spending/`, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={3} />
  if (data[of].length === 0) return <EmptyState title={t(`project.none.${of}`)} />
  return of === 'claims' ? <Claims rows={data.claims} /> : <Purchases rows={data.purchases} />
}

function Claims({ rows }: { readonly rows: readonly Claim[] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <Sheet
      heads={[t('project.ticket'), t('project.applicant'), t('project.decision'), t('project.payment')]}
      amounts={[t('project.amount')]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <TicketCell row={row} />
          <td>{language === 'en' && row.applicantEn !== '' ? row.applicantEn : row.applicant}</td>
          <td>
            <StateChip dictionary="ticketStatus" value={row.status} />
          </td>
          <td>
            <DictionaryText dictionary="payState" value={row.payState} />
          </td>
          <AmountCell value={row.amount} />
        </tr>
      ))}
    </Sheet>
  )
}

function Purchases({ rows }: { readonly rows: readonly Purchase[] }) {
  const t = useT()
  return (
    <Sheet heads={[t('project.ticket'), t('project.decision')]} amounts={[t('project.amount'), t('project.paid')]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <TicketCell row={row} />
          <td>
            <DictionaryText dictionary="commitmentState" value={row.state} />
          </td>
          <AmountCell value={row.amount} />
          <AmountCell value={row.used} />
        </tr>
      ))}
    </Sheet>
  )
}

interface SheetProps {
  readonly heads: readonly string[]
  readonly amounts: readonly string[]
  readonly children: ReactNode
}

function Sheet({ heads, amounts, children }: SheetProps) {
  return (
    <HTMLTable compact className="lines-table project-spending">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {amounts.map((head) => (
            <th key={head} scope="col" className="is-right">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </HTMLTable>
  )
}

const TicketCell = ({ row }: { readonly row: ForTicket }) => (
  <td>
    <Link to={`/workflow/ticket/${row.ticketId}`}>
      {row.ticketNo} {row.title}
    </Link>
  </td>
)

const AmountCell = ({ value }: { readonly value: string }) => (
  <td className="is-right">
    <MoneyText value={value} />
  </td>
)
