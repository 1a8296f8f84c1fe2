import { dayOf } from '#src/define/days.ts'
import type { EffectContext, EffectRun, UnitOfWork } from '#src/define/server.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import {
  type DemoLine,
  demoLines,
  type Movement,
  spendBudget,
  spendingOf,
} from '#src/modules/budget/budget-seed.server.ts'
import { type BudgetLedger, budgetLedger } from '#src/modules/budget/contract.ts'
import { invoicesOf, sumOf } from '#src/modules/finance/claim-form.server.ts'
import {
  type DemoClaim,
  type DemoInvoice,
  type DemoPayment,
  writeDemoClaims,
} from '#src/modules/finance/claims-seed.server.ts'
import type { Bureau } from './bureau.server.ts'
import { plannedOn, spentBeside, trimSpending } from './planned-spending.ts'
import type { Story } from './story.ts'
import type { Book } from './world.server.ts'

/** Budget lines as the writers of stories choose them. */
export interface ClaimBook extends Book {
  line(unit: string, subject: string, year: number): DemoLine
}

const cents = (amount: string): number => Number(toCents(amount))
const yuan = (amount: number): string => fromCents(BigInt(amount))
/** Claims, invoices, payments and the budget while the stories run: what the effects of the module do, without the database. */
export async function openClaimBook(
  unit: UnitOfWork,
  { now }: Bureau,
): Promise<ClaimBook & { plan(stories: readonly Story[]): void }> {
  const lines = await demoLines(unit)
  const claims = new Map<number, DemoClaim>()
  const payments = new Map<number, DemoPayment>()
  const invoices: DemoInvoice[] = []
  const numbers = new Map<string, number>()
  const movements: Movement[] = []
  let spending: readonly Movement[] = []

  const spent = (line: number, at: Date): number =>
    [...spending, ...movements].reduce(
      (sum, move) =>
        move.line !== line || move.at > at
          ? sum
          : sum + (move.type === 'freeze' || move.type === 'consume' ? move.amount : -move.amount),
      0,
    )
  const move = ({ unit: to, ticket }: EffectContext, type: Movement['type'], amount: string, effect: string): void =>
    void movements.push({
      line: Number(ticket.formData['budgetLineId']),
      type,
      amount: cents(amount),
      at: to.clock.now(),
      ticket: ticket.id,
      effect,
      note: ticket.no,
    })
  /** The budget ledger of those whose own effects run: the same movements, without a rule, since stories are written to fit. */
  const ledgerOn = (to: UnitOfWork): BudgetLedger => {
    const post =
      (type: Movement['type']): BudgetLedger['freeze'] =>
      async (line, amount, { ticketId, effectKey, note }) =>
        void movements.push({
          line,
          type,
          amount: cents(amount),
          at: to.clock.now(),
          ticket: ticketId,
          effect: effectKey,
          note: note?.startsWith('demo ') ? '' : (note ?? ''),
        })
    const refuse = async (): Promise<never> => {
      throw new Error('nobody moves money between lines in the demo')
    }
    return {
      freeze: post('freeze'),
      unfreeze: post('unfreeze'),
      consume: post('consume'),
      refund: post('refund'),
      adjust: refuse,
      transfer: refuse,
      open: refuse,
      frozenOfProject: refuse,
      async frozenBy(ticketId) {
        const held = new Map<number, number>()
        for (const one of movements)
          if (one.ticket === ticketId && (one.type === 'freeze' || one.type === 'unfreeze'))
            held.set(one.line, (held.get(one.line) ?? 0) + (one.type === 'freeze' ? one.amount : -one.amount))
        return [...held].flatMap(([lineId, amount]) => (amount > 0 ? [{ lineId, amount: yuan(amount) }] : []))
      },
      async read(id) {
        const line = lines.find((one) => one.id === id)
        if (!line) return null
        const available = yuan(line.approved - spent(id, to.clock.now()))
        const { year, deptId, shared, subject: subjectCode } = line
        return {
          id,
          projectId: null,
          controlMode: 'hard',
          year,
          deptId,
          shared,
          subjectCode,
          available,
          frozen: '0.00',
          used: '0.00',
          active: true,
          yearOpen: true,
        }
      },
    }
  }
  const claimOf = ({ ticket }: EffectContext): DemoClaim => {
    const claim = claims.get(ticket.id)
    if (!claim) throw new Error(`no claim of ticket ${ticket.no}`)
    return claim
  }
  const paymentOf = ({ ticket }: EffectContext): DemoPayment => {
    const payment = payments.get(ticket.id)
    if (!payment) throw new Error(`no payment of ticket ${ticket.no}`)
    return payment
  }
  const releaseInvoices = ({ unit: to, ticket }: EffectContext): void => {
    for (const invoice of invoices)
      if (invoice.ticket === ticket.id && invoice.state === 'used')
        Object.assign(invoice, { state: 'released', updatedAt: to.clock.now() })
  }

  const freeze: EffectRun = async (context) => {
    const { ticket, unit: to } = context
    const at = to.clock.now()
    const amount = ticket.amount ?? '0.00'
    move(context, 'freeze', amount, 'claim.freeze')
    const rows = invoicesOf(ticket.formData)
    claims.set(ticket.id, {
      ticket: ticket.id,
      applicant: ticket.applicantId,
      dept: ticket.deptId,
      line: Number(ticket.formData['budgetLineId']),
      amount,
      invoices: rows.length,
      createdAt: claims.get(ticket.id)?.createdAt ?? at,
      updatedAt: at,
      payState: null,
      paidAt: null,
    })
    invoices.push(
      ...rows.map((row): DemoInvoice => ({ ticket: ticket.id, row, createdAt: at, updatedAt: at, state: 'used' })),
    )
  }
  const release: EffectRun = async (context) => {
    move(context, 'unfreeze', claimOf(context).amount, 'claim.release')
    releaseInvoices(context)
  }
  const reduce: EffectRun = async (context) => {
    if (context.ticket.amount !== claimOf(context).amount) throw new Error('nobody lowers a claim in the demo')
  }
  const consume: EffectRun = async (context) => {
    const { ticket, unit: to } = context
    const claim = claimOf(context)
    const at = to.clock.now()
    move(context, 'unfreeze', claim.amount, 'claim.consume')
    move(context, 'consume', claim.amount, 'claim.consume')
    const day = dayOf(at)
    const number = (numbers.get(day) ?? 0) + 1
    numbers.set(day, number)
    payments.set(ticket.id, {
      day,
      number,
      ticket: ticket.id,
      form: ticket.formData,
      approvedAt: at,
      updatedAt: at,
      payState: 'unpaid',
      paidBy: null,
    })
    Object.assign(claim, { payState: 'unpaid', updatedAt: at })
  }
  const pay: EffectRun = async (context) => {
    const at = context.unit.clock.now()
    const { formData } = context.ticket
    const payState = formData['payResult'] === 'failed' ? 'failed' : 'paid'
    payments.set(context.ticket.id, {
      ...paymentOf(context),
      form: formData,
      payState,
      updatedAt: at,
      paidBy: payState === 'paid' ? context.actorId : null,
    })
    Object.assign(claimOf(context), { payState, updatedAt: at, paidAt: payState === 'paid' ? at : null })
  }
  const refund: EffectRun = async (context) => {
    const at = context.unit.clock.now()
    move(context, 'refund', claimOf(context).amount, 'claim.refund')
    Object.assign(paymentOf(context), { payState: 'voided', updatedAt: at })
    Object.assign(claimOf(context), { payState: 'voided', updatedAt: at })
    releaseInvoices(context)
  }

  return {
    types: {
      financialReimbursementOne: {
        defaults: async ({ applicant }) => ({ payeeName: applicant.name }),
        async compute(form, { unit: to }) {
          const line = lines.find((one) => one.id === form['budgetLineId'])
          const available = line ? ((line.approved - spent(line.id, to.clock.now())) / 100).toFixed(2) : null
          return { ...form, amount: sumOf(form['lines'], 'amount'), budgetAvailable: available }
        },
      },
    },
    effects: {
      'claim.freeze': freeze,
      'claim.release': release,
      'claim.reduce': reduce,
      'claim.consume': consume,
      'claim.pay': pay,
      'claim.refund': refund,
    },
    services: { [budgetLedger.name]: ledgerOn },
    line(unit, subject, year) {
      const line = lines.find((one) => one.dept === unit && one.subject === subject && one.year === year)
      if (!line) throw new Error(`no line ${unit} ${subject} in ${year}`)
      return line
    },
    plan(stories) {
      const planned = plannedOn(stories)
      spending = lines.flatMap((line) => spendingOf(line, spentBeside(line, planned.get(line.id)), now))
    },
    async write(to) {
      const outside = trimSpending(spending, (id) => roomOn(lines, movements, id))
      const moved = [...outside, ...movements]
      await spendBudget(to, lines, [...moved, ...settlement(lines, moved, now)])
      await writeDemoClaims(to, { claims: [...claims.values()], payments: [...payments.values()], invoices, numbers })
    },
  }
}

/** Cents that movements of one type add to a line, less those of the other. */
function sumOn(movements: readonly Movement[], line: number, plus: Movement['type'], minus: Movement['type']): number {
  return movements.reduce(
    (total, move) =>
      move.line !== line
        ? total
        : move.type === plus
          ? total + move.amount
          : move.type === minus
            ? total - move.amount
            : total,
    0,
  )
}

/** Cents that the stories leave of a line: what they have spent and still hold is not there for others. */
function roomOn(lines: readonly DemoLine[], stories: readonly Movement[], id: number): number {
  const line = lines.find((one) => one.id === id)
  if (!line) return 0
  const held = sumOn(stories, id, 'freeze', 'unfreeze')
  return line.approved - Math.max(line.frozen, held) - sumOn(stories, id, 'consume', 'refund')
}

/** What still lies between the lines of 70.4 and their goals: money frozen without a ticket, and what the stories could not spend in time. */
function settlement(lines: readonly DemoLine[], movements: readonly Movement[], now: Date): readonly Movement[] {
  const sum = (line: number, plus: Movement['type'], minus: Movement['type']): number =>
    sumOn(movements, line, plus, minus)
  return lines.flatMap((line) => {
    const yearEnd = new Date(`${line.year}-12-30T10:00:00+08:00`)
    const goal = { line: line.id, at: yearEnd < now ? yearEnd : now, ticket: null, effect: 'demo', note: '' } as const
    const held = sum(line.id, 'freeze', 'unfreeze')
    const frozen = line.frozen - held
    // What the stories hold at the end of a year is not there to be spent.
    const used = Math.min(line.used, line.approved - Math.max(line.frozen, held)) - sum(line.id, 'consume', 'refund')
    return [
      ...(used > 0 ? [{ ...goal, type: 'consume' as const, amount: used }] : []),
      ...(frozen > 0 && line.frozen > 0 ? [{ ...goal, type: 'freeze' as const, amount: frozen }] : []),
    ]
  })
}
