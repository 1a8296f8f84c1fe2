import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { EffectContext } from '#src/define/server.ts'
import { projects } from '#src/modules/projects/contract.ts'
import { invoicesOf } from './claim-form.server.ts'

/** What an expense claim says about its ticket. */
export interface ClaimRow {
  /** Entry of the dictionary `claimKind`: `one`, `two`, `three`, `travel`, `subsidy`, `salary`, or the type of another module. */
  readonly kind: string
  readonly lineId: number
  /** What it is for, unless the line says so already. */
  readonly projectId: number | null
  readonly amount: string
  readonly commitmentId?: number
  readonly stage?: string
}

/** Writes the claim, or what a second submit or an audit made of it. */
export async function saveClaim({ unit, ticket }: EffectContext, claim: ClaimRow): Promise<void> {
  const now = unit.clock.now()
  if (claim.projectId !== null) await unit.service(projects).charge(claim.projectId)
  const { rows } = await sql<{ id: number }>`
    insert into expense_claim (ticket_id, kind, applicant_id, dept_id, budget_line_id, project_id, subject_code, amount, invoice_count, commitment_id, stage, created_at, created_by, updated_at)
    select ${ticket.id}::bigint, ${claim.kind}::text, ${ticket.applicantId}::bigint, ${ticket.deptId}::bigint, id, coalesce(project_id, ${claim.projectId}::bigint), subject_code, ${claim.amount}::numeric,
      ${invoicesOf(ticket.formData).length}::int, ${claim.commitmentId ?? null}::bigint, ${claim.stage ?? null}::text, ${now}::timestamptz,
      ${ticket.applicantId}::bigint, ${now}::timestamptz from shared_budget_line where id = ${claim.lineId}
    on conflict (ticket_id) do update set budget_line_id = excluded.budget_line_id, project_id = excluded.project_id, subject_code = excluded.subject_code, amount = excluded.amount,
      invoice_count = excluded.invoice_count, commitment_id = excluded.commitment_id, stage = excluded.stage, updated_at = excluded.updated_at,
      version = expense_claim.version + 1
    returning id`.execute(unit.db)
  unit.changed('expenseClaim', rows[0]?.id ?? null)
}

/** INV-06: the unique index refuses the second use; the rule names the ticket that has it. */
export async function registerInvoices({ unit, ticket }: EffectContext): Promise<void> {
  const rows = invoicesOf(ticket.formData).map((row) => ({
    invoice_type: row.invoiceType,
    invoice_no: row.invoiceNo,
    invoice_code: row.invoiceCode ?? '',
    invoice_date: row.invoiceDate,
    seller_name: row.sellerName,
    amount: row.amount,
    tax_amount: row.taxAmount ?? null,
    file_id: Array.isArray(row.fileId) ? row.fileId[0] : null,
  }))
  if (rows.length === 0) return
  const list = JSON.stringify(rows)
  const taken = await sql<{ invoiceNo: string }>`
    insert into invoice (ticket_id, dept_id, applicant_id, invoice_type, invoice_no, invoice_code, invoice_date, seller_name, amount, tax_amount, file_id, state, created_at, created_by, updated_at)
    select ${ticket.id}::bigint, ${ticket.deptId}::bigint, ${ticket.applicantId}::bigint, i.invoice_type, i.invoice_no, i.invoice_code, i.invoice_date, i.seller_name, i.amount, i.tax_amount, i.file_id,
      'used', ${unit.clock.now()}::timestamptz, ${ticket.applicantId}::bigint, ${unit.clock.now()}::timestamptz
    from jsonb_to_recordset(${list}::jsonb) as i(invoice_type text, invoice_no text, invoice_code text, invoice_date date, seller_name text, amount numeric, tax_amount numeric, file_id bigint)
    on conflict (invoice_code, invoice_no) where state = 'used' do nothing returning invoice_no`.execute(unit.db)
  if (taken.rows.length < rows.length) {
    const used = await sql<{ invoiceNo: string; ticketNo: string }>`
      select invoice.invoice_no, ticket.no as ticket_no from jsonb_to_recordset(${list}::jsonb) as i(invoice_no text, invoice_code text)
      join invoice on invoice.invoice_no = i.invoice_no and invoice.invoice_code = i.invoice_code and invoice.state = 'used' and invoice.ticket_id <> ${ticket.id}
      join shared_ticket ticket on ticket.id = invoice.ticket_id limit 1`.execute(unit.db)
    const [first] = used.rows
    const line = rows.findIndex((row) => row.invoice_no === first?.invoiceNo)
    throw new RuleError('invoice.duplicate', first?.invoiceNo ?? '', first?.ticketNo ?? ticket.no).at(
      line < 0 ? 'invoices' : `invoices.${line}.invoiceNo`,
    )
  }
  unit.changed('invoice', null)
}

/** The invoices of this ticket may be used again. */
export async function releaseInvoices({ unit, ticket }: EffectContext): Promise<void> {
  await sql`update invoice set state = 'released', updated_at = ${unit.clock.now()}, version = version + 1 where ticket_id = ${ticket.id} and state = 'used'`.execute(
    unit.db,
  )
  unit.changed('invoice', null)
}
