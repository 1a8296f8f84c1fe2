import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import { addDays } from '#src/define/days.ts'
import { daysIn, expectedBack, type Half, halfIndex, type Period } from '#src/modules/leave/leave-days.ts'
import { countsCalendarDays } from '#src/modules/leave/leave-types.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

const places = ['省会示例市', '示例县老家', '本市', '示例市人民医院', '邻市示例区', '家中休养']
const reasons: Readonly<Record<string, readonly string[]>> = {
  annual: ['休年休假，回老家看望父母', '年休假，陪同家人外出', '按计划休年休假'],
  personal: ['家中有事需要处理', '办理房屋过户手续', '参加孩子家长会'],
  sick: ['感冒发烧，遵医嘱休息', '身体不适，前往医院检查', '腰肌劳损复查治疗'],
  marriage: ['办理婚事，请婚假'],
  paternity: ['妻子生产，请陪产假'],
  bereavement: ['办理直系亲属丧事'],
  homeVisit: ['探望外地父母'],
}
const withProof = ['marriage', 'bereavement']

interface Leave {
  readonly person: Colleague
  readonly type: string
  readonly period: Period
  readonly createdAt: Date
}

/** Whom the stories leave alone in the running year: their calendars and quotas stay as 70.4 and the first visitors expect them. */
const spared = [
  'zhang39',
  'yun40',
  'su41',
  'pan42',
  'ge43',
  'lang47',
  'chen09',
  'zhao01',
  'qian02',
  'sun03',
  'li04',
  'zhou05',
]

/** Writes stories of leave that never collide: one person is away once at a time, and nobody takes more than there is. */
export function leaveStories(bureau: Bureau, quotas: ReadonlyMap<string, number>): readonly Story[] {
  const { chance, files, today, year, people, person, isWorkday } = bureau
  const stories: Story[] = []
  /** The leave of each person, from and to a half-day. */
  const away = new Map<number, { readonly from: number; readonly to: number }[]>()
  const taken = new Map<string, number>()

  const daysOf = (type: string, period: Period): number => daysIn(period, countsCalendarDays(type) ? null : isWorkday)
  const spanOf = ({ from, to }: Period) => ({ from: halfIndex(from), to: halfIndex(to) })
  const isFree = (user: number, { from, to }: ReturnType<typeof spanOf>): boolean =>
    (away.get(user) ?? []).every((other) => other.to < from || to < other.from)
  // No administrator stands in for anybody (SYS-131); a department of nobody else asks another one.
  const proxyFor = ({ id, dept }: Colleague, period: Period): Colleague | undefined => {
    const span = spanOf(period)
    const isAble = (other: Colleague): boolean =>
      other.id !== id && !other.isDeptLeader && !other.access.roles.some(isAdministratorRole) && isFree(other.id, span)
    return people.find((other) => other.dept === dept && isAble(other)) ?? people.findLast(isAble)
  }

  /** Books the leave, or says that it cannot be. */
  const add = (
    { person: who, type, period, createdAt }: Leave,
    course: Course,
    pace = 6,
    more: { early?: boolean; late?: boolean; reason?: string } = {},
  ): boolean => {
    const { from, to } = period
    const booked = spanOf(period)
    const of = from.day.slice(0, 4)
    const days = daysOf(type, period)
    const key = `${who.id} ${of} ${type}`
    const limit = type === 'annual' ? (quotas.get(key) ?? 0) - (who.username === 'pan42' ? 0 : 1) : 20
    const total = (taken.get(key) ?? 0) + days
    const proxy = who.isDeptLeader ? proxyFor(who, period) : undefined
    if (
      days <= 0 ||
      to.day.slice(0, 4) !== of ||
      booked.to < booked.from ||
      total > limit ||
      !isFree(who.id, booked) ||
      (who.isDeptLeader && !proxy)
    )
      return false
    taken.set(key, total)
    away.set(who.id, [...(away.get(who.id) ?? []), booked])
    if (proxy) away.set(proxy.id, [...(away.get(proxy.id) ?? []), booked])
    const hasProof = withProof.includes(type) || (type === 'sick' && days > 2)
    const due = expectedBack(period, isWorkday)
    const back = more.early === true ? to.day : more.late === true ? bureau.workdayAfter(due.day, 1) : due.day
    stories.push({
      type: 'leaveApproval',
      applicant: who,
      createdAt,
      course,
      pace,
      form: {
        reason: more.reason ?? chance.pick(reasons[type] ?? ['处理个人事务']),
        leaveType: type,
        startDate: from.day,
        startHalf: from.half,
        endDate: to.day,
        endHalf: to.half,
        destination: chance.pick(places),
        outOfCity: chance.often(0.3),
        ...(proxy && { proxyUserId: proxy.id }),
        ...(hasProof && { proof: [files.take(who.id, '证明材料.pdf', createdAt)] }),
      },
      fills: (state) =>
        state === 'backToWork' ? { actualBackAt: back, actualBackHalf: back === due.day ? due.half : 'am' } : {},
      notBefore: (state) =>
        state === 'backToWork' ? new Date(Date.parse(`${back}T09:00:00+08:00`) + chance.between(5, 50) * 60_000) : null,
    })
    return true
  }

  const span = (day: string, workdays: number, calendarDays = 0): Period => {
    const first = bureau.workdayAfter(day, 0)
    const last =
      calendarDays > 0
        ? addDays(first, calendarDays - 1)
        : bureau.workdayAfter(first, Math.max(0, Math.ceil(workdays) - 1))
    const half: Half = workdays % 1 === 0 ? 'pm' : 'am'
    return { from: { day: first, half: 'am' }, to: { day: last, half } }
  }
  const kind = (): { type: string; workdays: number; calendarDays: number } => {
    const type = chance.pick([
      'annual',
      'annual',
      'annual',
      'annual',
      'annual',
      'personal',
      'personal',
      'sick',
      'sick',
      'other',
    ])
    if (type === 'annual') return { type, workdays: chance.pick([1, 1, 2, 2, 3, 4, 5, 9]), calendarDays: 0 }
    if (type === 'personal') return { type, workdays: chance.pick([0.5, 0.5, 1, 1, 2]), calendarDays: 0 }
    if (type === 'sick') return { type, workdays: chance.pick([1, 2, 3]), calendarDays: 0 }
    const rare = chance.pick(['marriage', 'paternity', 'bereavement', 'homeVisit'])
    return { type: rare, workdays: 0, calendarDays: rare === 'paternity' ? 15 : chance.between(3, 6) }
  }
  /** Tries until one fits; a young year may have no room for all of them. */
  const settle = (
    count: number,
    propose: () => readonly [Leave, Course, number?, { early?: boolean; late?: boolean }?],
  ): void => {
    for (let tries = count * 30, done = 0; tries > 0 && done < count; tries -= 1) if (add(...propose())) done += 1
  }
  const isSpared = (who: Colleague, day: string): boolean => spared.includes(who.username) && day >= `${year}-01-01`
  const somebody = (day: string, ok: (who: Colleague) => boolean = () => true): Colleague =>
    chance.pick(people.filter((who) => !isSpared(who, day) && ok(who)))

  /** Some day of the past year on which a leave began that is long over. */
  const longAgo = (ok: (who: Colleague) => boolean = () => true): Leave => {
    const { type, workdays, calendarDays } = kind()
    const period = span(
      addDays(today, -chance.between(14 + calendarDays + Math.ceil(workdays) * 2, 350)),
      workdays,
      calendarDays,
    )
    const requestDay = addDays(period.from.day, -chance.between(type === 'sick' ? 0 : 5, type === 'sick' ? 1 : 9))
    const day = requestDay < addDays(today, -364) ? addDays(today, -364) : requestDay
    return {
      person: somebody(period.from.day, ok),
      type,
      period,
      createdAt: bureau.moment(bureau.workdayAfter(day, 0)),
    }
  }
  const soon = (from: number, to: number, ok: (who: Colleague) => boolean): Leave => {
    const period = span(addDays(today, chance.between(from, to)), chance.pick([1, 2, 3]))
    return {
      person: somebody(period.from.day, ok),
      type: chance.pick(['annual', 'personal']),
      period,
      createdAt: bureau.moment(bureau.workdayBefore(chance.between(1, 6))),
    }
  }

  // LEAVE-PAN (70.4): seven days of annual leave used by leave that is over.
  let open = 7
  for (const length of [3, 4]) {
    const days = workdaysBack(addDays(today, length === 3 ? -33 : -13), length, isWorkday)
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined || first < `${year}-01-01`) continue
    const period: Period = { from: { day: first, half: 'am' }, to: { day: last, half: 'pm' } }
    const createdAt = bureau.moment(bureau.workdayAfter(addDays(first, -7), 0))
    if (open >= length && add({ person: person('pan42'), type: 'annual', period, createdAt }, { to: 'end' }, 3))
      open -= length
  }
  // Three people are on leave today (70.3), one should be back by now.
  for (const [username, before, after] of [
    ['miao52', 2, 3],
    ['dou38', 1, 2],
    ['xie33', 3, 4],
  ] as const) {
    const from = clamp(addDays(today, -before), year)
    const period: Period = {
      from: { day: from, half: 'am' },
      to: { day: clamp(addDays(today, after), year), half: 'pm' },
    }
    const createdAt = bureau.moment(bureau.workdayBefore(before + 8))
    if (
      !(username !== 'xie33' && add({ person: person(username), type: 'annual', period, createdAt }, { to: 'end' }, 2))
    ) {
      add({ person: person(username), type: 'homeVisit', period, createdAt }, { to: 'end' }, 2)
    }
  }
  const late = workdaysBack(addDays(today, -2), 3, isWorkday)[0]
  if (late !== undefined) {
    const period: Period = { from: { day: late, half: 'am' }, to: { day: late, half: 'pm' } }
    add(
      { person: person('ma51'), type: 'personal', period, createdAt: bureau.moment(bureau.workdayBefore(14)) },
      { to: 'wait', at: 'backToWork' },
      2,
    )
  }
  // What is under way.
  const notDetective = (who: Colleague): boolean => !['D10', 'D01'].includes(who.dept) && !who.isDeptLeader
  settle(4, () => [soon(4, 25, notDetective), { to: 'end' }, 2])
  const xi = person('xi44')
  settle(1, () => [
    { ...soon(62, 75, notDetective), person: xi, createdAt: bureau.moment(bureau.workdayBefore(1)) },
    { to: 'wait', at: 'deptLeader' },
  ])
  settle(8, () => [soon(8, 45, notDetective), { to: 'wait', at: 'deptLeader' }])
  settle(2, () => [
    { ...soon(8, 40, notDetective), createdAt: bureau.moment(bureau.workdayBefore(13)) },
    { to: 'wait', at: 'deptLeader' },
  ])
  settle(5, () => [soon(20, 60, notDetective), { to: 'draft' }])
  settle(3, () => [soon(6, 40, notDetective), { to: 'return', at: 'deptLeader' }])
  // What was undone.
  // A leader's own leave does not pass the leader of the department.
  const isLed = (who: Colleague): boolean => !who.isDeptLeader
  settle(3, () => [longAgo(isLed), { to: 'withdraw', at: 'deptLeader' }])
  settle(4, () => [longAgo(isLed), { to: 'reject', at: 'deptLeader' }])
  settle(3, () => [
    { ...soon(15, 40, notDetective), createdAt: bureau.moment(bureau.workdayBefore(9)) },
    { to: 'void' },
    2,
  ])
  // What is done.
  settle(4, () => [longAgo(isLed), { to: 'again', at: 'deptLeader' }, 2])
  settle(6, () => [longAgo(), { to: 'end' }, 3, { early: true }])
  settle(4, () => [longAgo(), { to: 'end' }, 4, { late: true }])
  settle(Math.max(0, 160 - stories.length), () => [longAgo(), { to: 'end' }])
  return stories
}

/** So many workdays up to a day, the earliest first. */
function workdaysBack(day: string, count: number, isWorkday: (day: string) => boolean): readonly string[] {
  const days: string[] = []
  for (let at = day; days.length < count; at = addDays(at, -1)) if (isWorkday(at)) days.unshift(at)
  return days
}

const clamp = (day: string, year: number): string =>
  day < `${year}-01-01` ? `${year}-01-01` : day > `${year}-12-31` ? `${year}-12-31` : day
