import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { FileAnswer } from '#src/define/answer.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { secrets, sheets } from '#src/define/services.ts'
import { settleClaim } from '#src/modules/finance/payments.server.ts'
import { payMessages } from '../pay.messages.ts'
import { assertCashier, paymentsInReach } from '../reach.server.ts'

const settleClaims = async (unit: UnitOfWork, ticketIds: Iterable<number>): Promise<void> => {
  for (const id of new Set(ticketIds)) await settleClaim(unit, id)
}

/** Puts waiting payments into a new batch: all of them or none. @throws 4004 for what is out of reach, RuleError finance.notWaiting, finance.noAccount. */
export async function createBatch(
  unit: UnitOfWork,
  access: Access,
  { ids, account, remark }: { ids: readonly number[]; account: string; remark: string | null },
): Promise<{ id: number; no: string }> {
  assertCashier(access)
  const wanted = [...new Set(ids)]
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number; no: string; ticketId: number; payState: string; hasAccount: boolean }>`
    select id, no, ticket_id, pay_state, coalesce(bank_account, '') <> '' as has_account from payment
    where id = any(${wanted}::bigint[]) and deleted_at is null and ${paymentsInReach(access, 'finance:Pay')} order by id for update`.execute(
    unit.db,
  )
  if (rows.length < wanted.length) throw notFound()
  const taken = rows.find((row) => row.payState !== 'unpaid')
  if (taken) throw new RuleError('finance.notWaiting', taken.no)
  const bare = rows.find((row) => !row.hasAccount)
  if (bare) throw new RuleError('finance.noAccount', bare.no)
  const created = await sql<{ id: number; no: string }>`
    insert into payment_batch (account, payments, amount, remark, created_at, created_by, updated_at)
    select ${account}::text, count(*), sum(amount), ${remark}::text, ${now}::timestamptz, ${access.userId}::bigint, ${now}::timestamptz
    from payment where id = any(${wanted}::bigint[]) returning id, no`.execute(unit.db)
  const batch = created.rows[0]
  if (!batch) throw new Error('no batch was written')
  await sql`update payment set pay_state = 'paying', batch_id = ${batch.id}, batched_at = ${now}, updated_at = ${now}, version = version + 1
    where id = any(${wanted}::bigint[])`.execute(unit.db)
  await settleClaims(
    unit,
    rows.map((row) => row.ticketId),
  )
  unit.changed('payment', null)
  unit.changed('paymentBatch', batch.id)
  return batch
}

async function lockBatch(unit: UnitOfWork, id: number): Promise<{ no: string; state: string }> {
  const { rows } = await sql<{ no: string; state: string }>`
    select no, state from payment_batch where id = ${id} and deleted_at is null for update`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The file the bank reads: serial, account, name, bank, amount, purpose. The first one submits the batch; from then on FIN-95 voids nothing of it. Full accounts leave the house here, and each time stands in the operation log (FIN-94). */
export async function bankFile(unit: UnitOfWork, access: Access, language: Language, id: number): Promise<FileAnswer> {
  assertCashier(access)
  const batch = await lockBatch(unit, id)
  if (batch.state !== 'open' && batch.state !== 'submitted') throw new RuleError('finance.batchClosed', batch.no)
  const now = unit.clock.now()
  if (batch.state === 'open')
    await sql`update payment_batch set state = 'submitted', submitted_at = ${now}, updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
      where id = ${id}`.execute(unit.db)
  const { rows } = await sql<{ account: string; name: string; bank: string | null; amount: string; purpose: string }>`
    select payment.bank_account as account, payment.payee_name as name, payment.bank_name as bank, payment.amount, left(ticket.no || ' ' || ticket.title, 60) as purpose
    from payment join shared_ticket ticket on ticket.id = payment.ticket_id
    where payment.batch_id = ${id} and payment.pay_state = 'paying' and ${paymentsInReach(access, 'finance:Pay')} order by payment.id`.execute(
    unit.db,
  )
  unit.traced({ record: 'paymentBatch', id, before: { state: batch.state }, after: { state: 'submitted' } })
  unit.changed('paymentBatch', id)
  const titles = payMessages[language].bankFile
  const vault = unit.service(secrets)
  return unit.service(sheets).table(
    `bank_${batch.no}`,
    [
      { title: titles.serial, places: 0 },
      { title: titles.account },
      { title: titles.name },
      { title: titles.bank },
      { title: titles.amount, places: 2 },
      { title: titles.purpose },
    ],
    rows.map((row, index) => [index + 1, vault.open(row.account), row.name, row.bank, Number(row.amount), row.purpose]),
  )
}

/** A submitted batch is done once the bank has answered for every payment in it. */
export async function finishBatch(unit: UnitOfWork, id: number): Promise<void> {
  const now = unit.clock.now()
  await sql`update payment_batch set state = 'done', finished_at = ${now}, updated_at = ${now}, version = version + 1
    where id = ${id} and state = 'submitted' and not exists (select 1 from payment where batch_id = ${id} and pay_state = 'paying')`.execute(
    unit.db,
  )
  unit.changed('paymentBatch', id)
}

/** A batch that has lost a payment before it went to the bank says what is left; an empty one is cancelled. */
export async function shrinkBatch(unit: UnitOfWork, id: number): Promise<void> {
  const now = unit.clock.now()
  await sql`
    with rest as (select count(*)::int as payments, coalesce(sum(amount), 0) as amount from payment where batch_id = ${id} and pay_state = 'paying')
    update payment_batch set state = case when rest.payments = 0 then 'cancelled' else state end,
      payments = case when rest.payments = 0 then payment_batch.payments else rest.payments end,
      amount = case when rest.payments = 0 then payment_batch.amount else rest.amount end, updated_at = ${now}, version = version + 1
    from rest where id = ${id} and state = 'open'`.execute(unit.db)
  unit.changed('paymentBatch', id)
}

export const batchRecord: RecordServer = {
  actions: {
    async cancel(row, _values, unit, access) {
      assertCashier(access)
      const batch = await lockBatch(unit, row.id)
      if (batch.state !== 'open') throw new RuleError('finance.batchClosed', batch.no)
      const now = unit.clock.now()
      const { rows } = await sql<{ ticketId: number }>`
        update payment set pay_state = 'unpaid', batch_id = null, batched_at = null, updated_at = ${now}, version = version + 1
        where batch_id = ${row.id} and pay_state = 'paying' returning ticket_id`.execute(unit.db)
      await sql`update payment_batch set state = 'cancelled', updated_at = ${now}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
      await settleClaims(
        unit,
        rows.map(({ ticketId }) => ticketId),
      )
      unit.changed('payment', null)
    },
  },
}
