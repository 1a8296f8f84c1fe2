import { addDays, dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { ClaimBook } from './claim-book.server.ts'
import type { Colleague, Course, Story } from './story.ts'

/** What is bought on a subject (21.1). */
const purchases: Readonly<Record<string, { readonly type: string; readonly words: readonly string[] }>> = {
  '30201': { type: 'office', words: ['打印纸、文件夹', '硒鼓两支', '笔记本与签字笔', '档案盒一批', '办公桌面用品'] },
  '30205': { type: 'property', words: ['办公区水费', '值班室饮用水'] },
  '30206': { type: 'property', words: ['执勤点电费', '值班室电费'] },
  '30207': { type: 'post', words: ['挂号信邮寄费', '快递费', '办案通讯费'] },
  '30239': { type: 'localTransport', words: ['市内办案交通费', '外勤停车费', '送达文书交通费'] },
  '30299': { type: 'other', words: ['宣传展板制作', '锁具更换', '雨具一批'] },
}
const subjects = Object.keys(purchases)
const reasons = [
  '日常办公需要，按规定报销',
  '办案工作需要，据实报销',
  '值班备勤需要，据实报销',
  '部门日常开支，据实报销',
]
const banks = ['示例银行示范支行', '示例商业银行警苑支行', '示例农信社城中分社']

interface ClaimPlan {
  readonly applicant: Colleague
  readonly createdAt: Date
  readonly course: Course
  readonly subject?: string
  readonly amounts?: readonly string[]
  readonly pace?: number
  readonly transfer?: Story['transfer']
  readonly invoiceNo?: string
  readonly payee?: string
}

const money = (cents: number): string => (cents / 100).toFixed(2)

/** Writes stories of daily claims: paid ones over the year, and what is under way. */
export function claimStories(bureau: Bureau, book: Pick<ClaimBook, 'line'>): readonly Story[] {
  const { chance, files, people, person, today, year, now } = bureau
  const stories: Story[] = []
  let invoices = 0
  let vouchers = 0

  const nextInvoice = (): string => {
    invoices += 1
    return `9${String(100_000 + invoices).padStart(19, '0')}`
  }
  /** In the year of its line, with some days left for everybody who decides. */
  const within = (at: Date): Date => {
    const day = dayOf(at)
    if (day >= `${year}-01-01`) return at
    const lastDay = `${day.slice(0, 4)}-12-05`
    return day > lastDay ? bureau.moment(bureau.workdayAfter(addDays(lastDay, -chance.between(0, 20)), 0)) : at
  }
  const add = (plan: ClaimPlan): void => {
    const { applicant, course } = plan
    const createdAt = within(plan.createdAt)
    const day = dayOf(createdAt)
    const subject = plan.subject ?? chance.pick(subjects)
    const purchase = purchases[subject] ?? { type: 'other', words: ['零星开支'] }
    const line = book.line(applicant.unit, subject, Number(day.slice(0, 4)))
    const amounts =
      plan.amounts ??
      Array.from({ length: chance.pick([1, 1, 2, 2, 3]) }, () =>
        money(chance.between(30, 1500) * 100 + chance.pick([0, 0, 50, 80])),
      )
    const earlier = (): string => {
      const before = addDays(day, -chance.between(1, 15))
      return before < `${day.slice(0, 4)}-01-01` ? day : before
    }
    const rows = amounts.map((amount) => ({ amount, on: earlier(), description: chance.pick(purchase.words) }))
    const isCash = plan.payee === undefined && chance.often(0.05)
    const invoice = (row: (typeof rows)[number], index: number): FormData => ({
      invoiceType: chance.often(0.8) ? 'digital' : 'vatNormal',
      invoiceNo: index === 0 && plan.invoiceNo !== undefined ? plan.invoiceNo : nextInvoice(),
      invoiceDate: row.on,
      sellerName: `示例供应商${String(chance.between(1, 32)).padStart(2, '0')}`,
      amount: row.amount,
      fileId: [files.take(applicant.id, `发票${index + 1}.pdf`, createdAt)],
    })
    stories.push({
      type: 'financialReimbursementOne',
      applicant,
      createdAt,
      course,
      pace: plan.pace ?? 8,
      ...(plan.transfer && { transfer: plan.transfer }),
      form: {
        reason: chance.pick(reasons),
        urgency: chance.often(0.06) ? 'urgent' : 'normal',
        budgetLineId: line.id,
        lines: rows.map(({ amount, on, description }) => ({
          expenseType: purchase.type,
          occurDate: on,
          description,
          amount,
        })),
        billCount: rows.length,
        invoices: rows.map(invoice),
        payeeType: isCash ? 'cash' : 'personalCard',
        payeeName: plan.payee ?? applicant.name,
        ...(!isCash && {
          bankName: chance.pick(banks),
          bankAccount: `62000000000000000${String(applicant.id).padStart(2, '0')}`,
        }),
      },
      fills: (state, on) => (state === 'cashierPay' ? payment(course, on) : {}),
    })
  }
  const payment = (course: Course, day: string): FormData => {
    if (course.to === 'fail') return { payResult: 'failed', failReason: '收款账号与户名不符，银行退回' }
    vouchers += 1
    return {
      payResult: 'paid',
      voucherNo: `JZ${String(vouchers).padStart(5, '0')}`,
      paidAt: day,
      account: chance.often(0.85) ? 'zeroBalance' : 'petty',
    }
  }
  const anybody = (): Colleague => chance.pick(people)
  const daysAgo = (days: number): Date => bureau.moment(bureau.workdayBefore(days))
  /** Of the running year, so that what is not yet paid stands on an open line. */
  const lately = (from: number, to: number): Date => {
    const at = daysAgo(chance.between(from, to))
    const opening = Date.parse(`${year}-01-02T09:00:00+08:00`)
    return new Date(Math.min(Math.max(at.getTime(), opening), now.getTime() - 60_000))
  }
  const times = (count: number, work: (index: number) => void): void => {
    for (let index = 0; index < count; index += 1) work(index)
  }
  const elsewhere = (): Colleague => chance.pick(people.filter((who) => who.dept !== 'D10' && who.dept !== 'D01'))

  // INV-1 (70.4): an approved claim that has used this invoice.
  add({
    applicant: person('xi44'),
    createdAt: lately(40, 44),
    course: { to: 'end' },
    subject: '30207',
    amounts: ['500.00'],
    invoiceNo: '90000000000000000001',
    pace: 3,
  })
  // BL-D10-30201 (70.4): 12,000.00 frozen by what waits for the leader of D10.
  for (const [username, amount] of [
    ['pan42', '4200.00'],
    ['fan45', '3800.00'],
    ['ge43', '4000.00'],
  ] as const) {
    add({
      applicant: person(username),
      createdAt: lately(1, 3),
      course: { to: 'wait', at: 'deptLeader' },
      subject: '30201',
      amounts: [amount],
    })
  }
  // For the auditors, the cashier, and other leaders.
  times(5, (index) =>
    add({
      applicant: elsewhere(),
      createdAt: lately(4, 6),
      course: { to: 'wait', at: 'financeAudit', claimed: index === 4 },
      pace: 2,
    }),
  )
  times(4, () => add({ applicant: elsewhere(), createdAt: lately(1, 4), course: { to: 'wait', at: 'deptLeader' } }))
  times(3, () => add({ applicant: elsewhere(), createdAt: lately(13, 16), course: { to: 'wait', at: 'deptLeader' } }))
  times(12, () =>
    add({
      applicant: anybody(),
      createdAt: lately(7, 14),
      course: { to: 'wait', at: 'cashierPay' },
      subject: chance.pick(subjects.slice(1)),
      pace: 2,
    }),
  )
  times(2, () =>
    add({ applicant: elsewhere(), createdAt: lately(10, 15), course: { to: 'fail', at: 'cashierPay' }, pace: 2 }),
  )
  times(1, () =>
    add({ applicant: person('pan42'), createdAt: lately(1, 2), course: { to: 'draft' }, subject: '30239' }),
  )
  times(5, () => add({ applicant: anybody(), createdAt: lately(1, 20), course: { to: 'draft' } }))
  times(1, () =>
    add({
      applicant: person('pan42'),
      createdAt: lately(5, 6),
      course: { to: 'return', at: 'deptLeader' },
      subject: '30239',
      pace: 3,
    }),
  )
  times(4, (index) =>
    add({
      applicant: elsewhere(),
      createdAt: lately(6, 15),
      course: { to: 'return', at: index < 2 ? 'deptLeader' : 'financeAudit' },
      pace: 3,
    }),
  )
  // What was undone.
  times(3, () =>
    add({
      applicant: anybody(),
      createdAt: daysAgo(chance.between(20, 330)),
      course: { to: 'withdraw', at: 'deptLeader' },
    }),
  )
  times(4, (index) =>
    add({
      applicant: anybody(),
      createdAt: daysAgo(chance.between(20, 330)),
      course: { to: 'reject', at: index < 2 ? 'deptLeader' : 'financeAudit' },
    }),
  )
  times(4, () => add({ applicant: elsewhere(), createdAt: daysAgo(chance.between(20, 330)), course: { to: 'void' } }))
  // What is paid.
  times(5, () =>
    add({
      applicant: elsewhere(),
      createdAt: daysAgo(chance.between(25, 330)),
      course: { to: 'again', at: 'financeAudit' },
      pace: 3,
    }),
  )
  times(3, () =>
    add({ applicant: person('pan42'), createdAt: daysAgo(chance.between(25, 330)), course: { to: 'end' } }),
  )
  times(Math.max(0, 210 - stories.length), () => {
    add({
      applicant: anybody(),
      createdAt: daysAgo(chance.between(12, 352)),
      course: { to: 'end' },
      pace: chance.pick([3, 5, 8]),
    })
  })
  if (stories.some(({ createdAt }) => dayOf(createdAt) > today))
    throw new Error('a story of the demo begins after today')
  return stories
}
