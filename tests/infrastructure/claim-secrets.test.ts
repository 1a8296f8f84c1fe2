import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSealed } from '#src/server/secrets/vault.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPdf, uploadPdf } from '#tests/harness/files.ts'
import { act, claimForm, submit, ticketOf, type WireTicket } from '#tests/harness/tickets.ts'

const today = '2026-03-11'
const account = '6200000000000000042'
const masked = '**** 0042'

describe.each(oneEngine)('the bank account of a claim on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  let you: Client
  let he: Client
  let lu: Client
  let line: number
  let file: number
  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, zhang, you, he, lu] = (await Promise.all(
      ['pan42', 'zhang39', 'you18', 'he20', 'lu48'].map((name) => app.as(name)),
    )) as [Client, Client, Client, Client, Client]
    const { rows } = await sql<{
      id: number
    }>`select line.id from budget_line line join department on department.id = line.dept_id
      where department.key = 'D10' and line.subject_code = '30207' and line.year = 2026`.execute(app.database.db)
    line = rows[0]!.id
    file = await uploadPdf(app, pan)
  })
  afterAll(() => app.close())

  const file1 = async (): Promise<WireTicket> => {
    const filed = await submit(
      pan,
      'financialReimbursementOne',
      claimForm(line, '50.00', today, file, { bankAccount: account }),
    )
    expect(filed.code).toBe(2000)
    return filed.data
  }
  const accountOf = (ticket: WireTicket): unknown => ticket.formData['bankAccount']
  /** Everything the database keeps of the ticket, as text. */
  const keptOf = async (id: number): Promise<string> => {
    const { rows } = await sql<{ kept: string }>`
      select concat((select to_jsonb(t)::text from ticket t where t.id = ${id}), (select jsonb_agg(e)::text from ticket_event e where e.ticket_id = ${id}),
        (select jsonb_agg(p)::text from payment p where p.ticket_id = ${id}), (select jsonb_agg(o)::text from operation_log o), (select jsonb_agg(o)::text from outbox o)) as kept`.execute(
      app.database.db,
    )
    return rows[0]!.kept
  }

  it('FIN-94 is sealed in the form, its events and the payment, and shown whole to nobody who does not ask for it', async () => {
    const { id } = await file1()
    expect(accountOf(await ticketOf(zhang, id))).toBe(masked)
    await act(zhang, id, 'approve')
    await act(you, id, 'claim')
    await act(you, id, 'approve')
    expect(accountOf(await ticketOf(he, id))).toBe(masked)
    expect(await keptOf(id)).not.toContain(account)
    const { rows } = await sql<{
      bankAccount: string
    }>`select bank_account from payment where ticket_id = ${id}`.execute(app.database.db)
    expect(isSealed(rows[0]!.bankAccount)).toBe(true)
    const listed = async (reader: Client) =>
      (await reader.get<{ id: number; ticketId: number; bankAccount: string }[]>('/api/finance/payment/')).data.find(
        (row) => row.ticketId === id,
      )
    const [row, seen] = [await listed(he), await listed(you)]
    expect([row?.bankAccount, seen?.bankAccount]).toEqual([masked, masked])
    const asked = (reader: Client) => reader.post<unknown>(`/api/finance/payment/${row?.id}/reveal/`)
    expect((await asked(he)).data).toEqual({ bankAccount: account })
    expect((await asked(you)).code).toBe(4003)
    expect(await keptOf(id)).not.toContain(account)
  })

  it('stays what it is when the masked text comes back, and changes when another one comes', async () => {
    const { id } = await file1()
    await act(zhang, id, 'return', { comment: '请补充说明材料', target: 'start' })
    const own = await ticketOf(pan, id)
    expect(accountOf(own)).toBe(account)
    const again = await pan.put<WireTicket>(`/api/workflow/ticket/${id}/`, {
      version: own.version,
      formData: { bankAccount: account },
    })
    expect(again.code).toBe(2000)
    const changed = await pan.put<WireTicket>(`/api/workflow/ticket/${id}/`, {
      version: again.data.version,
      formData: { bankAccount: '6200000000000000777' },
    })
    expect(accountOf(changed.data)).toBe('6200000000000000777')
    expect(await keptOf(id)).not.toContain('6200000000000000777')
    await act(pan, id, 'submit')
    expect(accountOf(await ticketOf(zhang, id))).toBe('**** 0777')
  })

  it('leaves the replay of the log sound', async () => {
    const { id } = await file1()
    await act(zhang, id, 'approve')
    expect(
      (await pan.get<{ isSound: boolean; formData: Record<string, unknown> }>(`/api/workflow/ticket/${id}/replay/`))
        .data,
    ).toMatchObject({ isSound: true, formData: { bankAccount: masked } })
  })

  it('SYS-83 the files of the claim can be read by those who take part, and by nobody else', async () => {
    const { id } = await file1()
    const read = async (reader: Client) => (await reader.get(`/api/system/file/${file}/download/`)).raw
    expect((await read(zhang)).rawPayload.equals(tinyPdf)).toBe(true)
    expect((await read(pan)).rawPayload.equals(tinyPdf)).toBe(true)
    expect((await read(lu)).json()).toMatchObject({ code: 4004 })
    const stolen = await submit(lu, 'financialReimbursementOne', claimForm(line, '50.00', today, file))
    expect(stolen.code).toBe(4000)
    expect(id).toBeGreaterThan(0)
  })
})
