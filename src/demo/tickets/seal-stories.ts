import { addDays, dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

interface Paper {
  readonly type: string
  readonly title: string
  readonly to: string
}

const papers: readonly Paper[] = [
  { type: 'letter', title: '关于协助查询信息的函', to: '示例县公安局' },
  { type: 'letter', title: '关于商请派员参会的函', to: '示例市财政局' },
  { type: 'certificate', title: '在职证明', to: '示例市人力资源服务中心' },
  { type: 'certificate', title: '车辆用途证明', to: '示例市车辆管理所' },
  { type: 'report', title: '季度装备管理情况报告', to: '示例省公安厅警保处' },
  { type: 'report', title: '固定资产清查情况报告', to: '示例市财政局' },
  { type: 'statement', title: '公务用车使用情况统计表', to: '示例市机关事务管理局' },
  { type: 'other', title: '培训结业证书', to: '参训民警' },
]

const SEALS = [
  '刑事侦查支队印章',
  '交通警察支队印章',
  '警务保障部印章',
  '示范市公安局印章',
  '示范市公安局财务专用章',
] as const
/** Seals of the demo by name, and who keeps them. */
export type Seals = ReadonlyMap<string, number>

/** Writes stories of seals (23.12): stamped in the office, taken out, back late, and all that is under way. */
export function sealStories(bureau: Bureau, seals: Seals): readonly Story[] {
  const { chance, people, person, files } = bureau
  const stories: Story[] = []
  const keeper = person('zheng07')
  const staff = people.filter(
    ({ isDeptLeader, dept, id }) => !isDeptLeader && dept !== 'D01' && dept !== 'D02' && id !== keeper.id,
  )
  const sealOf = (name: string): number => seals.get(name) ?? 0

  interface Given {
    readonly seal?: string
    readonly daysAgo: number
    /** The day itself, where it depends on another. */
    readonly filedOn?: string
    readonly course: Course
    readonly paper?: Paper
    readonly more?: FormData
    readonly notBefore?: Story['notBefore']
    readonly applicant?: Colleague
  }
  const add = ({ daysAgo, course, more = {}, ...given }: Given): void => {
    const { type, title, to } = given.paper ?? chance.pick(papers)
    const applicant = given.applicant ?? chance.pick(staff)
    const createdAt = bureau.moment(given.filedOn ?? bureau.workdayBefore(daysAgo))
    const copies = chance.between(1, 4)
    const pages = chance.between(1, 6)
    // Of a few copies one is not needed in the end.
    const stamped = copies > 2 && chance.often(0.2) ? copies - 1 : copies
    const docFile = [files.take(applicant.id, `${title}.pdf`, createdAt)]
    const scanFile = [files.take(keeper.id, `${title}（盖章件）.pdf`, createdAt)]
    stories.push({
      type: 'useSeal',
      applicant,
      createdAt,
      course,
      pace: 2,
      form: {
        reason: `${title}需要用印`,
        sealId: sealOf(given.seal ?? chance.pick(SEALS)),
        docTitle: title,
        docType: type,
        sendTo: to,
        copies,
        stamps: copies,
        docFile,
        pages,
        notBlank: true,
        ...more,
      },
      fills: (state, day): FormData =>
        state === 'stamp' || state === 'takeBack'
          ? { stampedAt: day, stampedCount: stamped, scanFile, scanPages: pages }
          : {},
      ...(given.notBefore && { notBefore: given.notBefore }),
    })
  }

  const contract = (title: string): Paper => ({ type: 'contract', title, to: '示例供应商05' })
  const reviewed = (applicant: Colleague, daysAgo: number): FormData => ({
    legalReviewed: [files.take(applicant.id, '法制审核意见.pdf', bureau.moment(bureau.workdayBefore(daysAgo)))],
    contractAmount: `${chance.between(12, 180) * 1000}.00`,
  })
  /** The second workday before a day, so that holidays do not put the filing behind the time outside. */
  const filedBefore = (day: string): string => {
    let workdays = 1
    while (bureau.workdaysAgo(workdays) >= day) workdays += 1
    return bureau.workdaysAgo(workdays + 1)
  }
  /** A seal that is taken out from one moment to another. */
  const outside = (seal: string, from: string, to: string, course: Course, paper: Paper): void => {
    const applicant = chance.pick(staff)
    const escort = chance.pick(staff.filter(({ id }) => id !== applicant.id))
    const at = (moment: string): Date => new Date(`${moment.replace(' ', 'T')}+08:00`)
    add({
      seal,
      filedOn: filedBefore(from.slice(0, 10)),
      daysAgo: 0,
      course,
      paper,
      applicant,
      more: {
        takeOut: true,
        takeOutFrom: from,
        takeOutTo: to,
        takeOutPlace: '示例市政务服务中心',
        escortId: escort.id,
      },
      notBefore: (state) =>
        state === 'handOut' ? at(from) : state === 'takeBack' ? new Date(at(to).getTime() - 3_600_000) : null,
    })
  }

  const times = (count: number, work: () => void): void => {
    for (let index = 0; index < count; index += 1) work()
  }
  const past = (): number => chance.between(15, 340)
  // Under way.
  add({ daysAgo: 1, course: { to: 'draft' }, applicant: person('yun40') })
  times(2, () => add({ daysAgo: 2, course: { to: 'wait', at: 'deptLeader' } }))
  times(2, () => add({ seal: '示范市公安局印章', daysAgo: 3, course: { to: 'wait', at: 'officeHead' } }))
  add({ seal: '示范市公安局印章', daysAgo: 4, course: { to: 'wait', at: 'divisionLeader' } })
  times(4, () => add({ daysAgo: chance.between(2, 3), course: { to: 'wait', at: 'stamp' } }))
  add({ daysAgo: 5, course: { to: 'return', at: 'deptLeader' } })
  const day = (daysAgo: number): string => bureau.workdayBefore(daysAgo)
  const ahead = addDays(dayOf(bureau.now), 1)
  outside(
    '示范市公安局合同专用章',
    `${day(2)} 09:00:00`,
    `${day(2)} 18:00:00`,
    { to: 'wait', at: 'takeBack' },
    papers[1] as Paper,
  )
  outside(
    '局长签名章',
    `${ahead} 09:00:00`,
    `${addDays(ahead, 1)} 18:00:00`,
    { to: 'wait', at: 'handOut' },
    papers[0] as Paper,
  )
  outside(
    '中共示范市公安局委员会印章',
    `${day(1)} 09:00:00`,
    `${addDays(day(1), 3)} 09:00:00`,
    { to: 'wait', at: 'takeBack' },
    papers[4] as Paper,
  )
  // Done.
  for (const daysAgo of [30, 75, 140, 230])
    outside(
      '示范市公安局合同专用章',
      `${day(daysAgo)} 09:00:00`,
      `${day(daysAgo)} 18:00:00`,
      { to: 'end' },
      papers[4] as Paper,
    )
  for (const [index, daysAgo] of [25, 60, 110, 190, 260].entries()) {
    const applicant = chance.pick(staff)
    add({
      seal: '示范市公安局财务专用章',
      daysAgo,
      course: { to: 'end' },
      paper: contract(`维修服务合同（第${index + 1}号）`),
      applicant,
      more: reviewed(applicant, daysAgo),
    })
  }
  times(2, () => add({ daysAgo: past(), course: { to: 'reject', at: 'deptLeader' } }))
  times(2, () => add({ daysAgo: past(), course: { to: 'withdraw', at: 'deptLeader' } }))
  add({ daysAgo: past(), course: { to: 'again', at: 'deptLeader' } })
  times(2, () => add({ daysAgo: past(), course: { to: 'void' } }))
  times(30, () => add({ daysAgo: past(), course: { to: 'end' } }))
  return stories
}
