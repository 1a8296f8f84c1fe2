import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import { addDays } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import {
  type EffectRun,
  effect,
  type JobDefinition,
  type RecordServer,
  route,
  type UnitOfWork,
} from '#src/define/server.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { projectOf } from './budget-check.server.ts'

/** onSubmit: nothing is held yet, the row says what is asked for. */
const register: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into pre_approval (ticket_id, applicant_id, dept_id, title, category, budget_line_id, subject_code, amount, plan_start, plan_end, purchase_method, parent_id,
      created_at, created_by, updated_at)
    select ${ticket.id}::bigint, ${ticket.applicantId}::bigint, ${ticket.deptId}::bigint, ${ticket.title}::text, ${String(form.category)}::text, id, subject_code,
      ${ticket.amount}::numeric, ${String(form.planStart)}::date, ${String(form.planEnd)}::date, ${(form.purchaseMethod as string | null) ?? null}::text,
      ${(form.parentId as number | null) ?? null}::bigint, ${now}::timestamptz, ${ticket.applicantId}::bigint, ${now}::timestamptz
    from shared_budget_line where id = ${Number(form.budgetLineId)}
    on conflict (ticket_id) do update set title = excluded.title, category = excluded.category, budget_line_id = excluded.budget_line_id,
      subject_code = excluded.subject_code, amount = excluded.amount, plan_start = excluded.plan_start, plan_end = excluded.plan_end,
      purchase_method = excluded.purchase_method, parent_id = excluded.parent_id, updated_at = excluded.updated_at, version = pre_approval.version + 1
    returning id`.execute(unit.db)
  unit.changed('preApproval', rows[0]?.id ?? null)
}

/** Last day on which it may be drawn upon: so many days after the approval, at most to the end of the year. */
export const validUntil = (today: string, days: number): string => {
  const last = addDays(today, days)
  const yearEnd = `${today.slice(0, 4)}-12-31`
  return last < yearEnd ? last : yearEnd
}

/** onApprove (FIN-41): the money is held from now on, or the decision is refused and the ticket stays where it is. */
const freeze: EffectRun = async ({ unit, ticket }) => {
  await unit.service(commitments).open({
    kind: 'preApproval',
    ticketId: ticket.id,
    deptId: ticket.deptId,
    applicantId: ticket.applicantId,
    lineId: Number(ticket.formData.budgetLineId),
    projectId: projectOf(ticket.formData),
    amount: ticket.amount ?? '0.00',
    title: ticket.title,
    validUntil: validUntil(unit.clock.today(), unit.settings.number('preApproval.validDays')),
  })
  unit.changed('preApproval', null)
}

/** onVoidApproved: what is left goes back; a claim that is being decided keeps it open (FIN-43). */
const release: EffectRun = async ({ unit, ticket }) => {
  const ledger = unit.service(commitments)
  for (const held of await ledger.heldBy(ticket.id)) {
    // What a purchase has taken over ends with the purchase (PRC-31).
    if (held.kind !== 'preApproval') throw new RuleError('preApproval.ofPurchase', held.title).at()
    if (held.state === 'effective') await ledger.close(held.id, 'cancelled', 'preApproval.void')
  }
  unit.changed('preApproval', null)
}

export const preApprovalEffects = {
  'preApproval.register': effect([], register),
  'preApproval.freeze': effect(['budgetLineId'], freeze),
  'preApproval.release': effect([], release),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    preApproval: keyof typeof preApprovalEffects
  }
}

/** FIN-42: days before the end on which the applicant is told. */
const NOTICE_DAYS = 7

/** FIN-42, FIN-43: what is past its last day gives back what nobody asked for; the others are announced a week before. Locked first: who settles one at the same moment comes before or after, and stops nothing. */
export async function expirePreApprovals(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const ledger = unit.service(commitments)
  const rows = await ledger.lockEnding('preApproval', addDays(today, NOTICE_DAYS))
  for (const { id, ticketId, applicantId, title, isOver } of rows) {
    if (isOver) await ledger.close(id, 'expired', 'preApproval.expire')
    const key = isOver ? 'preApproval.hasExpired' : 'preApproval.expiresSoon'
    unit.notify({
      to: [applicantId],
      contentType: 'REMIND',
      title: { key, params: [title, addDays(today, NOTICE_DAYS)] },
      link: `/workflow/ticket/${ticketId}`,
    })
  }
  if (rows.some((row) => row.isOver)) unit.changed('preApproval', null)
}

export const preApprovalJobs: readonly JobDefinition[] = [
  { name: 'preApproval.expire', every: { at: '01:00', missed: 'once' }, run: expirePreApprovals },
]

/** The prior approval that a ticket registered; null when there is none. */
export async function preApprovalOf(unit: UnitOfWork, ticketId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from pre_approval where ticket_id = ${ticketId}`.execute(unit.db)
  return rows[0]?.id ?? null
}

/** Rows of alias `r` that people of a department may draw upon today (21.2, FIN-22, FIN-23). */
const claimable = (departmentId: number, today: string) => sql`r.dept_id = ${departmentId}
  and (r.category not in ('purchase', 'service') or r.purchase_method = 'direct')
  and exists (select from shared_commitment c where c.ticket_id = r.ticket_id and c.state = 'effective' and c.valid_until >= ${today} and c.amount > c.used + c.released + c.pending)`

const mine = (departmentId: number) => sql`r.dept_id = ${departmentId}
  and exists (select from shared_commitment c where c.ticket_id = r.ticket_id and c.state = 'effective')`

async function choices(
  unit: UnitOfWork,
  access: Access,
  query: { search?: string | undefined; ids?: string | undefined; for?: 'supplement' | undefined },
): Promise<readonly PickerChoice[]> {
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const ids = query.ids ? query.ids.split(',').map(Number) : null
  const open =
    query.for === 'supplement'
      ? sql`${mine(access.departmentId)} and r.parent_id is null`
      : claimable(access.departmentId, unit.clock.today())
  const { rows } = await sql<PickerChoice>`
    select r.id, concat_ws(' · ', ticket.no, r.title, to_char(c.amount - c.used - c.released - c.pending, 'FM999,999,990.00')) as label
    from pre_approval r join shared_ticket ticket on ticket.id = r.ticket_id join shared_commitment c on c.ticket_id = r.ticket_id
    where r.deleted_at is null and case when ${ids}::bigint[] is null then ${open} else r.dept_id = ${access.departmentId} and r.id = any(${ids}::bigint[]) end
      and (${search}::text is null or ticket.no ilike ${search}::text or r.title ilike ${search}::text)
    order by r.created_at desc, r.id desc limit 50`.execute(unit.db)
  return rows
}

export const preApprovalRoutes = [
  route({
    method: 'GET',
    url: '/api/finance/pre_approval/choices/',
    permission: 'signedIn',
    query: z.object({
      search: z.string().max(50).optional(),
      ids: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
        .optional()
        .or(z.literal('').transform(() => undefined)),
      for: z.enum(['supplement']).optional(),
    }),
    handle: ({ unit, access, query }) => choices(unit, access, query),
  }),
]

const figure = (expression: string): string =>
  `(select ${expression} from shared_commitment c where c.ticket_id = r.ticket_id)`

export const preApprovalRecord: RecordServer = {
  computed: {
    reimbursed: figure('c.used'),
    pending: figure('c.pending'),
    remaining: figure('c.amount - c.used - c.released - c.pending'),
    validUntil: figure('c.valid_until'),
    state: `coalesce(${figure('c.state')}, case when (select t.status from shared_ticket t where t.id = r.ticket_id) in ('rejected', 'withdrawn', 'voided') then 'cancelled' else 'running' end)`,
  },
  pickable: (access) => sql`${mine(access.departmentId)}`,
  actions: {
    async close(row, _values, unit, access) {
      if (row.applicantId !== access.userId) throw new RuleError('preApproval.onlyApplicant')
      const ledger = unit.service(commitments)
      const [held] = await ledger.heldBy(Number(row.ticketId))
      if (!held) throw new RuleError('commitment.unknown')
      if (held.kind !== 'preApproval') throw new RuleError('preApproval.ofPurchase', held.title)
      await ledger.close(held.id, 'settled', 'preApproval.close')
      unit.changed('preApproval', row.id)
    },
  },
}
