/** Two server processes on one PostgreSQL whose clocks are five minutes apart: each believes what the other signed, and what is due is done once, by whichever finds it first. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { connect } from '#src/server/database/connect.ts'
import { seededBureau, startApp, type TestApp } from '#tests/harness/app.ts'
import { createDatabase, engines, type TestDatabase } from '#tests/harness/engines.ts'
import { runServer, type ServerProcess, START, signIn } from '#tests/harness/server.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { otherForm } from '#tests/journeys/office.ts'
import { ticketFaults } from '#tests/journeys/soundness.ts'
import { check } from './check.ts'
import { firstLine, startLoad } from './load.ts'

const MINUTE = 60_000
const SKEW_MINUTES = 5
const WORKERS = 4
const TICKETS = 6

interface Reply<T> {
  readonly code: number
  readonly data: T
}
/** So many minutes after the slow clock started. */
const after = (minutes: number): Date => new Date(Date.parse(START) + minutes * MINUTE)
/** As the wire says it, in Shanghai. */
const said = (moment: Date): string =>
  new Date(moment.getTime() + 8 * 60 * MINUTE).toISOString().slice(0, 19).replace('T', ' ')

// The embedded database belongs to one process.
describe.runIf(engines.includes('postgres'))('two nodes whose clocks are five minutes apart', () => {
  let database: TestDatabase
  let app: TestApp
  let dataDir: string
  let slow: ServerProcess
  let fast: ServerProcess

  beforeAll(async () => {
    database = await createDatabase('postgres', seededBureau)
    dataDir = mkdtempSync(join(tmpdir(), 'clocks-'))
    const node = (minutes: number) =>
      runServer({ dataDir, databaseUrl: database.url, now: after(minutes).toISOString() })
    ;[slow, fast] = await Promise.all([node(0), node(SKEW_MINUTES)])
    app = await startApp({ engine: 'postgres', database: await connect({ databaseUrl: database.url }) })
  })
  afterAll(async () => {
    await Promise.all([slow.stop(), fast.stop()])
    await app.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function ask<T>(node: ServerProcess, token: string, path: string, body?: object, key?: string) {
    const answer = await fetch(node.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'x-idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Reply<T>
  }
  const file = async (node: ServerProcess, token: string, key = randomUUID()) => {
    const { code, data } = await ask<WireTicket>(
      node,
      token,
      '/api/workflow/ticket/',
      { type: 'otherBusiness', formData: otherForm(), submit: true },
      key,
    )
    expect(code).toBe(2000)
    return data
  }
  /** How often something happened to each ticket. */
  const happened = async (ids: readonly number[], type: string) =>
    (
      await sql<{ id: number; n: number }>`
        select ticket_id as id, count(*)::int as n from ticket_event where ticket_id = any(${ids}::bigint[]) and type = ${type} group by 1 order by 1`.execute(
        app.database.db,
      )
    ).rows
  /** Has both nodes find a duty due at their next look, and waits until one has done it. */
  async function due(name: string): Promise<void> {
    const long = '2026-03-01T00:00:00Z'
    await sql`update job set due_at = ${long} where name = ${name}`.execute(app.database.db)
    const isDone = async () =>
      (
        await sql<{ done: boolean }>`
          select due_at > ${long} and lease_until is null as done from job where name = ${name}`.execute(
          app.database.db,
        )
      ).rows[0]?.done
    await expect.poll(isDone, { timeout: 60_000, interval: 200 }).toBe(true)
  }

  it('each takes the tokens, renewals, live connections and repetitions that began at the other', async () => {
    for (const [here, there] of [
      [slow, fast],
      [fast, slow],
    ] as const) {
      const signed = await fetch(`${here.url}/api/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'ge43', password: 'Jingbao#2026' }),
      })
      const { data } = (await signed.json()) as Reply<{ access: string; refresh: string }>
      const key = randomUUID()
      const ticket = await file(here, data.access, key)
      expect((await file(there, data.access, key)).id).toBe(ticket.id)
      const socket = new WebSocket(`${there.url.replace('http', 'ws')}/ws/${data.access}/`)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('close', reject).once('error', reject))
      socket.terminate()
      const renewed = await ask<{ access: string }>(there, data.access, '/token/refresh/', { refresh: data.refresh })
      expect(renewed.code).toBe(2000)
      expect((await ask(here, renewed.data.access, `/api/workflow/ticket/${ticket.id}/`)).code).toBe(2000)
    }
  })

  it('what happened stands in the order it happened in, whatever the clocks said', async () => {
    const [ge, zhang] = [await signIn(fast.url, 'ge43'), await signIn(slow.url, 'zhang39')]
    const { id } = await file(fast, ge.token)
    expect((await ask(slow, zhang.token, `/api/workflow/ticket/${id}/approve/`, { comment: '同意' })).code).toBe(2000)
    const { rows } = await sql<{ type: string; at: Date }>`
      select type, at from ticket_event where ticket_id = ${id} and type in ('submit', 'approve') order by seq`.execute(
      app.database.db,
    )
    expect(rows.map(({ type }) => type)).toEqual(['submit', 'approve'])
    // The second was done by the slow clock.
    expect(rows[1]!.at.getTime()).toBeLessThan(rows[0]!.at.getTime())
    const { data } = await ask<readonly { action: string }[]>(fast, ge.token, `/api/workflow/ticket/${id}/timeline/`)
    const actions = data.map(({ action }) => action).filter((action) => action === 'submit' || action === 'approve')
    expect([actions, actions.toReversed()]).toContainEqual(['submit', 'approve'])
    expect(await ticketFaults(app, [id])).toEqual([])
  })

  it('timers that are due by one clock and not by the other fire once', async () => {
    const ge = await signIn(slow.url, 'ge43')
    const ids: number[] = []
    for (let count = 0; count < TICKETS; count += 1) ids.push((await file(slow, ge.token)).id)
    await sql`update ticket_timer set due_at = ${after(SKEW_MINUTES - 0.5)} where ticket_id = any(${ids}::bigint[]) and rule = 'half'`.execute(
      app.database.db,
    )
    const once = ids.map((id) => ({ id, n: 1 }))
    // The slow node finds nothing due; sooner or later the fast one looks.
    for (let looks = 0; looks < 20 && (await happened(ids, 'timeout')).length < ids.length; looks += 1)
      await due('ticket.timers')
    expect(await happened(ids, 'timeout')).toEqual(once)
    await due('ticket.timers')
    await due('ticket.timers')
    expect(await happened(ids, 'timeout')).toEqual(once)
    expect(await ticketFaults(app, ids)).toEqual([])
  })

  it('25.8 a window of substitution begins once and ends once, with both nodes looking', {
    timeout: 180_000,
  }, async () => {
    const [ge, zhang, yun] = [
      await signIn(slow.url, 'ge43'),
      await signIn(slow.url, 'zhang39'),
      await signIn(fast.url, 'yun40'),
    ]
    const ids: number[] = []
    for (let count = 0; count < TICKETS; count += 1) ids.push((await file(slow, ge.token)).id)
    const { code, data } = await ask<{ id: number }>(slow, zhang.token, '/api/personal/delegation/', {
      toUserId: yun.userId,
      ticketTypes: ['otherBusiness'],
      takesOpen: true,
      startAt: said(after(SKEW_MINUTES - 0.5)),
      endAt: said(after(24 * 60)),
    })
    expect(code).toBe(2000)
    const handedOver = (n: number) => ids.map((id) => ({ id, n }))
    const holders = async () =>
      (
        await sql<{ id: number; holder: number }>`
          select ticket_id as id, assignee_id as holder from ticket_task where ticket_id = any(${ids}::bigint[]) and status = 'open' order by 1, 2`.execute(
          app.database.db,
        )
      ).rows
    const heldBy = (holder: number) => ids.map((id) => ({ id, holder }))
    expect(await holders()).toEqual(heldBy(zhang.userId))
    for (let looks = 0; looks < 20 && (await happened(ids, 'substitute')).length < ids.length; looks += 1)
      await due('ticket.substitutes')
    await due('ticket.substitutes')
    expect(await happened(ids, 'substitute')).toEqual(handedOver(1))
    expect(await holders()).toEqual(heldBy(yun.userId))

    // Ended by the fast clock: to the slow one it still holds, and to nobody does it begin again.
    expect((await ask(fast, zhang.token, `/api/personal/delegation/${data.id}/end/`, {})).code).toBe(2000)
    for (let looks = 0; looks < 20 && (await happened(ids, 'substitute')).some(({ n }) => n < 2); looks += 1)
      await due('ticket.substitutes')
    await due('ticket.substitutes')
    await due('ticket.substitutes')
    expect(await happened(ids, 'substitute')).toEqual(handedOver(2))
    expect(await holders()).toEqual(heldBy(zhang.userId))
    expect(await ticketFaults(app, ids)).toEqual([])
  })

  it('under load, now at one and now at the other: nothing is lost or done twice, the ledgers balance', async () => {
    const load = await startLoad(slow.url, await firstLine(slow.url), WORKERS)
    for (const node of [fast, slow, fast]) {
      await load.progress(8)
      load.serverGone()
      load.serverAt(node.url)
    }
    await load.end()
    expect(load.wrong).toEqual([])
    await check(app, load.acknowledged, [...new Set(load.acknowledged.map(({ ticketId }) => ticketId))])
  })
})
