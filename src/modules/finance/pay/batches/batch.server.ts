import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { FileAnswer } from '#src/define/answer.ts'
import { secrets, sheets } from '#src/define/ledgers.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { Base, RecordServer } from '#src/define/server.ts'
import { settleClaim } from '#src/modules/finance/payments.server.ts'
import { payMessages } from '../pay.messages.ts'
import { assertCashier, reached } from '../reach.server.ts'

const settleClaims = async (base: Base, ticketIds: Iterable<number>): Promise<void> => {
  for (const id of new Set(ticketIds)) await settleClaim(base, id)
}

/** Puts waiting payments into a new batch: all of them or none. @throws 4004 for what is out of reach, RuleError finance.notWaiting, finance.noAccount. */
export async function createBatch(
  base: Base,
  access: Access,
  { ids, account, remark }: { ids: readonly number[]; account: string; remark: string | null },
): Promise<{ id: number; no: string }> {
  assertCashier(access)
  const wanted = [...new Set(ids)]
  const now = base.clock.now()
  const { rows } = await sql<{ id: number; no: string; ticketId: number; payState: string; hasAccount: boolean }>`
    select id, no, ticket_id, pay_state, coalesce(bank_account, '') <> '' as has_account from payment
    where id = any(${wanted}::bigint[]) and deleted_at is null and ${reached(access, 'finance:Pay')} order by id for update`.execute(
    base.db,
  )
  if (rows.length < wanted.length) throw notFound()
  const taken = rows.find((row) => row.payState !== 'unpaid')
  if (taken) throw new RuleError('finance.notWaiting', taken.no)
  const bare = rows.find((row) => !row.hasAccount)
  if (bare) throw new RuleError('finance.noAccount', bare.no)
  const created = await sql<{ id: number; no: string }>`
    insert into payment_batch (account, payments, amount, remark, created_at, created_by, updated_at)
    select ${account}::text, count(*), sum(amount), ${remark}::text, ${now}::timestamptz, ${access.userId}::bigint, ${now}::timestamptz
    from payment where id = any(${wanted}::bigint[]) returning id, no`.execute(base.db)
  const batch = created.rows[0]
  if (!batch) throw new Error('no batch was written')
  await sql`update payment set pay_state = 'paying', batch_id = ${batch.id}, batched_at = ${now}, updated_at = ${now}, version = version + 1
    where id = any(${wanted}::bigint[])`.execute(base.db)
  await settleClaims(
    base,
    rows.map((row) => row.ticketId),
  )
  base.changed('payment', null)
  base.changed('paymentBatch', batch.id)
  return batch
}

async function lockBatch(base: Base, id: number): Promise<{ no: string; state: string }> {
  const { rows } = await sql<{ no: string; state: string }>`
    select no, state from payment_batch where id = ${id} and deleted_at is null for update`.execute(base.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The file the bank reads: serial, account, name, bank, amount, purpose. The first one submits the batch; from then on FIN-95 voids nothing of it. Full accounts leave the house here, and each time stands in the operation log (FIN-94). */
export async function bankFile(base: Base, access: Access, language: Language, id: number): Promise<FileAnswer> {
  assertCashier(access)
  const batch = await lockBatch(base, id)
  if (batch.state !== 'open' && batch.state !== 'submitted') throw new RuleError('finance.batchClosed', batch.no)
  const now = base.clock.now()
  if (batch.state === 'open')
    await sql`update payment_batch set state = 'submitted', submitted_at = ${now}, updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
      where id = ${id}`.execute(base.db)
  const { rows } = await sql<{ account: string; name: string; bank: string | null; amount: string; purpose: string }>`
    select payment.bank_account as account, payment.payee_name as name, payment.bank_name as bank, payment.amount, left(ticket.no || ' ' || ticket.title, 60) as purpose
    from payment join shared_ticket ticket on ticket.id = payment.ticket_id
    where payment.batch_id = ${id} and payment.pay_state = 'paying' and ${reached(access, 'finance:Pay')} order by payment.id`.execute(
    base.db,
  )
  base.traced({ record: 'paymentBatch', id, before: { state: batch.state }, after: { state: 'submitted' } })
  base.changed('paymentBatch', id)
  const titles = payMessages[language].bankFile
  const vault = base.ledger(secrets)
  return base.ledger(sheets).table(
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
export async function finishBatch(base: Base, id: number): Promise<void> {
  const now = base.clock.now()
  await sql`update payment_batch set state = 'done', finished_at = ${now}, updated_at = ${now}, version = version + 1
    where id = ${id} and state = 'submitted' and not exists (select 1 from payment where batch_id = ${id} and pay_state = 'paying')`.execute(
    base.db,
  )
  base.changed('paymentBatch', id)
}

/** A batch that has lost a payment before it went to the bank says what is left; an empty one is cancelled. */
export async function shrinkBatch(base: Base, id: number): Promise<void> {
  const now = base.clock.now()
  await sql`
    with rest as (select count(*)::int as payments, coalesce(sum(amount), 0) as amount from payment where batch_id = ${id} and pay_state = 'paying')
    update payment_batch set state = case when rest.payments = 0 then 'cancelled' else state end,
      payments = case when rest.payments = 0 then payment_batch.payments else rest.payments end,
      amount = case when rest.payments = 0 then payment_batch.amount else rest.amount end, updated_at = ${now}, version = version + 1
    from rest where id = ${id} and state = 'open'`.execute(base.db)
  base.changed('paymentBatch', id)
}

export const batchRecord: RecordServer = {
  actions: {
    async cancel(row, _values, base, access) {
      assertCashier(access)
      const batch = await lockBatch(base, row.id)
      if (batch.state !== 'open') throw new RuleError('finance.batchClosed', batch.no)
      const now = base.clock.now()
      const { rows } = await sql<{ ticketId: number }>`
        update payment set pay_state = 'unpaid', batch_id = null, batched_at = null, updated_at = ${now}, version = version + 1
        where batch_id = ${row.id} and pay_state = 'paying' returning ticket_id`.execute(base.db)
      await sql`update payment_batch set state = 'cancelled', updated_at = ${now}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id}`.execute(
        base.db,
      )
      await settleClaims(
        base,
        rows.map(({ ticketId }) => ticketId),
      )
      base.changed('payment', null)
    },
  },
}
