import { Tab } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type Need, useMayCheck } from '#src/client/platform/session/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import type { FilterName } from '#src/client/tickets/queue/TicketFilters.tsx'
import { TicketList } from '#src/client/tickets/queue/TicketList.tsx'
import type { RecordDefinition } from '#src/define/record.ts'
import { expenseClaim, invoice } from '../finance-records.ts'
import { BatchDetail } from './batches/BatchDetail.client.tsx'
import { failedPayments, paidPayments, waitingPayments } from './pay-lists.ts'
import { payeeCorrection, paymentBatch, voucher } from './pay-records.ts'
import { PaymentList } from './payments/PaymentList.client.tsx'
import { ReconcileTab } from './reconciliation/ReconcileTab.client.tsx'
import { paymentRecovery } from './recoveries/recovery.ts'

const unpaid = { payState: 'unpaid' }
const paid = { payState: 'paid' }
const failed = { payState: 'failed' }
/** What waits for the person's own decision, of the applications about money. */
const ofFinance = { group: 'finance' }
const auditColumns = [
  'no',
  'title',
  'type',
  'applicant',
  'dept',
  'amount',
  'urgency',
  'current',
  'submittedAt',
  'stayHours',
]
const auditFilters: readonly FilterName[] = ['type', 'urgency', 'applicantId', 'deptId', 'amount', 'submittedAt']

const tabs = [
  'audit',
  'unpaid',
  'batches',
  'paid',
  'failed',
  'corrections',
  'invoices',
  'vouchers',
  'recoveries',
  'reconcile',
  'claims',
] as const
type TabKey = (typeof tabs)[number]

const needs: Partial<Record<TabKey, Need>> = { audit: 'finance:Audit', reconcile: 'finance:Reconcile' }
const records: Partial<Record<TabKey, RecordDefinition>> = {
  unpaid: waitingPayments,
  batches: paymentBatch,
  paid: paidPayments,
  failed: failedPayments,
  corrections: payeeCorrection,
  invoices: invoice,
  vouchers: voucher,
  recoveries: paymentRecovery,
  claims: expenseClaim,
}
const fixedOf: Partial<Record<TabKey, Readonly<Record<string, string>>>> = { unpaid, paid, failed }

/** `/financial` (30.7): from the audit to the day's reconciliation. */
export function FinancePage() {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const open = tabs.filter((key) => may(needs[key] ?? 'finance:Search'))
  const tabParam = params.get('tab')
  const shown = open.find((key) => key === tabParam) ?? open.find((key) => key !== 'audit') ?? 'unpaid'
  const record = records[shown]
  const fixed = fixedOf[shown]
  const panelOf = (key: TabKey): ReactNode => {
    switch (key) {
      case 'audit':
        return (
          <TicketList
            list="pendingApproval"
            fixed={ofFinance}
            filters={auditFilters}
            columns={auditColumns}
            page="financeAudit"
            isQueue={false}
            empty={<EmptyState title={t('pay.empty.audit')} />}
          />
        )
      case 'reconcile':
        return <ReconcileTab />
      case 'unpaid':
        return <PaymentList record={waitingPayments} fixed={unpaid} emptyText={t('pay.empty.unpaid')} isWaiting />
      case 'paid':
        return <PaymentList record={paidPayments} fixed={paid} emptyText={t('pay.empty.paid')} isWaiting={false} />
      case 'failed':
        return (
          <PaymentList record={failedPayments} fixed={failed} emptyText={t('pay.empty.failed')} isWaiting={false} />
        )
      case 'batches':
        return <RecordList record={paymentBatch} emptyText={t('pay.empty.batches')} Detail={BatchDetail} />
      default: {
        const listed = records[key]
        return listed === undefined ? null : <RecordList record={listed} emptyText={t(`pay.empty.${key}`)} />
      }
    }
  }
  return (
    <>
      <PageHeader
        title={t('pages./financial')}
        actions={record === undefined ? null : <RecordToolbar key={shown} record={record} {...(fixed && { fixed })} />}
      />
      <PageTabs
        id="finance-tabs"
        className="record-tabs"
        selectedTabId={shown}
        onChange={(id) => setParams({ tab: String(id) })}
      >
        {open.map((key) => (
          <Tab key={key} id={key} title={t(`pay.tabs.${key}`)} panel={<div key={key}>{panelOf(key)}</div>} />
        ))}
      </PageTabs>
    </>
  )
}
