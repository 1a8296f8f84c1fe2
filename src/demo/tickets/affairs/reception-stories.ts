import { addDays, dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from '../bureau.server.ts'
import type { Colleague, Course, Story } from '../story.ts'

interface Delegation {
  readonly org: string
  readonly activity: string
  readonly reason: string
  /** Guests, the highest of them first. */
  readonly posts: readonly [position: string, rank: string][]
}

const delegations: readonly Delegation[] = [
  {
    org: '示例市局',
    activity: '调研警务保障信息化建设',
    reason: '接待来访单位开展业务交流',
    posts: [
      ['副局长', 'division'],
      ['科长', 'section'],
      ['民警', 'staff'],
      ['民警', 'staff'],
    ],
  },
  {
    org: '样例市公安局',
    activity: '学习交流被装管理经验',
    reason: '接待外市单位学习交流',
    posts: [
      ['处长', 'division'],
      ['民警', 'staff'],
      ['民警', 'staff'],
    ],
  },
  {
    org: '演示省公安厅',
    activity: '检查食堂管理和经费使用情况',
    reason: '接待上级检查组',
    posts: [
      ['总队长', 'bureau'],
      ['处长', 'division'],
      ['科长', 'section'],
      ['民警', 'staff'],
      ['民警', 'staff'],
    ],
  },
  {
    org: '示范县公安局',
    activity: '协商跨区域案件协作事项',
    reason: '接待办案协作单位',
    posts: [
      ['大队长', 'section'],
      ['民警', 'staff'],
    ],
  },
]
const given = '安博程丁方高何江柯林'
const perHead: Readonly<Record<string, number>> = { bureau: 150, division: 130, section: 120, staff: 100 }

interface Given {
  /** Where guests come from, a place to eat at, and the line that pays in a year. */
  readonly cities: readonly number[]
  readonly restaurant: number
  readonly lineOf: (year: number) => number
}

interface More {
  readonly outside?: true
  readonly applicant?: Colleague
  /** How many guests of the letter stayed away. */
  readonly absent?: number
}

/** Writes stories of receptions (23.9, 70.3): served in the canteen and outside, undone and under way. LETTER-1 stays unused. */
export function receptionStories(bureau: Bureau, { cities, restaurant, lineOf }: Given): readonly Story[] {
  const { chance, people, person, files } = bureau
  const stories: Story[] = []
  const clerk = person('chen09')
  const leader = person('wu06')
  const others = people.filter(({ isDeptLeader, dept }) => !isDeptLeader && ['D10', 'D11', 'D13'].includes(dept))
  // The number 1 is that of LETTER-1 (70.4).
  let letter = 1

  /** Applied for so many workdays ago, with the meal on that day at noon. */
  const add = (daysAgo: number, mealDay: string, course: Course, more: More = {}): void => {
    const delegation = delegations[letter % delegations.length]
    if (delegation === undefined) return
    letter += 1
    const applicant = more.applicant ?? (letter % 3 === 0 ? chance.pick(others) : clerk)
    const createdAt = bureau.moment(bureau.workdaysAgo(daysAgo))
    const day = dayOf(createdAt)
    const line = lineOf(Number(day.slice(0, 4)))
    const escorts = [leader.id, applicant.id]
    const heads = delegation.posts.length + escorts.length
    const standard = perHead[delegation.posts[0]?.[1] ?? 'staff'] ?? 0
    const amount = standard * heads
    const absent = more.absent ?? 0
    const actual = (standard - 20) * (heads - absent)
    const guests = delegation.posts.map(([position, rankLevel], index) => ({
      name: `${given[(letter + index) % given.length]}示${'甲乙丙丁戊'[index] ?? '己'}`,
      org: delegation.org,
      position,
      rankLevel,
    }))
    const mealAt = `${mealDay} 12:00:00`
    const [letterFile, listFile] = [
      files.take(applicant.id, `${delegation.org}公函.pdf`, createdAt),
      files.take(applicant.id, '公务接待清单（签字）.pdf', createdAt),
    ]
    stories.push({
      type: 'officialReception',
      applicant,
      createdAt,
      course,
      pace: 2,
      form: {
        reason: delegation.reason,
        letterOrg: delegation.org,
        letterNo: `${delegation.org}函〔${day.slice(0, 4)}〕${letter}号`,
        letterDate: addDays(day, -2),
        letterArea: cities[letter % cities.length] ?? 0,
        isSuperiorUnit: false,
        letterFile: [letterFile],
        activity: delegation.activity,
        guests,
        escorts,
        mealAt,
        mealType: 'lunch',
        place: more.outside ? 'external' : 'canteen',
        ...(more.outside && { placeReason: '食堂设备检修，当日停止供餐', vendorId: restaurant }),
        noAlcohol: true,
        amount: `${amount}.00`,
        budgetLineId: line,
      },
      charge: { line, cents: amount * 100 },
      notBefore: (state) => (state === 'serve' || state === 'guestList' ? new Date(`${mealDay}T13:30:00+08:00`) : null),
      fills: (state): FormData =>
        state === 'guestList'
          ? {
              actualEscorts: escorts,
              actualAmount: `${actual}.00`,
              listFile: [listFile],
              listSignerId: leader.id,
              ...(absent > 0 && {
                absentGuests: guests.slice(-absent).map(({ name }) => ({ name })),
                differenceNote: '临时有其他工作任务，未能到场',
              }),
            }
          : state === 'settle'
            ? { listChecked: true }
            : {},
    })
  }

  const ago = (workdays: number): string => bureau.workdaysAgo(workdays)
  const ahead = (workdays: number): string => bureau.workdayAfter(addDays(bureau.today, 1), workdays)
  add(130, ago(125), { to: 'end' })
  add(115, ago(110), { to: 'end' }, { absent: 1 })
  add(100, ago(95), { to: 'end' }, { outside: true })
  add(85, ago(80), { to: 'end' })
  add(72, ago(67), { to: 'end' })
  add(60, ago(55), { to: 'end' })
  add(50, ago(45), { to: 'end' }, { outside: true })
  add(40, ago(35), { to: 'end' }, { absent: 1 })
  add(32, ago(27), { to: 'end' })
  add(25, ago(20), { to: 'end' })
  add(65, ago(60), { to: 'void' })
  add(45, ago(38), { to: 'again', at: 'financeAudit' })
  // Under way.
  add(9, ago(4), { to: 'wait', at: 'settle' })
  add(9, ago(3), { to: 'wait', at: 'guestList' }, { applicant: clerk })
  // The list is late enough to be supervised (REC-05).
  add(18, ago(12), { to: 'wait', at: 'guestList' })
  add(6, ahead(1), { to: 'wait', at: 'serve' })
  add(2, ahead(6), { to: 'wait', at: 'financeAudit' })
  add(1, ahead(8), { to: 'wait', at: 'deptLeader' })
  add(1, ahead(9), { to: 'draft' }, { applicant: clerk })
  add(5, ahead(7), { to: 'return', at: 'financeAudit' })
  add(28, ago(18), { to: 'reject', at: 'deptLeader' })
  add(22, ago(12), { to: 'withdraw', at: 'deptLeader' })
  return stories
}
