/** Sends the queued deliveries of web hooks, retries at growing intervals, and disables a web hook that fails for days. */
import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { WebHookBody } from '#src/modules/system/web-hooks/web-hooks.types.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { failureOf, type WebHookFailure } from './failure.ts'
import { send } from './send.ts'
import { targetOf } from './target.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Minutes until the next attempt, after the first, the second and so on; then it has failed. */
export const WAIT_MINUTES = [1, 5, 30, 120, 360, 720, 1440] as const
/** Days of nothing but failures after which a web hook is switched off. */
export const DISABLE_AFTER_DAYS = 3
/** Minutes for which a node that tries it keeps a delivery: longer than a batch takes whose every attempt runs into its time limit. */
const LEASE_MINUTES = 5
/** Deliveries of one run. */
const BATCH_SIZE = 20

interface Due {
  readonly id: number
  readonly hookId: number
  readonly url: string
  readonly secret: string
  readonly attempts: number
  readonly event: string
  readonly ticketId: number
  readonly ticketNo: string
  readonly ticketType: string
  readonly ticketStatus: string
  readonly at: Date
}

/** Takes deliveries that are due, the oldest first; the lease gives them back should this node die. */
async function claim(services: Services): Promise<readonly Due[]> {
  return write(services, async (unit) => {
    const now = unit.clock.now()
    const { rows } = await sql<Due>`
      update web_hook_delivery d set due_at = ${new Date(now.getTime() + LEASE_MINUTES * MINUTE)}, attempts = d.attempts + 1, last_tried_at = ${now}
      from web_hook h
      where h.id = d.hook_id and d.id in (
        select w.id from web_hook_delivery w join web_hook k on k.id = w.hook_id
        where w.state = 'waiting' and w.due_at <= ${now} and k.state and k.secret is not null and k.deleted_at is null
        order by w.due_at, w.id limit ${BATCH_SIZE} for update of w skip locked)
      returning d.id, d.hook_id, h.url, h.secret, d.attempts, d.event, d.ticket_id, d.ticket_no, d.ticket_type, d.ticket_status, d.at`.execute(
      unit.db,
    )
    return rows
  })
}

/** How one attempt went. */
interface Outcome {
  readonly status: number | null
  readonly error: WebHookFailure | null
}

async function attempt({ mode, vault, clock, log }: Services, due: Due): Promise<Outcome> {
  const { id, event, ticketId, ticketNo: no, ticketType: type, ticketStatus: status, at } = due
  const body = JSON.stringify({ id, event, ticketId, no, type, status, at: momentText(at) } satisfies WebHookBody)
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  try {
    const answered = await send(await targetOf(mode, due.url), {
      id,
      event,
      body,
      timestamp,
      secret: vault.open(due.secret),
    })
    return { status: answered, error: answered >= 200 && answered < 300 ? null : 'answer' }
  } catch (error) {
    // The page shows which kind of failure it was; the log of the server what exactly.
    log.warn({ err: error, delivery: id, hook: due.hookId }, 'web hook delivery failed')
    return { status: null, error: failureOf(error) }
  }
}

/** Disables a web hook that has only failed for days, and notifies its administrators. */
async function disableFailing(unit: UnitOfWork, hookId: number): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ name: string }>`
    update web_hook set state = false, disabled_at = ${now}, updated_at = ${now}, version = version + 1
    where id = ${hookId} and state and failing_since <= ${new Date(now.getTime() - DISABLE_AFTER_DAYS * DAY)} returning name`.execute(
    unit.db,
  )
  if (rows[0] === undefined) return
  unit.changed('webHook', hookId)
  unit.notify({
    to: await unit.usersWithRole('securityAdmin'),
    contentType: 'REMIND',
    title: { key: 'webHook.disabledNotice', params: [rows[0].name, DISABLE_AFTER_DAYS] },
    link: '/system/whiteList?tab=webHook',
  })
}

async function keep(services: Services, due: Due, { status, error }: Outcome): Promise<void> {
  await write(services, async (unit) => {
    const now = unit.clock.now()
    const wait = WAIT_MINUTES[due.attempts - 1]
    const state = error === null ? 'delivered' : wait === undefined ? 'failed' : 'waiting'
    await sql`
      update web_hook_delivery set state = ${state}, last_status = ${status}, last_error = ${error}, updated_at = ${now},
        due_at = ${new Date(now.getTime() + (wait ?? 0) * MINUTE)}, delivered_at = ${error === null ? now : null}
      where id = ${due.id}`.execute(unit.db)
    if (error === null)
      await sql`update web_hook set last_delivered_at = ${now}, failing_since = null where id = ${due.hookId}`.execute(
        unit.db,
      )
    else {
      await sql`update web_hook set failing_since = coalesce(failing_since, ${now}) where id = ${due.hookId}`.execute(
        unit.db,
      )
      await disableFailing(unit, due.hookId)
    }
    unit.changed('webHookDelivery', due.id)
  })
}

/** Sends everything that is due; the answer counts them. The deliveries of one web hook are sequential; web hooks do not wait for each other. */
export async function deliverWebHooks(services: Services, signal?: AbortSignal): Promise<number> {
  const isOver = (): boolean => signal?.aborted === true
  let sent = 0
  for (let isFull = true; isFull && !isOver(); ) {
    const batch = await claim(services)
    isFull = batch.length === BATCH_SIZE
    const hooks = new Set(batch.map(({ hookId }) => hookId))
    const deliver = async (hookId: number): Promise<void> => {
      for (const due of batch.filter((one) => one.hookId === hookId)) {
        if (isOver()) return
        await keep(services, due, await attempt(services, due))
        sent += 1
      }
    }
    await Promise.all([...hooks].map(deliver))
  }
  return sent
}
