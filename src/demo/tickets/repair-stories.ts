import { dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

interface Fault {
  readonly category: string
  readonly place: string
  readonly description: string
  readonly result: string
}

const faults: readonly Fault[] = [
  {
    category: 'electric',
    place: '主楼3层302室',
    description: '日光灯不亮，更换灯管后仍无反应',
    result: '已更换镇流器，恢复照明',
  },
  {
    category: 'water',
    place: '主楼2层东侧卫生间',
    description: '洗手盆下水管漏水，地面积水',
    result: '已更换下水软管并清理积水',
  },
  {
    category: 'hvac',
    place: '主楼4层405室',
    description: '空调制冷效果差，出风口滴水',
    result: '已清洗滤网并疏通冷凝水管',
  },
  {
    category: 'doorWindow',
    place: '附楼1层档案室',
    description: '门锁无法正常关闭，存在安全隐患',
    result: '已更换锁芯并校正门框',
  },
  {
    category: 'furniture',
    place: '主楼5层小会议室',
    description: '两把会议椅气压杆失效，无法升降',
    result: '已更换气压杆',
  },
  {
    category: 'network',
    place: '主楼3层310室',
    description: '两个网口不通，影响办公',
    result: '已重做水晶头并测试线路',
  },
  { category: 'electric', place: '地下车库B区', description: '三盏照明灯不亮，夜间行车不便', result: '已更换灯具' },
  { category: 'other', place: '主楼1层大厅', description: '自动感应门反应迟缓', result: '已调整感应器灵敏度' },
]
const publicFaults: readonly Fault[] = [
  {
    category: 'elevator',
    place: '主楼2号电梯',
    description: '电梯运行中有异响，平层不准',
    result: '已更换导靴并调整平层',
  },
  {
    category: 'fire',
    place: '附楼2层走廊',
    description: '消防应急灯故障，无法切换备用电源',
    result: '已更换应急灯电源模块',
  },
  {
    category: 'civil',
    place: '主楼屋面',
    description: '屋面防水层开裂，顶层渗水',
    result: '已铲除开裂防水层并重新施工',
  },
  { category: 'water', place: '主楼地下泵房', description: '供水泵压力不足，高层水压偏低', result: '已更换泵体密封件' },
]

/** Writes stories of repairs (22.4, 22.5), from reports just filed to results that were rated. `lineOf` pays for public ones of a year, `vendor` does them. */
export function repairStories(
  bureau: Bureau,
  { lineOf, vendor }: { readonly lineOf: (year: number) => number; readonly vendor: number },
): readonly Story[] {
  const { chance, people, person, files } = bureau
  const stories: Story[] = []
  const workers = ['zou34', 'yu35'].map(person)
  const staff = people.filter(
    ({ isDeptLeader, dept, username }) =>
      !isDeptLeader && dept !== 'D10' && dept !== 'D01' && !['zou34', 'yu35', 'yang15', 'zhu16'].includes(username),
  )
  const add = (
    applicant: Colleague,
    daysAgo: number,
    course: Course,
    isPublic = false,
    pace = 3,
    urgency = chance.often(0.2) ? 'urgent' : 'normal',
  ): void => {
    const fault = chance.pick(isPublic ? publicFaults : faults)
    const createdAt = bureau.moment(bureau.workdayBefore(daysAgo))
    const estimate = chance.between(12, 38) * 100
    const done: FormData = {
      result: fault.result,
      workHours: `${chance.between(1, 6)}.${chance.pick(['0', '5'])}`,
      ...(isPublic && { actualAmount: `${estimate - chance.between(0, 3) * 100}.00` }),
    }
    const rating = chance.pick([5, 5, 5, 4, 4, 3])
    stories.push({
      type: isPublic ? 'publicMaintenance' : 'internalMaintenance',
      applicant,
      createdAt,
      course,
      pace,
      form: {
        reason: `${fault.place}报修`,
        category: fault.category,
        location: fault.place,
        description: fault.description,
        contactName: applicant.name,
        urgency,
        ...(isPublic && { photos: [files.take(applicant.id, '现场情况.pdf', createdAt)] }),
      },
      fills: (state): FormData => {
        switch (state) {
          case 'logisticsDispatch':
            return { workerId: chance.pick(workers).id }
          case 'logisticsSurvey':
            return {
              estimate: `${estimate}.00`,
              vendorId: vendor,
              budgetLineId: lineOf(Number(dayOf(createdAt).slice(0, 4))),
              workerId: chance.pick(workers).id,
            }
          case 'repair':
            return done
          case 'applicantVerify':
          case 'acceptance':
            return { rating }
          default:
            return {}
        }
      },
    })
  }
  const pickApplicant = (): Colleague => chance.pick(staff)
  const times = (count: number, work: () => void): void => {
    for (let index = 0; index < count; index += 1) work()
  }
  for (const isPublic of [false, true]) {
    const first = isPublic ? 'logisticsSurvey' : 'logisticsDispatch'
    add(pickApplicant(), chance.between(1, 4), { to: 'draft' }, isPublic)
    times(2, () => add(pickApplicant(), 2, { to: 'wait', at: first }, isPublic))
    // 70.3: four that no worker accepted in time, and two that still have time.
    times(2, () => add(pickApplicant(), chance.between(6, 9), { to: 'wait', at: 'repair' }, isPublic, 2))
    if (!isPublic) times(2, () => add(pickApplicant(), 2, { to: 'wait', at: 'repair' }, isPublic, 2, 'normal'))
    times(2, () =>
      add(
        pickApplicant(),
        chance.between(8, 11),
        { to: 'wait', at: isPublic ? 'acceptance' : 'applicantVerify' },
        isPublic,
        2,
      ),
    )
    add(pickApplicant(), chance.between(5, 9), { to: 'return', at: first }, isPublic)
    add(pickApplicant(), chance.between(10, 60), { to: 'reject', at: first }, isPublic)
    add(pickApplicant(), chance.between(10, 60), { to: 'withdraw', at: first }, isPublic)
    add(pickApplicant(), chance.between(20, 60), { to: 'void' }, isPublic)
    times(isPublic ? 4 : 12, () => add(pickApplicant(), chance.between(14, 330), { to: 'end' }, isPublic))
  }
  return stories
}
