import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  DictionaryText,
  EmptyState,
  FailedState,
  MoneyText,
  NoValue,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { ProjectContract } from '../projects.types.ts'

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
  readonly purchase: ProjectContract | null
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
      rows={rows}
      columns={[
        {
          name: 'applicant',
          head: t('project.applicant'),
          cell: (row) => (language === 'en' && row.applicantEn !== '' ? row.applicantEn : row.applicant),
        },
        {
          name: 'decision',
          head: t('project.decision'),
          cell: ({ status }) => <StateChip dictionary="ticketStatus" value={status} />,
        },
        {
          name: 'payment',
          head: t('project.payment'),
          cell: ({ payState }) => <DictionaryText dictionary="payState" value={payState} />,
        },
        amount('amount', t('project.amount'), (row: ForTicket) => row.amount),
      ]}
    />
  )
}

function Purchases({ rows }: { readonly rows: readonly Purchase[] }) {
  const t = useT()
  return (
    <Sheet
      rows={rows}
      columns={[
        {
          name: 'decision',
          head: t('project.decision'),
          cell: ({ state, purchase }) =>
            purchase === null ? (
              <DictionaryText dictionary="commitmentState" value={state} />
            ) : (
              <StateChip dictionary="purchaseState" value={purchase.state} />
            ),
        },
        { name: 'contract', head: t('project.contract'), cell: ({ purchase }) => <Contract purchase={purchase} /> },
        { name: 'vendor', head: t('project.vendor'), cell: ({ purchase }) => purchase?.vendor ?? <NoValue /> },
        amount('amount', t('project.amount'), (row: ForTicket) => row.amount),
        amount(
          'contractAmount',
          t('project.contractAmount'),
          ({ purchase }: Purchase) => purchase?.contractAmount ?? null,
        ),
        amount('paid', t('project.paid'), (row: Purchase) => row.used),
      ]}
    />
  )
}

/** Numbers of the purchase and its contract; it opens to those who may read purchases. */
function Contract({ purchase }: Pick<Purchase, 'purchase'>) {
  const mayOpen = useMay('purchase:Search')
  if (purchase === null) return <NoValue />
  const text = [purchase.no, purchase.contractNo].filter((part) => part !== null).join(' · ')
  return mayOpen ? <Link to={`/procurement/project-purchasing?id=${purchase.id}`}>{text}</Link> : text
}

interface SheetProps<Row> {
  readonly rows: readonly Row[]
  /** Those beside the ticket. */
  readonly columns: readonly Column<Row>[]
}

function Sheet<Row extends ForTicket>({ rows, columns }: SheetProps<Row>) {
  const t = useT()
  const ticket: Column<Row> = {
    name: 'ticket',
    head: t('project.ticket'),
    cell: (row) => (
      <Link to={`/workflow/ticket/${row.ticketId}`}>
        {row.ticketNo} {row.title}
      </Link>
    ),
  }
  return (
    <DataTable
      className="lines-table project-spending"
      look={{ compact: true }}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[ticket, ...columns]}
    />
  )
}

const amount = <Row,>(name: string, head: string, of: (row: Row) => string | null): Column<Row> => ({
  name,
  head,
  isRight: true,
  cell: (row) => <MoneyText value={of(row)} />,
})
