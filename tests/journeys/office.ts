/** A office from which tests file and move the three shipped applications through the API. */
import { sql } from 'kysely'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, claimForm, leaveForm, submit, type WireTicket } from '#tests/harness/tickets.ts'

type Form = Readonly<Record<string, unknown>>

/** The day of the seed in tests. */
export const TODAY = '2026-03-11'

export const otherForm = (more: Form = {}): Form => ({
  reason: '需要协调办理的事项',
  bizType: 'IT',
  content: '办公网络时断时续，请派人检查处理',
  ...more,
})

/** What the cashier writes when the money has gone out. */
export const paidForm = (voucherNo: string): Form => ({
  payResult: 'paid',
  voucherNo,
  paidAt: TODAY,
  account: 'zeroBalance',
})

export interface Office {
  /** A person signed in once. */
  as(username: string): Promise<Client>
  /** This year's budget line of a department, by key and subject. */
  lineOf(dept: string, subject: string): Promise<number>
  /** A file of this person that belongs to nothing yet. */
  pdf(username: string): Promise<number>
  leave(username: string, from: string, to: string, more?: Form): Promise<Answer<WireTicket>>
  claim(username: string, line: number, amount: string, more?: Form): Promise<Answer<WireTicket>>
  other(username: string, more?: Form): Promise<Answer<WireTicket>>
  /** Actions in order, each of which must be accepted; gives the last answer's ticket. */
  through(
    id: number,
    ...actions: readonly (readonly [username: string, action: string, more?: Form])[]
  ): Promise<WireTicket>
}

export function openOffice(app: TestApp): Office {
  const people = new Map<string, Promise<Client>>()
  const as = (username: string): Promise<Client> => {
    const known = people.get(username) ?? app.as(username)
    people.set(username, known)
    return known
  }
  const pdf = async (username: string): Promise<number> => uploadPdf(app, await as(username))
  return {
    as,
    pdf,
    async lineOf(dept, subject) {
      const { rows } = await sql<{
        id: number
      }>`select line.id from budget_line line join department on department.id = line.dept_id
        where department.key = ${dept} and line.subject_code = ${subject} and line.year = 2026`.execute(app.database.db)
      if (!rows[0]) throw new Error(`no line ${dept} ${subject}`)
      return rows[0].id
    },
    leave: async (username, from, to, more) => submit(await as(username), 'leaveApproval', leaveForm(from, to, more)),
    claim: async (username, line, amount, more) =>
      submit(
        await as(username),
        'financialReimbursementOne',
        claimForm(line, amount, TODAY, await pdf(username), more),
      ),
    other: async (username, more) => submit(await as(username), 'otherBusiness', otherForm(more)),
    async through(id, ...actions) {
      let last: WireTicket | undefined
      for (const [username, action, more] of actions) {
        const answer = await act(await as(username), id, action, more)
        if (answer.code !== 2000)
          throw new Error(
            `${username} ${action}: ${answer.errKey ?? answer.code} ${answer.msg} ${JSON.stringify(answer.errors ?? {})}`,
          )
        last = answer.data
      }
      if (!last) throw new Error('no actions')
      return last
    },
  }
}
