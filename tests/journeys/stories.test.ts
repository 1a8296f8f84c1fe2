/** The stories of the specification that a house with leave, claims and other business can tell, through the API. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startApp, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'
import { act, claimForm, invoiceNo, leaveForm, submit, ticketOf, type WireTicket } from '#tests/harness/tickets.ts'
import { type Office, openOffice, TODAY } from './office.ts'

interface Step {
  readonly state: string
  readonly skipped: boolean
  readonly people: readonly { readonly name: string }[]
}
interface LogLine {
  readonly action: string
  readonly actor: { readonly name: string } | null
  readonly onBehalfOf: { readonly name: string } | null
}

describe.each(engines)('stories on %s', (engine) => {
  let app: TestApp
  let office: Office
  beforeAll(async () => {
    app = await startApp({ engine })
    office = openOffice(app)
  })
  afterAll(() => app.close())

  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(app.database.db)).rows[0]!
  const figures = (line: number) =>
    one(
      sql<{
        frozen: string
        used: string
        available: string
      }>`select frozen, used, approved + adjust - frozen - used as available from budget_line where id = ${line}`,
    )
  /** What the ledger says of a line, in cents-exact decimals (INV-02). */
  const summed = (line: number) =>
    one(sql<{ frozen: string; used: string }>`
    select sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end)::numeric(14,2) as frozen,
      sum(case type when 'consume' then amount when 'refund' then -amount else 0 end)::numeric(14,2) as used from budget_ledger where line_id = ${line}`)
  const annual = (name: string) =>
    one(
      sql<{
        used: string
        pending: string
      }>`select used, pending from leave_quota q join app_user u on u.id = q.user_id where u.username = ${name} and leave_type = 'annual' and year = 2026`,
    )
  const handlers = (ticket: WireTicket): readonly string[] =>
    ticket.current.flatMap((place) => place.handlers.map((handler) => handler.name))

  describe('S06 leave and proxy', () => {
    let leave: Answer<WireTicket>
    const form = leaveForm('2026-03-16', '2026-03-19')

    it('1 a leader’s leave of four workdays goes to the division leader directly, not to the leader', async () => {
      const proxyUserId = (await office.as('yun40')).userId
      const zhang = await office.as('zhang39')
      const preview = await zhang.post<readonly Step[]>('/api/workflow/ticket/preview/', {
        type: 'leaveApproval',
        formData: { ...form, proxyUserId },
      })
      expect(
        preview.data
          .filter((step) => !step.skipped)
          .map((step) => [step.state, step.people.map((person) => person.name)]),
      ).toEqual([
        ['divisionLeader', ['孙示丙']],
        ['hrOfficer', ['卫示甲']],
        ['backToWork', ['章示壬']],
      ])
      leave = await submit(zhang, 'leaveApproval', { ...form, proxyUserId })
      expect(leave.data).toMatchObject({ status: 'running', formData: { days: '4.0' } })
      expect(leave.data.current.map((place) => place.state)).toEqual(['divisionLeader'])
      expect(handlers(leave.data)).toEqual(['孙示丙'])
    })

    it('2 once approved the days are used, and during the leave the proxy acts, on behalf of the leader', async () => {
      const before = await annual('zhang39')
      await office.through(leave.data.id, ['sun03', 'approve'])
      expect(Number((await annual('zhang39')).used) - Number(before.used)).toBe(4)
      app.clock.set(new Date('2026-03-17T02:00:00Z'))
      const filed = await office.other('pan42')
      expect(handlers(filed.data)).toEqual(['云示癸'])
      await office.through(filed.data.id, ['yun40', 'approve'])
      const timeline = await (await office.as('pan42')).get<readonly LogLine[]>(
        `/api/workflow/ticket/${filed.data.id}/timeline/`,
      )
      expect(timeline.data.find((line) => line.action === 'approve')).toMatchObject({
        actor: { name: '云示癸' },
        onBehalfOf: { name: '章示壬' },
      })
    })

    it('4 back one day early: a day of quota comes back, and the proxy is off', async () => {
      app.clock.set(new Date('2026-03-19T02:00:00Z'))
      const before = await annual('zhang39')
      const closed = await office.through(leave.data.id, [
        'zhang39',
        'handle',
        { formData: { actualBackAt: '2026-03-19', actualBackHalf: 'am' } },
      ])
      expect(closed.status).toBe('completed')
      expect(Number((await annual('zhang39')).used) - Number(before.used)).toBe(-1)
      expect(handlers((await office.other('ge43')).data)).toEqual(['章示壬'])
      app.clock.set(new Date('2026-03-11T02:00:00Z'))
      // Whoever signed in on days that have not been yet is signed in no more.
      office = openOffice(app)
    })
  })

  describe('S10 a race on money', () => {
    it('1 of two claims for 2,000.00 on a line with 3,000.00 exactly one succeeds, and the ledger adds up', async () => {
      const line = await office.lineOf('D10', '30201')
      expect((await figures(line)).available).toBe('3000.00')
      const [pan, ge] = [await office.as('pan42'), await office.as('ge43')]
      const [panFile, geFile] = [await office.pdf('pan42'), await office.pdf('ge43')]
      const answers = await Promise.all([
        submit(pan, 'financialReimbursementOne', claimForm(line, '2000.00', TODAY, panFile)),
        submit(ge, 'financialReimbursementOne', claimForm(line, '2000.00', TODAY, geFile)),
      ])
      expect(answers.map((answer) => answer.code).sort()).toEqual([2000, 4001])
      expect(answers.find((answer) => answer.code === 4001)).toMatchObject({
        errKey: 'budget.insufficient',
        msg: '预算余额不足：可用 1,000.00 元，本次 2,000.00 元',
      })
      const { frozen, used, available } = await figures(line)
      expect(available).toBe('1000.00')
      expect(await summed(line)).toEqual({ frozen, used })
    })

    it('4 the same submit five times at once under one key is one ticket and one freeze', async () => {
      const line = await office.lineOf('D10', '30207')
      const before = await figures(line)
      const pan = await office.as('pan42')
      const form = claimForm(line, '77.00', TODAY, await office.pdf('pan42'))
      const idempotencyKey = '0d3c2f7e-1111-4a2e-9c07-5a1c5a1f0001'
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => submit(pan, 'financialReimbursementOne', form, { idempotencyKey })),
      )
      answers.push(await submit(pan, 'financialReimbursementOne', form, { idempotencyKey }))
      expect(answers.map((answer) => answer.code)).toEqual([2000, 2000, 2000, 2000, 2000, 2000])
      expect(new Set(answers.map((answer) => answer.raw.payload)).size).toBe(1)
      expect(
        await one(sql`select count(*)::int as n from budget_ledger where ticket_id = ${answers[0]!.data.id}`),
      ).toEqual({ n: 1 })
      expect(Number((await figures(line)).frozen) - Number(before.frozen)).toBeCloseTo(77, 2)
      const other = await submit(
        pan,
        'financialReimbursementOne',
        { ...form, reason: '同一个键，另一份内容' },
        { idempotencyKey },
      )
      expect(other).toMatchObject({ code: 4001, errKey: 'idempotency.mismatch' })
    })
  })

  describe('S11 forgery and privilege', () => {
    it('1 nobody approves the own ticket by its id, not as an administrator either, and the attempt is on record', async () => {
      const ge = await office.as('ge43')
      const filed = await office.other('ge43')
      const approve = () =>
        ge.post(`/api/workflow/ticket/${filed.data.id}/approve/`, { version: filed.data.version, comment: '同意' })
      expect(await approve()).toMatchObject({ code: 4001, errKey: 'wf.notCandidate', msg: '您不是当前环节处理人' })
      await sql`insert into user_role (user_id, role_id) select ${ge.userId}, id from role where key = 'sysAdmin'`.execute(
        app.database.db,
      )
      await app.services.caches.load()
      const asAdmin = await approve()
      expect(asAdmin).toMatchObject({ code: 4001, errKey: 'wf.notCandidate' })
      await sql`delete from user_role where user_id = ${ge.userId} and role_id = (select id from role where key = 'sysAdmin')`.execute(
        app.database.db,
      )
      await app.services.caches.load()
      const requestId = String(asAdmin.raw.headers['x-request-id'])
      const logged = async () =>
        (await sql`select user_id, code from operation_log where request_id = ${requestId}`.execute(app.database.db))
          .rows
      await expect.poll(logged, { timeout: 5000 }).toEqual([{ userId: ge.userId, code: 4001 }])
      expect(await ticketOf(ge, filed.data.id)).toMatchObject({ status: 'running', version: filed.data.version })
    })

    it('2 a forged claim is computed anew, a used invoice names its ticket, a foreign payee needs the auditor’s word', async () => {
      const line = await office.lineOf('D10', '30207')
      const ge = await office.as('ge43')
      const used = invoiceNo()
      const invoice = async (no: string, name: string) => ({
        invoices: [
          {
            invoiceType: 'digital',
            invoiceNo: no,
            invoiceDate: TODAY,
            sellerName: '示例供应商01',
            amount: '900.00',
            fileId: [await office.pdf(name)],
          },
        ],
      })
      const first = await office.claim('pan42', line, '900.00', await invoice(used, 'pan42'))
      const forged = { amount: '1.00', payeeName: '潘示乙' }
      const refused = await office.claim('ge43', line, '900.00', { ...forged, ...(await invoice(used, 'ge43')) })
      expect(refused).toMatchObject({
        code: 4001,
        errKey: 'invoice.duplicate',
        msg: `发票${used}已在工单${first.data.no}中使用`,
      })
      const filed = await office.claim('ge43', line, '900.00', forged)
      expect(filed.data.amount).toBe('900.00')
      await office.through(filed.data.id, ['zhang39', 'approve'], ['you18', 'claim'])
      const you = await office.as('you18')
      const seen = await you.get<{ warnings: readonly string[] }>(`/api/workflow/ticket/${filed.data.id}/`)
      expect(seen.data.warnings.join()).toContain('潘示乙')
      expect(await act(you, filed.data.id, 'approve')).toMatchObject({ code: 4001, errKey: 'rule.FIN-04' })
      expect((await act(you, filed.data.id, 'approve', { comment: '代垫款，已核实收条' })).data.status).toBe('handling')
      expect((await ticketOf(ge, filed.data.id)).amount).toBe('900.00')
    })

    it('3 a ticket and a file of another department are not found, with the words of what does not exist', async () => {
      const claim = await office.claim('lu48', await office.lineOf('D11', '30207'), '40.00')
      const { id: file } = await one(
        sql<{
          id: number
        }>`select file_id as id from file_link where record = 'ticket' and record_id = ${claim.data.id}`,
      )
      const ge = await office.as('ge43')
      const missing = await ge.get('/api/workflow/ticket/999999999/')
      for (const path of [
        `/api/workflow/ticket/${claim.data.id}/`,
        `/api/system/file/${file}/`,
        `/api/system/file/${file}/download/`,
      ]) {
        const answer = await ge.get(path)
        expect([path, answer.code, answer.msg]).toEqual([path, 4004, missing.msg])
        expect(answer.raw.payload).toBe(missing.raw.payload)
      }
    })
  })

  describe('S12 failure and recovery', () => {
    /** Makes the database refuse at one place until `heal`. */
    const hooks = {
      'in the effect itself':
        'create trigger injected before insert on payment for each row execute function injected_failure()',
      'after the ticket row was written, at the commit':
        'create constraint trigger injected after update on ticket deferrable initially deferred for each row execute function injected_failure()',
    } as const
    beforeAll(async () => {
      await sql`create function injected_failure() returns trigger language plpgsql as $$ begin raise exception 'injected'; end $$`.execute(
        app.database.db,
      )
    })

    it.each(Object.entries(hooks))(
      '1 the last approval fails %s: 5000, nothing has happened, and a retry succeeds once',
      async (_moment, hook) => {
        const line = await office.lineOf('D10', '30205')
        const filed = await office.claim('pan42', line, '60.00')
        const { id } = filed.data
        await office.through(id, ['zhang39', 'approve'], ['you18', 'claim'])
        const you = await office.as('you18')
        const before = {
          ticket: await ticketOf(you, id),
          line: await figures(line),
          events: await one(sql`select events from ticket where id = ${id}`),
        }

        await sql.raw(hook).execute(app.database.db)
        const failed = await act(you, id, 'approve')
        await sql`drop trigger injected on ${sql.table(hook.includes('payment') ? 'payment' : 'ticket')}`.execute(
          app.database.db,
        )
        expect(failed).toMatchObject({ status: 500, code: 5000, msg: '服务器内部错误，请稍后再试' })
        expect(failed.raw.payload).not.toContain('injected')
        expect({
          ticket: await ticketOf(you, id),
          line: await figures(line),
          events: await one(sql`select events from ticket where id = ${id}`),
        }).toEqual(before)
        expect(
          await one(sql`select count(*)::int as n from budget_ledger where ticket_id = ${id} and type <> 'freeze'`),
        ).toEqual({ n: 0 })
        expect(
          await one(
            sql`select count(*)::int as n from ticket_task where ticket_id = ${id} and state = 'financeAudit' and status = 'open'`,
          ),
        ).toEqual({ n: 1 })

        expect((await act(you, id, 'approve')).data.status).toBe('handling')
        expect((await act(you, id, 'approve')).code).toBe(4001)
        expect(
          await one(sql`select count(*)::int as n from budget_ledger where ticket_id = ${id} and type = 'consume'`),
        ).toEqual({ n: 1 })
        expect(await one(sql`select count(*)::int as n from payment where ticket_id = ${id}`)).toEqual({ n: 1 })
      },
    )

    it('2 an approver who clicks in two tabs hears in the second that the ticket has moved', async () => {
      const filed = await office.other('pan42')
      const zhang = await office.as('zhang39')
      const click = () =>
        zhang.post<WireTicket>(`/api/workflow/ticket/${filed.data.id}/approve/`, {
          version: filed.data.version,
          comment: '同意',
        })
      const [first, second] = [await click(), await click()]
      expect(first.code).toBe(2000)
      expect(second).toMatchObject({ code: 4001, errKey: 'wf.stateChanged', msg: '该工单已被处理，请刷新' })
      const again = await office.other('pan42')
      const both = await Promise.all(
        [1, 2].map(() =>
          zhang.post<WireTicket>(`/api/workflow/ticket/${again.data.id}/approve/`, {
            version: again.data.version,
            comment: '',
          }),
        ),
      )
      expect(both.map((answer) => answer.errKey ?? 'done').sort()).toEqual(['done', 'wf.stateChanged'])
    })

    it('3 an access token that expires over a long form is renewed and the form saved; after a revocation only signing in helps', async () => {
      const { data: tokens } = await app.guest.post<{ access: string; refresh: string }>('/api/login/', {
        username: 'pan42',
        password: 'Jingbao#2026',
      })
      const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
      const body = { type: 'leaveApproval', formData: { reason: '写了很久的申请' }, submit: false }
      const save = (token: string) => app.guest.post<WireTicket>('/api/workflow/ticket/', body, bearing(token))
      app.clock.advance(16 * 60_000)
      expect((await save(tokens.access)).code).toBe(401)
      const renewed = await app.guest.post<{ access: string; refresh: string }>('/token/refresh/', {
        refresh: tokens.refresh,
      })
      expect(renewed.code).toBe(2000)
      expect((await save(renewed.data.access)).data.formData).toMatchObject({ reason: '写了很久的申请' })
      await app.guest.post('/api/logout/', {}, bearing(renewed.data.access))
      expect((await app.guest.post('/token/refresh/', { refresh: renewed.data.refresh })).code).toBe(401)
      expect((await save(renewed.data.access)).code).toBe(401)
      app.clock.set(new Date('2026-03-11T02:00:00Z'))
    })
  })
})
