/** The procurement section as tests work in it: applications through their approvals. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, submit, type WireTicket } from '#tests/harness/tickets.ts'
import { type Office, openOffice } from '#tests/journeys/office.ts'

export type Form = Readonly<Record<string, unknown>>
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

/** Who approves in which state, for applicants of D09. */
const approvers = {
  deptLeader: 'bai36',
  procureReview: 'dou38',
  financeAudit: 'you18',
  divisionLeader: 'qian02',
  bureauLeader: 'zhao01',
} as const
type State = keyof typeof approvers

export interface Desk {
  readonly office: Office
  readonly officer: Client
  readonly second: Client
  /** A line of the procurement section's budget unit with enough money. */
  readonly line: number
  file(person?: Client): Promise<number>
  /** Through every approval; answers whom it asked, in their order. */
  approve(ticket: WireTicket, by?: Partial<Record<State, string>>): Promise<readonly string[]>
  filed(type: string, form: Form, by?: Client): Promise<WireTicket>
  query<T>(statement: ReturnType<typeof sql<T>>): Promise<readonly T[]>
}

export async function openDesk(app: TestApp): Promise<Desk> {
  const office = openOffice(app)
  const [officer, second] = [await office.as('shui37'), await office.as('dou38')]
  const line = await office.lineOf('D04', '31003')
  await sql`update budget_line set approved = approved + 90000000 where id = ${line}`.execute(app.database.db)
  return {
    office,
    officer,
    second,
    line,
    file: (person = officer) => uploadPdf(app, person),
    async approve(ticket, by = {}) {
      const asked: string[] = []
      let now = ticket
      while (now.status === 'running') {
        const state = now.current[0]!.state as State
        asked.push(state)
        const approver = await office.as(by[state] ?? approvers[state])
        if (state === 'financeAudit') await act(approver, now.id, 'claim')
        const answer = await act(approver, now.id, 'approve', {
          comment: '同意，按规定办理采购手续',
          ...(state === 'bureauLeader' && { signature: '赵' }),
        })
        expect([state, answer.code, answer.errKey, answer.errors]).toEqual([state, 2000, undefined, undefined])
        now = answer.data
      }
      return asked
    },
    async filed(type, form, by = officer) {
      const answer = await submit(by, type, form)
      expect([answer.code, answer.errors]).toEqual([2000, undefined])
      return answer.data
    },
    async query(statement) {
      return (await statement.execute(app.database.db)).rows
    },
  }
}
