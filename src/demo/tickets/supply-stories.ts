import { addDays } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

type Wanted = readonly [item: string, qty: number]
type SupplyType = 'officeSupplies' | 'medicalSupplies' | 'supplyRequest'

const wishes: Readonly<Record<SupplyType, readonly (readonly Wanted[])[]>> = {
  officeSupplies: [
    [
      ['中性笔', 5],
      ['笔记本', 2],
    ],
    [
      ['档案盒', 4],
      ['订书钉', 2],
    ],
    [['中性笔', 3]],
    [
      ['笔记本', 3],
      ['档案盒', 2],
    ],
  ],
  medicalSupplies: [[['医用口罩', 20]], [['创可贴', 1]], [['医用口罩', 10]], [['急救包', 1]]],
  supplyRequest: [
    [
      ['抽纸', 4],
      ['洗手液', 1],
    ],
    [['防割手套', 2]],
    [['抽纸', 6]],
    [['洗手液', 2]],
  ],
}
const reasons: Readonly<Record<SupplyType, readonly string[]>> = {
  officeSupplies: ['科室日常办公需要', '季度办公用品补充', '新进人员办公用品配备', '整理归档需要'],
  medicalSupplies: ['值班备勤防护需要', '科室药箱补充', '外出执勤防护', '集中办公防护需要'],
  supplyRequest: ['办公区保洁物资补充', '设施巡检防护用品', '会议保障物资', '日常保洁用品领用'],
}

/** Writes stories of requests for items (23.1, 23.4, 23.5): in every status, at every desk, with a shortage, loans and a proxy. */
export function supplyStories(bureau: Bureau, items: ReadonlyMap<string, number>): readonly Story[] {
  const { chance, people, person } = bureau
  const stories: Story[] = []
  const linesOf = (wish: readonly Wanted[], more: FormData = {}): FormData['lines'] =>
    wish.map(([name, qty]) => ({ itemId: items.get(name) ?? 0, qty, ...more }))
  const add = (
    type: SupplyType,
    applicant: Colleague,
    daysAgo: number,
    course: Course,
    { form = {}, pace = 6 }: { form?: FormData; pace?: number } = {},
  ): void => {
    const day = bureau.workdayBefore(daysAgo)
    const own: FormData =
      type === 'officeSupplies'
        ? { useFor: 'personal' }
        : type === 'medicalSupplies'
          ? { usage: 'duty' }
          : { purpose: 'daily', needAt: `${bureau.workdayAfter(day, 3)} 09:00:00` }
    stories.push({
      type,
      applicant,
      createdAt: bureau.moment(day),
      course,
      pace,
      form: {
        reason: chance.pick(reasons[type]),
        acceptShortage: false,
        lines: linesOf(chance.pick(wishes[type])),
        ...own,
        ...form,
      },
      fills: (state) => (state.startsWith('receipt') ? { receiptResult: 'received' } : {}),
    })
  }
  const staff = people.filter(
    // D10 keeps its quota for whoever tries the forms; keepers issue nothing to themselves.
    ({ isDeptLeader, dept, username }) => !isDeptLeader && dept !== 'D10' && !['zhang23', 'kong24'].includes(username),
  )
  const anyOfStaff = (): Colleague => chance.pick(staff)
  const times = (count: number, work: () => void): void => {
    for (let index = 0; index < count; index += 1) work()
  }
  for (const type of ['officeSupplies', 'medicalSupplies', 'supplyRequest'] as const) {
    add(type, anyOfStaff(), chance.between(1, 4), { to: 'draft' })
    times(2, () => add(type, anyOfStaff(), 2, { to: 'wait', at: 'deptLeader' }))
    times(3, () => add(type, anyOfStaff(), chance.between(4, 6), { to: 'wait', at: 'issue' }, { pace: 2 }))
    times(2, () => add(type, anyOfStaff(), chance.between(4, 5), { to: 'wait', at: 'receiptSign' }, { pace: 2 }))
    add(type, anyOfStaff(), chance.between(5, 9), { to: 'return', at: 'deptLeader' })
    add(type, anyOfStaff(), chance.between(8, 40), { to: 'reject', at: 'deptLeader' })
    add(type, anyOfStaff(), chance.between(8, 40), { to: 'withdraw', at: 'deptLeader' })
    add(type, anyOfStaff(), chance.between(8, 40), { to: 'void' })
    times(6, () => add(type, anyOfStaff(), chance.between(12, 80), { to: 'end' }))
  }
  // Fetched by a colleague, with the code.
  add(
    'officeSupplies',
    person('lang47'),
    4,
    { to: 'wait', at: 'issue' },
    { pace: 2, form: { pickupProxyId: person('lu48').id } },
  )
  // More than there is: what is missing stands in the demand pool.
  add(
    'supplyRequest',
    person('lu48'),
    5,
    { to: 'wait', at: 'issue' },
    { pace: 2, form: { acceptShortage: true, lines: linesOf([['反光背心', 15]]) } },
  )
  // Lent: one that is due soon, and one that is late.
  const lent = (daysAgo: number, dueIn: number): FormData => ({
    purpose: 'event',
    taskName: '春季业务培训',
    lines: linesOf([['强光手电', 2]], { returnable: true, returnDueAt: addDays(bureau.workdayBefore(daysAgo), dueIn) }),
  })
  add('supplyRequest', person('lang47'), 6, { to: 'end' }, { pace: 2, form: lent(6, 12) })
  add('supplyRequest', person('lu48'), 24, { to: 'end' }, { pace: 2, form: lent(24, 14) })
  return stories
}
