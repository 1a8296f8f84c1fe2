import { addDays, dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { ClaimBook } from './claim-book.server.ts'
import type { FollowedRecords } from './live-book.server.ts'
import type { Places } from './money-stories.server.ts'
import type { Colleague, Course, Story } from './story.ts'

interface Setting extends Places {
  readonly lines: Pick<ClaimBook, 'line'>
  readonly followed: FollowedRecords
  /** Who is away when already. */
  readonly leaves: readonly Story[]
}

/** Departments whose people travel and plan; those of the named lines (70.4) stay as they are. */
const units = ['D02', 'D03', 'D11', 'D12', 'D13', 'D08', 'D04'] as const
const trips = ['赴外地调查取证', '参加业务协查', '送达法律文书', '参加装备验收', '赴外地学习考察', '核查案件线索']
const plans = ['业务培训场地与资料', '宣传展板制作', '档案整理服务', '应急演练保障', '技能比武保障', '警营开放日布置']
/** What two of them are for: something bought for the project that their unit carries out. */
const bought: Readonly<Record<number, { readonly reason: string; readonly category: string }>> = {
  0: { reason: '档案数字化装订与质检服务', category: 'service' },
  2: { reason: '电子警察点位标识牌', category: 'purchase' },
}
const bank = '示例银行示范支行'
/** Days that what is approved before may take. */
const PLANNED_DAYS = 10
/** 70.3. */
const TRIPS = 85

/** Prior approvals and claims upon them, trips and their claims, subsidies and payrolls over the last year (70.3). */
export function moneyStories(bureau: Bureau, setting: Setting): readonly Story[] {
  const { chance, files, people, person, today, now } = bureau
  const { lines, followed, leaves, home, cities, payrolls, projects } = setting
  const stories: Story[] = []
  let invoices = 0
  let vouchers = 0

  const account = (who: Colleague): string => `62000000000000000${String(who.id).padStart(2, '0')}`
  const invoice = (who: Colleague, amount: string, day: string, at: Date): FormData => {
    invoices += 1
    return {
      invoiceType: 'digital',
      invoiceNo: `9${String(500_000 + invoices).padStart(19, '0')}`,
      invoiceDate: day,
      sellerName: `示例供应商${String(chance.between(1, 32)).padStart(2, '0')}`,
      amount,
      fileId: [files.take(who.id, `发票${invoices}.pdf`, at)],
    }
  }
  const paid = (state: string, day: string): FormData => {
    if (state !== 'cashierPay') return {}
    vouchers += 1
    return {
      payResult: 'paid',
      voucherNo: `JY${String(vouchers).padStart(5, '0')}`,
      paidAt: day,
      account: 'zeroBalance',
    }
  }
  const add = (story: Omit<Story, 'pace' | 'fills'>): void => void stories.push({ ...story, pace: 2, fills: paid })
  const at = (day: string): Date => bureau.moment(bureau.workdayAfter(day, 0))
  const yearOf = (day: string): number => Number(day.slice(0, 4))
  const money = (cents: number): string => (cents / 100).toFixed(2)
  /** Far enough from the end of a year that everything about it ends in the same one, and not of a day to come. */
  const isWithin = (from: string, to: string): boolean =>
    yearOf(from) === yearOf(to) && to.slice(5) < '12-10' && to < today
  const staffOf = (unit: string): readonly Colleague[] => people.filter((who) => who.dept === unit && !who.isDeptLeader)

  const busy: { who: number; from: string; to: string }[] = leaves.map(({ applicant, form }) => ({
    who: applicant.id,
    from: String(form['startDate']),
    to: String(form['endDate']),
  }))
  const isFree = (who: readonly Colleague[], from: string, to: string): boolean =>
    !busy.some((one) => who.some(({ id }) => id === one.who) && one.from <= to && from <= one.to)

  /** A trip of some people, and its claim when there is a course for one. */
  function trip(
    who: readonly Colleague[],
    start: string,
    days: number,
    claim: Course | null,
    fares = '300.00',
  ): boolean {
    const [first] = who
    const end = addDays(start, days - 1)
    const filed = addDays(start, -12)
    if (!first || !isFree(who, start, end)) return false
    busy.push(...who.map(({ id }) => ({ who: id, from: start, to: end })))
    const line = lines.line(first.unit, '30211', yearOf(filed))
    const reason = `${chance.pick(trips)}（${start}，${first.name}）`
    const city = chance.pick(cities.slice(0, claim === null ? 1 : 3))
    add({
      type: 'travelRequest',
      applicant: first,
      createdAt: at(filed),
      course: { to: 'end' },
      charge: { line: line.id, cents: 0 },
      form: {
        reason,
        purposeType: 'investigation',
        travelers: who.map(({ id }) => id),
        legs: [{ fromArea: home, toArea: city, startDate: start, endDate: end, transport: 'train2' }],
        budgetLineId: line.id,
        transportEstimate: fares,
        useOfficialCar: false,
      },
    })
    if (claim === null) return true
    const claimed = bureau.workdayAfter(addDays(end, chance.between(6, 20)), 0)
    const createdAt = at(claimed)
    const nights = days - 1
    const lodging = chance.between(240, 380) * nights
    const fare = money(chance.between(60, 140) * 200)
    add({
      type: 'travelReimbursement',
      applicant: first,
      createdAt,
      course: claim,
      // Fares, lodging up to the limit and allowances by day.
      charge: { line: line.id, cents: Math.round(Number(fare) * 100) + who.length * (lodging + 200 * days) * 100 },
      form: {},
      later: () => {
        const own = followed.trips(reason)
        return {
          reason: `${reason}报销`,
          trips: own.map(({ id }) => ({ tripId: id })),
          legs: [{ day: start, fromArea: home, toArea: city, transport: 'train2', amount: fare }],
          lodging:
            nights === 0
              ? []
              : who.map(({ id }) => ({
                  traveller: id,
                  areaId: city,
                  checkIn: start,
                  nights,
                  actual: lodging.toFixed(2),
                })),
          ...(nights === 0 && { noLodgingReason: '当日往返，没有住宿' }),
          mealProvided: 0,
          carDays: 0,
          payeeType: 'personalCard',
          payeeName: first.name,
          bankName: bank,
          bankAccount: account(first),
          invoices: claimInvoices,
        }
      },
    })
    const claimInvoices = [
      invoice(first, fare, start, createdAt),
      ...(lodging > 0 ? [invoice(first, money(lodging * who.length * 100), end, createdAt)] : []),
    ]
    return true
  }

  // TRIP-PAN (70.4): ended, three days, 3,000.00 held.
  trip([person('pan42')], addDays(today, -9), 3, null, '1760.00')
  const pairs = units.flatMap((unit) => {
    const own = staffOf(unit)
    return own.slice(0, -1).map((who, index) => [who, own[index + 1] ?? who] as const)
  })
  // Four are away today, three have not claimed for more than sixty days.
  let count = 1
  const some = (start: string, days: number, size: number, from: number): void => {
    for (let index = from; index < pairs.length; index += 3) {
      const pair = pairs[index]
      if (pair && trip(pair.slice(0, size), start, days, null)) {
        count += size
        return
      }
    }
  }
  some(addDays(today, -1), 3, 2, 0)
  some(addDays(today, -2), 4, 2, 1)
  some(addDays(today, -64), 2, 2, 2)
  some(addDays(today, -66), 1, 1, 4)
  for (let round = 0; count < TRIPS && round < 12; round += 1)
    for (const pair of pairs) {
      const start = bureau.workdayBefore(chance.between(45, 330))
      const days = chance.between(1, 3)
      if (count >= TRIPS || !isWithin(addDays(start, -12), addDays(start, 45))) continue
      const who = pair.slice(0, TRIPS - count)
      if (trip(who, start, days, { to: 'end' })) count += who.length
    }

  // Prior approvals, most of them drawn upon.
  for (let index = 0; index < 14; index += 1) {
    const applicant = chance.pick(staffOf(units[index % units.length] ?? 'D02'))
    const filed = bureau.startInYear(addDays(today, -(index < 3 ? 12 + index * 6 : 60 + index * 22)), PLANNED_DAYS)
    const createdAt = at(filed)
    const line = lines.line(applicant.unit, '30239', yearOf(filed))
    const price = chance.between(8, 48) * 10_000
    const project = bought[index]
    const reason = `${project?.reason ?? plans[index % plans.length]}（第${index + 1}期）`
    add({
      type: 'preApproval',
      applicant,
      createdAt,
      course: index === 11 ? { to: 'reject', at: 'deptLeader' } : { to: 'end' },
      charge: { line: line.id, cents: 0 },
      form: {
        reason,
        budgetLineId: line.id,
        ...(project === undefined
          ? { category: 'other' }
          : {
              category: project.category,
              purchaseMethod: 'direct',
              projectId: projects.get(applicant.unit) ?? null,
            }),
        planStart: filed,
        planEnd: addDays(filed, PLANNED_DAYS),
        items: [{ name: '场地、资料与布置', qty: '1.00', unit: '项', price: money(price) }],
        necessity: '年度工作计划内的事项，需要提前安排场地和资料',
      },
    })
    const claimed = addDays(filed, 18)
    if (index < 2 || index === 11 || !isWithin(filed, addDays(claimed, 20))) continue
    const claimedAt = at(claimed)
    const spent = money(price - chance.between(0, 9) * 1000)
    add({
      type: 'financialReimbursementTwo',
      applicant,
      createdAt: claimedAt,
      course: { to: 'end' },
      charge: { line: line.id, cents: price },
      form: {},
      later: () => {
        return {
          reason: `${reason}报销`,
          preApprovalId: followed.approval(reason) ?? null,
          finalSettlement: true,
          lines: [
            { expenseType: 'other', occurDate: dayOf(claimedAt), description: '场地、资料与布置', amount: spent },
          ],
          billCount: 1,
          invoices: bills,
          payeeType: 'personalCard',
          payeeName: applicant.name,
          bankName: bank,
          bankAccount: account(applicant),
        }
      },
    })
    const bills = [invoice(applicant, spent, dayOf(claimedAt), claimedAt)]
  }

  // Subsidies for days in the field, month by month.
  for (let back = 1; back <= 10; back += 1) {
    const month = addDays(`${today.slice(0, 7)}-01`, -30 * back + 14).slice(0, 7)
    const filed = bureau.workdayAfter(`${addDays(`${month}-28`, 6).slice(0, 7)}-04`, back % 3)
    if (filed >= addDays(today, -5) || filed.slice(5) > '12-10') continue
    const [applicant, ...others] = staffOf(units[back % units.length] ?? 'D02')
    if (!applicant) continue
    const who = [applicant, ...others].slice(0, 4)
    const line = lines.line('D08', '30106', yearOf(filed))
    add({
      type: 'subsidy',
      applicant,
      createdAt: at(filed),
      course: { to: 'end' },
      charge: { line: line.id, cents: who.length * 6 * 6000 },
      form: {
        reason: `${month}外勤补贴申报`,
        subsidyType: 'field',
        period: month,
        budgetLineId: line.id,
        lines: who.map(({ id }, index) => ({ userId: id, dates: `${3 + index}-${8 + index}` })),
      },
    })
  }

  // Payrolls of the last months.
  const officer = person('wei11')
  for (let back = 1; back <= 5; back += 1) {
    const month = addDays(`${today.slice(0, 7)}-01`, -30 * back + 14).slice(0, 7)
    const filed = bureau.workdayAfter(`${addDays(`${month}-28`, 6).slice(0, 7)}-02`, 0)
    if (at(filed) >= new Date(now.getTime() - 5 * 86_400_000) || filed.slice(5) > '12-10') continue
    const line = lines.line('D03', '30199', yearOf(filed))
    for (const [group, ids] of Object.entries(payrolls)) {
      const sheet = ids.map((userId, index) => ({
        userId,
        base: money(380_000 + (index % 4) * 20_000),
        post: '600.00',
        performance: money(((index + back) % 3) * 10_000),
        overtime: '0.00',
        otherAdd: '0.00',
        socialInsurance: '412.50',
        housingFund: '360.00',
        tax: '0.00',
        otherDeduct: '0.00',
      }))
      const gross = sheet.reduce((sum, row) => sum + Number(row.base) + Number(row.post) + Number(row.performance), 0)
      add({
        type: 'personSalary',
        applicant: officer,
        createdAt: at(filed),
        course: { to: 'end' },
        charge: { line: line.id, cents: Math.round(gross * 100) },
        form: { reason: `发放${month}薪酬`, period: month, payGroup: group, budgetLineId: line.id, sheet },
      })
    }
  }
  return stories
}
