/** Two server processes on one PostgreSQL: what one decides the other tells its people, decides no second time, and fires no second timer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { DesignFile } from '#src/define/workflows/designs.ts'
import { connect } from '#src/server/database/connect.ts'
import { seededBureau, startApp, type TestApp } from '#tests/harness/app.ts'
import { createDatabase, engines, type TestDatabase } from '#tests/harness/engines.ts'
import { multipart, tinyPdf } from '#tests/harness/files.ts'
import { runServer, type ServerProcess, signIn } from '#tests/harness/server.ts'
import { claimForm, type WireTicket } from '#tests/harness/tickets.ts'
import { otherForm, TODAY } from '#tests/journeys/office.ts'
import { houseFaults, ticketFaults } from '#tests/journeys/soundness.ts'
import { check } from './check.ts'
import { firstLine, startLoad } from './load.ts'

interface Reply<T> {
  readonly code: number
  readonly errKey?: string
  readonly data: T
}
interface Message {
  readonly contentType: string
  readonly content: string
  readonly ticketId?: number | null
  readonly version?: number | null
}
/** A person at one of the nodes. */
interface Visitor {
  get<T>(path: string): Promise<Reply<T>>
  post<T>(path: string, body: object): Promise<Reply<T>>
  /** Resolves with the first message, already here or to come, that fits. */
  hear(fits: (message: Message) => boolean): Promise<Message>
  readonly token: string
  readonly userId: number
  leave(): void
}

const ROUNDS = 15
/** How often one of the nodes is killed, in turns. */
const KILLS = 6
const WORKERS = 4

// The embedded database belongs to one process.
describe.runIf(engines.includes('postgres'))('two nodes on one PostgreSQL', () => {
  let database: TestDatabase
  let app: TestApp
  let dataDir: string
  let nodes: readonly [ServerProcess, ServerProcess]
  let line: number
  const visitors: Visitor[] = []

  beforeAll(async () => {
    database = await createDatabase('postgres', seededBureau)
    dataDir = mkdtempSync(join(tmpdir(), 'nodes-'))
    const node = () => runServer({ dataDir, databaseUrl: database.url })
    nodes = await Promise.all([node(), node()])
    app = await startApp({ engine: 'postgres', database: await connect({ databaseUrl: database.url }) })
    const { rows } = await sql<{
      id: number
    }>`select l.id from budget_line l join department d on d.id = l.dept_id where d.key = 'D10' and l.subject_code = '30207' and l.year = 2026`.execute(
      app.database.db,
    )
    line = rows[0]!.id
  })
  afterAll(async () => {
    for (const visitor of visitors) visitor.leave()
    await Promise.all(nodes.map((node) => node.stop()))
    await app.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function visit(node: ServerProcess, username: string): Promise<Visitor> {
    const { token, userId } = await signIn(node.url, username)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/ws/${token}/`)
    const messages: Message[] = []
    const waiting = new Set<() => void>()
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)) as Message)
      for (const look of [...waiting]) look()
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.send(JSON.stringify({ token }))
    const beat = setInterval(() => socket.readyState === socket.OPEN && socket.send(JSON.stringify({ token })), 2000)
    const visitor: Visitor = {
      token,
      userId,
      get: async (path) => (await fetch(node.url + path, { headers })).json() as Promise<never>,
      post: async (path, body) =>
        (
          await fetch(node.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
        ).json() as Promise<never>,
      hear: (fits) =>
        new Promise((resolve) => {
          const look = (): void => {
            const found = messages.find(fits)
            if (!found) return
            waiting.delete(look)
            resolve(found)
          }
          waiting.add(look)
          look()
        }),
      leave: () => {
        clearInterval(beat)
        socket.terminate()
      },
    }
    visitors.push(visitor)
    return visitor
  }
  const file = async (person: Visitor, type: string, formData: object): Promise<WireTicket> => {
    const answer = await person.post<WireTicket>('/api/workflow/ticket/', { type, formData, submit: true })
    expect([answer.code, answer.errKey]).toEqual([2000, undefined])
    return answer.data
  }
  const invoiceOf = async (node: ServerProcess, person: Visitor): Promise<number> => {
    const { payload, headers } = multipart('invoice.pdf', tinyPdf)
    const answer = await fetch(`${node.url}/api/system/file/`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${person.token}` },
      body: new Uint8Array(payload),
    })
    return ((await answer.json()) as Reply<{ id: number }>).data.id
  }

  it('a decision on one node reaches the applicant and the next person on the other at once', async () => {
    const [pan, yang] = [await visit(nodes[1], 'pan42'), await visit(nodes[1], 'yang15')]
    const zhang = await visit(nodes[0], 'zhang39')
    const ticket = await file(pan, 'otherBusiness', otherForm())
    await zhang.hear(({ contentType, ticketId }) => contentType === 'TICKET' && ticketId === ticket.id)
    const decided = await zhang.post<WireTicket>(`/api/workflow/ticket/${ticket.id}/approve/`, {
      version: ticket.version,
    })
    expect(decided.code).toBe(2000)
    const isOf = ({ contentType, content, ticketId, version }: Message) =>
      contentType === 'TICKET' && content === '' && ticketId === ticket.id && version === decided.data.version
    expect(await pan.hear(isOf)).toMatchObject({
      ticketId: ticket.id,
      no: ticket.no,
      status: 'running',
      version: decided.data.version,
    })
    await yang.hear(isOf)
    const queue = await yang.get<readonly { id: number }[]>('/api/workflow/ticket/?label=pendingApproval&limit=100')
    expect(queue.data.map((row) => row.id)).toContain(ticket.id)
  })

  it('I12, 25.12 two approvers at once on two nodes: one decides, the other hears that it moved', async () => {
    const pan = await visit(nodes[0], 'pan42')
    const zhang = await visit(nodes[1], 'zhang39')
    const [you, xu] = [await visit(nodes[0], 'you18'), await visit(nodes[1], 'xu19')]
    const filed: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const ticket = await file(
        pan,
        'financialReimbursementOne',
        claimForm(line, '11.00', TODAY, await invoiceOf(nodes[0], pan)),
      )
      filed.push(ticket.id)
      const { data } = await zhang.post<WireTicket>(`/api/workflow/ticket/${ticket.id}/approve/`, {})
      const both = await Promise.all(
        [you, xu].map((person) =>
          person.post<WireTicket>(`/api/workflow/ticket/${ticket.id}/approve/`, {
            version: data.version,
            comment: '同意',
          }),
        ),
      )
      expect(both.map((answer) => answer.errKey ?? answer.data.status).sort()).toEqual(['handling', 'wf.stateChanged'])
    }
    const { rows } =
      await sql`select ticket_id from budget_ledger where ticket_id = any(${filed}::bigint[]) and type = 'consume'`.execute(
        app.database.db,
      )
    expect(rows).toHaveLength(ROUNDS)
    expect(await ticketFaults(app, filed)).toEqual([])
    expect(await houseFaults(app)).toEqual([])
  })

  it('25.12 two approvers of an all-of step at once on two nodes: both count, and it passes once', async () => {
    const admin = await visit(nodes[0], 'fang54')
    const workflows = '/api/workflow/workflow/'
    const made = await admin.post<{ id: number }>(workflows, {
      key: 'cst_plain',
      name: '单人审批',
      nameEn: 'Plain',
      code: 'XA',
      group: 'receive',
    })
    const { data: plain } = await admin.get<DesignFile>(`${workflows}${made.data.id}/export/`)
    const states = plain.definition.states.map((state) => ({
      ...state,
      mode: 'all',
      participant: { type: 'role', role: 'financeOfficer' },
    }))
    const both = await admin.post<{ id: number }>(`${workflows}import/`, {
      key: 'cst_both',
      name: '共同审批',
      nameEn: 'Both',
      code: 'XB',
      document: { ...plain, definition: { ...plain.definition, states } },
    })
    expect((await admin.post(`${workflows}${both.data.id}/publish/`, { revision: 1 })).code).toBe(2000)
    const pan = await visit(nodes[1], 'pan42')
    const [you, xu] = [await visit(nodes[0], 'you18'), await visit(nodes[1], 'xu19')]
    const filed: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await file(pan, 'cst_both', { reason: '两人同时审批', content: '请两位同时审批' })
      filed.push(id)
      const answers = await Promise.all(
        [you, xu].map((person) => person.post<WireTicket>(`/api/workflow/ticket/${id}/approve/`, {})),
      )
      expect(answers.map((answer) => answer.errKey ?? answer.data.status).sort()).toEqual(['completed', 'running'])
    }
    expect(await ticketFaults(app, filed)).toEqual([])
  })

  it('one submit under one key, sent to both nodes at once, is one ticket', async () => {
    const [here, there] = [await visit(nodes[0], 'pan42'), await visit(nodes[1], 'pan42')]
    const send = (node: ServerProcess, { token }: Visitor) =>
      fetch(`${node.url}/api/workflow/ticket/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-idempotency-key': 'the-same-key-on-two-nodes',
        },
        body: JSON.stringify({ type: 'otherBusiness', formData: otherForm(), submit: true }),
      }).then((answer) => answer.json() as Promise<Reply<WireTicket>>)
    const answers = await Promise.all([
      send(nodes[0], here),
      send(nodes[1], there),
      send(nodes[0], here),
      send(nodes[1], there),
    ])
    expect(new Set(answers.map((answer) => `${answer.code} ${answer.data?.id}`)).size).toBe(1)
    expect(answers[0]!.code).toBe(2000)
  })

  it('a permission taken away by one node is gone on the other with the next call', async () => {
    const you = await visit(nodes[1], 'you18')
    expect((await you.get('/api/finance/payment/')).code).toBe(2000)
    await sql`delete from user_role where user_id = ${you.userId} and role_id = (select id from role where key = 'financeOfficer')`.execute(
      app.database.db,
    )
    expect((await you.get('/api/finance/payment/')).code).toBe(4003)
    await sql`insert into user_role (user_id, role_id) select ${you.userId}, id from role where key = 'financeOfficer'`.execute(
      app.database.db,
    )
    expect((await you.get('/api/finance/payment/')).code).toBe(2000)
  })

  it('timers that are due fire once, whichever node looks first', async () => {
    const pan = await visit(nodes[0], 'pan42')
    const filed: WireTicket[] = []
    for (let count = 0; count < 8; count += 1) filed.push(await file(pan, 'otherBusiness', otherForm()))
    const ids = filed.map((ticket) => ticket.id)
    await sql`update ticket_timer set due_at = '2026-03-11T00:00:00Z' where ticket_id = any(${ids}::bigint[]) and rule = 'half'`.execute(
      app.database.db,
    )
    // Both nodes find the duty due at their next look.
    await sql`update job set due_at = '2026-03-11T00:00:00Z' where name = 'ticket.timers'`.execute(app.database.db)
    const fired = async () =>
      (
        await sql<{
          id: number
          n: number
        }>`select ticket_id as id, count(*)::int as n from ticket_event where ticket_id = any(${ids}::bigint[]) and type = 'timeout' group by 1 order by 1`.execute(
          app.database.db,
        )
      ).rows
    await expect.poll(fired, { timeout: 90_000, interval: 500 }).toEqual(ids.map((id) => ({ id, n: 1 })))
    // Once more due, though nothing is left to fire.
    await sql`update job set due_at = '2026-03-11T00:00:00Z' where name = 'ticket.timers'`.execute(app.database.db)
    const isDone = async () =>
      (
        await sql<{
          done: boolean
        }>`select due_at > '2026-03-11T00:00:00Z' and lease_until is null as done from job where name = 'ticket.timers'`.execute(
          app.database.db,
        )
      ).rows[0]!.done
    await expect.poll(isDone, { timeout: 60_000, interval: 500 }).toBe(true)
    expect(await fired()).toEqual(ids.map((id) => ({ id, n: 1 })))
    expect(await ticketFaults(app, ids)).toEqual([])
  })

  it(`under load, one of the nodes killed ${KILLS} times: nothing acknowledged is lost or done twice, people go on at the other and hear of everything`, {
    timeout: 300_000,
  }, async () => {
    const load = await startLoad(nodes[0].url, await firstLine(nodes[0].url), WORKERS)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await load.progress(4 + ((kill * 7) % 9))
      const [gone, stays] = kill % 2 === 0 ? [0, 1] : [1, 0]
      const watching = await visit(nodes[stays]!, 'pan42')
      load.serverGone()
      await nodes[gone]!.kill()
      load.serverAt(nodes[stays]!.url)
      const seen = load.acknowledged.length
      await load.progress(6)
      for (const { ticketId } of load.acknowledged.slice(seen).filter(({ isFiling }) => isFiling)) {
        const { data } = await watching.get<WireTicket | null>(`/api/workflow/ticket/${ticketId}/`)
        if (data?.title !== undefined)
          await watching.hear((message) => message.ticketId === ticketId && message.content === '')
      }
      watching.leave()
      const again = await runServer({ dataDir, databaseUrl: database.url })
      nodes = gone === 0 ? [again, nodes[1]] : [nodes[0], again]
    }
    await load.end()
    expect(load.wrong).toEqual([])
    await check(app, load.acknowledged, [...new Set(load.acknowledged.map(({ ticketId }) => ticketId))])
  })

  it('with one node killed people go on at the other, and miss nothing', async () => {
    const ticket = await file(await visit(nodes[0], 'ge43'), 'otherBusiness', otherForm())
    await nodes[0].kill()
    const [ge, zhang] = [await visit(nodes[1], 'ge43'), await visit(nodes[1], 'zhang39')]
    const decided = await zhang.post<WireTicket>(`/api/workflow/ticket/${ticket.id}/approve/`, {
      version: ticket.version,
    })
    expect(decided.code).toBe(2000)
    await ge.hear(
      ({ contentType, ticketId, version }) =>
        contentType === 'TICKET' && ticketId === ticket.id && version === decided.data.version,
    )
  })
})
