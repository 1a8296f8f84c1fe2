import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

const commands: readonly { readonly kind: string; readonly reason: string; readonly content: string }[] = [
  { kind: 'IT', reason: '办公网络故障报修', content: '三楼东侧办公室网络时断时续，影响日常办公，请安排人员检查线路。' },
  { kind: 'IT', reason: '会议室设备调试', content: '二楼会议室投影仪无法显示，请协助调试设备并检查连接线。' },
  { kind: 'property', reason: '办公室门锁损坏', content: '档案室门锁无法正常开启，存在安全隐患，请尽快更换锁芯。' },
  { kind: 'property', reason: '办公楼照明检修', content: '一楼大厅有四盏照明灯不亮，请安排检修。' },
  { kind: 'venue', reason: '借用多功能厅', content: '支队拟开展业务培训，需借用多功能厅一天，预计五十人参加。' },
  { kind: 'visitor', reason: '外单位来访接洽', content: '兄弟单位六人来访交流，需安排停车位与会议室。' },
  { kind: 'suggestion', reason: '食堂菜品建议', content: '建议食堂在夏季增加清淡菜品，并适当延长晚餐供应时间。' },
  { kind: 'feedback', reason: '停车场秩序反馈', content: '地下停车场存在占用消防通道停放的情况，请加强管理。' },
]
const results = [
  '已安排人员到场处理，现已恢复正常。',
  '已按要求落实，相关物品已更换完毕。',
  '已协调场地并完成布置，使用后恢复原状。',
]

/** Writes stories of other business (23.13), from wishes just filed to work that was rated. */
export function affairsStories(bureau: Bureau): readonly Story[] {
  const { chance, people, person } = bureau
  const stories: Story[] = []
  const add = (
    applicant: Colleague,
    daysAgo: number,
    course: Course,
    more: { pace?: number; transfer?: Story['transfer'] } = {},
  ): void => {
    const { kind, reason, content } = chance.pick(commands)
    const handler = chance.pick(
      ['ren56', 'zou34', 'yu35', 'yang15', 'qi32'].map(person).filter((one) => one.id !== applicant.id),
    )
    const [result, rating] = [chance.pick(results), chance.pick([5, 5, 5, 4, 4, 3])]
    stories.push({
      type: 'otherBusiness',
      applicant,
      createdAt: bureau.moment(bureau.workdayBefore(daysAgo)),
      course,
      pace: more.pace ?? 8,
      ...(more.transfer && { transfer: more.transfer }),
      form: { reason, bizType: kind, content, urgency: chance.often(0.15) ? 'urgent' : 'normal' },
      fills: (state) =>
        state === 'logisticsAssign'
          ? { handlerId: handler.id }
          : state === 'process'
            ? { result }
            : state === 'applicantVerify'
              ? { rating }
              : {},
    })
  }
  const elsewhere = (): Colleague => chance.pick(people.filter((who) => who.dept !== 'D10' && !who.isDeptLeader))
  const times = (count: number, work: () => void): void => {
    for (let index = 0; index < count; index += 1) work()
  }
  add(person('yun40'), 1, { to: 'wait', at: 'deptLeader' })
  add(person('pan42'), 9, { to: 'wait', at: 'process' }, { pace: 3 })
  add(person('xi44'), 34, { to: 'end' }, { transfer: { at: 'deptLeader', to: person('yun40') } })
  add(
    person('lu48'),
    3,
    { to: 'wait', at: 'deptLeader' },
    { pace: 2, transfer: { at: 'deptLeader', to: person('lang47') } },
  )
  times(2, () => add(elsewhere(), 4, { to: 'wait', at: 'logisticsAssign' }, { pace: 2 }))
  times(1, () => add(elsewhere(), 15, { to: 'wait', at: 'deptLeader' }))
  times(3, () => add(elsewhere(), chance.between(7, 12), { to: 'wait', at: 'process' }, { pace: 2 }))
  times(2, () => add(elsewhere(), chance.between(8, 13), { to: 'wait', at: 'applicantVerify' }, { pace: 2 }))
  times(2, () => add(elsewhere(), chance.between(1, 10), { to: 'draft' }))
  times(2, () => add(elsewhere(), chance.between(5, 12), { to: 'return', at: 'logisticsAssign' }, { pace: 3 }))
  times(2, () => add(elsewhere(), chance.between(20, 330), { to: 'withdraw', at: 'deptLeader' }))
  times(2, () => add(elsewhere(), chance.between(20, 330), { to: 'reject', at: 'deptLeader' }))
  times(2, () => add(elsewhere(), chance.between(20, 330), { to: 'void' }))
  times(Math.max(0, 40 - stories.length), () => add(chance.pick(people), chance.between(20, 345), { to: 'end' }))
  return stories
}
