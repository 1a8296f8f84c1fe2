import { addDays, dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

interface Occasion {
  readonly type: string
  readonly org: string
  readonly reason: string
  readonly kind: string
}

const visit: Occasion = { type: 'visitor', org: '示例市财政局', reason: '来局对接年度预算执行工作', kind: 'both' }
const works: Occasion = {
  type: 'contractor',
  org: '示例机电工程公司',
  reason: '办公楼空调机组维护施工',
  kind: 'door',
}
const seconded: Occasion = { type: 'seconded', org: '示例县公安局', reason: '借调参加专项工作', kind: 'both' }
const trainee: Occasion = { type: 'trainee', org: '示例警官学院', reason: '警校学员来局毕业实习', kind: 'both' }

/** Writes stories of access from outside (23.10): who comes for a day, who works here for a time, and what is under way. */
export function accessStories(bureau: Bureau): readonly Story[] {
  const { chance, people, person } = bureau
  const stories: Story[] = []
  const today = dayOf(bureau.now)
  const staff = people.filter(({ isDeptLeader, dept }) => !isDeptLeader && dept !== 'D01' && dept !== 'D10')
  let guests = 0

  interface Given {
    readonly occasion: Occasion
    readonly daysAgo: number
    readonly course: Course
    /** Calendar days from the filing to the first day, and of the period. */
    readonly ahead?: number
    readonly days?: number
    /** The first day itself, where it depends on today. */
    readonly from?: string
    readonly count?: number
    readonly areas?: readonly string[]
    readonly applicant?: Colleague
  }
  const guest = ({ type, org }: Occasion): FormData => {
    guests += 1
    return {
      name: `来宾${String(guests).padStart(2, '0')}`,
      idType: 'idCard',
      idTail4: `${String(1000 + guests * 37).slice(-3)}${guests % 5 === 0 ? 'X' : guests % 10}`,
      org,
      mobile: `1000002${String(guests).padStart(4, '0')}`,
      visitorType: type,
    }
  }
  const add = ({ occasion, daysAgo, course, ahead = 3, days = 30, from, count = 1, ...given }: Given): void => {
    const applicant = given.applicant ?? chance.pick(staff)
    const createdAt = bureau.moment(bureau.workdayBefore(daysAgo))
    const validFrom = from ?? addDays(dayOf(createdAt), ahead)
    const persons = Array.from({ length: count }, () => guest(occasion))
    const firstCard = guests - count + 1
    stories.push({
      type: 'accessControlDining',
      applicant,
      createdAt,
      course,
      pace: 2,
      form: {
        reason: occasion.reason,
        applyKind: 'new',
        grantKind: occasion.kind,
        hostUserId: applicant.id,
        areas: [...(given.areas ?? ['building'])],
        persons,
        validFrom,
        validTo: addDays(validFrom, days - 1),
        ...(occasion.kind !== 'door' && { meals: ['lunch'], payer: 'self' }),
      },
      fills: (state): FormData =>
        state === 'activate' && days > 1
          ? {
              cards: persons.map((_, index) => ({
                lineNo: index + 1,
                cardNo: `MJ${String(firstCard + index).padStart(6, '0')}`,
              })),
            }
          : {},
    })
  }

  // In force today: one for the day, two at work, one seconded for a year, one whose time ends soon.
  add({ occasion: visit, daysAgo: 12, course: { to: 'end' }, from: today, days: 1, count: 2 })
  add({ occasion: works, daysAgo: 15, course: { to: 'end' }, days: 75, count: 2, areas: ['building', 'garage'] })
  add({ occasion: seconded, daysAgo: 40, course: { to: 'end' }, days: 300, areas: ['building', 'canteen', 'gym'] })
  add({ occasion: trainee, daysAgo: 20, course: { to: 'end' }, from: addDays(today, -20), days: 25 })
  // Over.
  add({ occasion: visit, daysAgo: 60, course: { to: 'end' }, ahead: 14, days: 1 })
  add({ occasion: works, daysAgo: 120, course: { to: 'end' }, days: 45, count: 2 })
  add({ occasion: trainee, daysAgo: 200, course: { to: 'end' }, days: 80 })
  add({ occasion: works, daysAgo: 70, course: { to: 'void' } })
  // Under way.
  add({ occasion: seconded, daysAgo: 3, course: { to: 'wait', at: 'activate' }, ahead: 10, days: 180 })
  add({ occasion: visit, daysAgo: 2, course: { to: 'wait', at: 'activate' }, ahead: 14, days: 1 })
  add({ occasion: works, daysAgo: 2, course: { to: 'wait', at: 'logisticsReview' }, ahead: 10, count: 3 })
  add({ occasion: visit, daysAgo: 1, course: { to: 'wait', at: 'deptLeader' }, ahead: 10, days: 2 })
  add({ occasion: visit, daysAgo: 1, course: { to: 'draft' }, ahead: 12, days: 1, applicant: person('yun40') })
  add({ occasion: works, daysAgo: 4, course: { to: 'return', at: 'logisticsReview' }, ahead: 20 })
  add({ occasion: visit, daysAgo: 30, course: { to: 'reject', at: 'deptLeader' }, ahead: 5, days: 1 })
  add({ occasion: trainee, daysAgo: 45, course: { to: 'withdraw', at: 'deptLeader' }, ahead: 7 })
  add({ occasion: works, daysAgo: 90, course: { to: 'again', at: 'logisticsReview' }, ahead: 20, days: 20 })
  return stories
}
