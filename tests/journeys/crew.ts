/** Eight people who file, decide and interfere, by chance but reproducibly; and what each action needs to be sound. */
import type { PersonEventType } from '#machines/ticket/engine/vocabulary.ts'
import { seenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { pathOf } from '#src/define/tickets/line.ts'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'
import { claimForm, leaveForm, plusDays, submit, type WireTicket } from '#tests/harness/tickets.ts'
import { type Office, openOffice, otherForm, TODAY } from './office.ts'

export const crew = ['pan42', 'ge43', 'zhang39', 'sun03', 'you18', 'he20', 'yang15', 'zhao01'] as const
export type Member = (typeof crew)[number]
const applicants = ['pan42', 'ge43', 'zhang39'] as const

export type Action = PersonEventType

/** A ticket as somebody sees it; null when it is out of sight. */
export interface View {
  readonly ticket: WireTicket & {
    readonly returnTargets: readonly { readonly target: string }[]
    readonly calledIn: readonly { readonly id: number }[]
    readonly fieldPermissions: Readonly<Record<string, string>>
  }
  readonly may: (action: string) => boolean
}

/** A number by which an action chooses among what it could be. */
export type Pick = number
const choose = <T>(list: readonly T[], pick: Pick): T => list[pick % list.length]!

const COMMENT = '按规定办理，情况属实可以'

export interface Crew {
  readonly people: ReadonlyMap<Member, Client>
  /** Files something and answers its ticket, null when a business rule refused it. */
  file(pick: Pick): Promise<Answer<WireTicket>>
  view(member: Member, id: number): Promise<View | null>
  /** A payload with which the action passes every check of its form. */
  payload(action: Action, view: View | null, pick: Pick): Readonly<Record<string, unknown>>
  act(member: Member, id: number, action: Action, body: Readonly<Record<string, unknown>>): Promise<Answer<WireTicket>>
}

export async function openCrew(app: TestApp): Promise<Crew> {
  const office: Office = openOffice(app)
  const people = new Map<Member, Client>()
  for (const member of crew) people.set(member, await office.as(member))
  const line = await office.lineOf('D10', '30207')
  let vouchers = 0
  let leaves = 0

  const amounts = ['0.01', '10.00', '1234.56', '4999.99', '5000.00', '5000.01']
  async function file(pick: Pick): Promise<Answer<WireTicket>> {
    const name = choose(applicants, pick)
    const person = people.get(name)!
    switch (pick % 7) {
      case 0:
      case 1: {
        // Days ahead of each other, so that most leaves do not overlap; some do, and are refused.
        leaves += 1
        const from = plusDays(TODAY, 1 + ((leaves * 3 + (pick % 2)) % 240))
        return submit(
          person,
          'leaveApproval',
          leaveForm(from, plusDays(from, pick % 5), {
            // Longer sickness wants a proof.
            leaveType: choose(['personal', 'annual', pick % 5 < 2 ? 'sick' : 'annual'], pick >> 3),
            proxyUserId: name === 'zhang39' ? people.get('sun03')!.userId : null,
          }),
        )
      }
      case 2:
      case 3:
      case 4: {
        const amount = choose(amounts, pick >> 2)
        const lines = [
          { expenseType: 'office', occurDate: TODAY, description: '办公用品', amount },
          ...(pick % 2 === 0
            ? [{ expenseType: 'office', occurDate: TODAY, description: '邮寄费用', amount: '0.10' }]
            : []),
        ]
        const invoiced = claimForm(line, '6000.00', TODAY, await office.pdf(name))
        return submit(person, 'financialReimbursementOne', {
          ...invoiced,
          lines,
          payeeName: choose(['潘示乙', '葛示丙', '章示壬'], pick),
        })
      }
      default:
        return submit(person, 'otherBusiness', otherForm(pick % 3 === 0 ? { amount: '12000.00' } : {}))
    }
  }

  async function view(member: Member, id: number): Promise<View | null> {
    const person = people.get(member)!
    const { code, data } = await person.get<View['ticket'] & TicketDetail>(`/api/workflow/ticket/${id}/`)
    // 33.1: the chart restored from the answer says what the server says.
    if (code === 2000)
      seenTicket(data, person.userId, (fault) => {
        throw fault
      })
    return code === 2000 ? { ticket: data, may: (action) => data.allowedActions.includes(action) } : null
  }

  const others = (pick: Pick): number => people.get(choose(crew, pick))!.userId
  function formFor(
    action: Action,
    state: string | undefined,
    pick: Pick,
  ): Readonly<Record<string, unknown>> | undefined {
    if (action === 'approve' && state === 'logisticsAssign') return { handlerId: others(pick) }
    if (action !== 'handle') return undefined
    vouchers += 1
    switch (state) {
      case 'cashierPay':
        return pick % 3 === 0
          ? { payResult: 'failed', failReason: '账号有误' }
          : { payResult: 'paid', voucherNo: `PZ-${vouchers}`, paidAt: TODAY, account: 'zeroBalance' }
      case 'process':
        return { result: '已经办理完成' }
      case 'applicantVerify':
        return pick % 4 === 0 ? { rating: 1, ratingNote: '太慢了' } : { rating: 5 }
      case 'backToWork':
        return { actualBackAt: app.clock.today(), actualBackHalf: 'am' }
      default:
        return undefined
    }
  }

  return {
    people,
    file,
    view,
    payload(action, seen, pick) {
      const version = seen?.ticket.version
      const common = { comment: COMMENT, ...(version !== undefined && { version }) }
      // Who was called in reads the form only (25.5).
      const isReader = action === 'approve' && Object.keys(seen?.ticket.fieldPermissions ?? { any: '' }).length === 0
      const formData = isReader ? undefined : formFor(action, seen?.ticket.current[0]?.state, pick)
      if (action === 'transfer' || action === 'delegate') return { ...common, userId: others(pick) }
      if (action === 'addSign')
        return { ...common, userIds: [others(pick)], where: choose(['before', 'after', 'parallel'], pick) }
      if (action === 'removeSign') return { ...common, userIds: seen?.ticket.calledIn.map(({ id }) => id) ?? [1] }
      if (action === 'cc') return { ...common, userIds: [others(pick)] }
      if (action === 'return')
        return {
          ...common,
          target: choose(seen?.ticket.returnTargets.map((one) => one.target) ?? ['start'], pick) ?? 'start',
          ...(pick % 2 === 0 && { resume: 'straightBack' }),
        }
      return { ...common, ...(formData && { formData }) }
    },
    act: (member, id, action, body) =>
      people.get(member)!.post<WireTicket>(`/api/workflow/ticket/${id}/${pathOf(action)}/`, body),
  }
}
