import { addDays, dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import { firstPeriod } from '#src/modules/procurement/bulk/period.ts'
import type { Bureau } from '../bureau.server.ts'
import type { Course, Story } from '../story.ts'

/** What a department wants: its key, a configuration by name, and how many. */
type Wanted = readonly [dept: string, config: string, qty: number, overReason?: string]

interface Plan {
  readonly category: string
  readonly reason: string
  readonly wanted: readonly Wanted[]
}

const plans = {
  aircon: {
    category: 'aircon',
    reason: '办公区空调老旧，汇总各部门更新需求',
    wanted: [
      ['D11', '壁挂式空调', 3],
      ['D13', '壁挂式空调', 1],
      ['D12', '柜式空调', 1],
    ],
  },
  printer: {
    category: 'printer',
    reason: '汇总各部门打印机配备缺口',
    wanted: [
      ['D11', 'A4黑白打印机', 2],
      ['D03', 'A4黑白打印机', 1],
    ],
  },
  laptop: {
    category: 'laptop',
    reason: '外勤办案移动办公设备集中采购',
    wanted: [
      ['D11', '便携式计算机', 1, '外勤执法取证需要随身携带'],
      ['D12', '便携式计算机', 1, '系统运维值守需要移动办公'],
    ],
  },
  desktop: {
    category: 'desktop',
    reason: '专班增配台式计算机，集中采购',
    wanted: [['D12', '台式计算机', 2, '数据分析专班新增岗位需要配备']],
  },
  furniture: {
    category: 'furniture',
    reason: '新增办公用房配置办公家具',
    wanted: [
      ['D12', '办公椅', 3, '新增机房值班室，现有办公椅不足'],
      ['D11', '办公椅', 2, '新设事故处理窗口，现有办公椅不足'],
    ],
  },
  copyPaper: {
    category: 'copyPaper',
    reason: '季度复印纸集中采购',
    wanted: [
      ['D11', 'A4 复印纸', 40],
      ['D12', 'A4 复印纸', 30],
      ['D02', 'A4 复印纸', 60],
    ],
  },
} as const satisfies Readonly<Record<string, Plan>>

/** Ids that the forms name. */
export interface BulkBeginnings {
  readonly configs: ReadonlyMap<string, number>
  readonly depts: ReadonlyMap<string, number>
  /** The line of a department's office costs in a year. */
  readonly lineOf: (dept: string, year: number) => number
}

/** Writes stories of bulk purchases (22.8): under way at every desk, given back, undone, and approved ones whose purchases are prepared. */
export function bulkStories(bureau: Bureau, { configs, depts, lineOf }: BulkBeginnings): readonly Story[] {
  const { person } = bureau
  const stories: Story[] = []
  const officers = ['shui37', 'dou38'] as const
  const add = (plan: keyof typeof plans, daysAgo: number, course: Course): void => {
    const { category, reason, wanted }: Plan = plans[plan]
    const createdAt = bureau.moment(bureau.workdayBefore(daysAgo))
    const day = dayOf(createdAt)
    const year = Number(day.slice(0, 4))
    // The lines of a year that is over pay nothing any more.
    if (year !== Number(bureau.today.slice(0, 4))) return
    stories.push({
      type: 'bulkProject',
      applicant: person(officers[stories.length % officers.length] ?? 'shui37'),
      createdAt,
      course,
      pace: 4,
      form: {
        reason,
        periodMonth: firstPeriod(day, 10),
        bulkCategory: category,
        deliverBy: addDays(day, 60),
        demands: wanted.map(
          ([dept, config, qty, overReason]): FormData => ({
            deptId: depts.get(dept) ?? 0,
            configId: configs.get(config) ?? 0,
            qty,
            ...(overReason !== undefined && { overReason }),
            budgetLineId: lineOf(dept, year),
          }),
        ) as FormData[string],
      },
    })
  }
  add('printer', 2, { to: 'draft' })
  add('aircon', 2, { to: 'wait', at: 'deptLeader' })
  add('printer', 4, { to: 'wait', at: 'procureReview' })
  add('furniture', 5, { to: 'wait', at: 'logisticsHead' })
  add('copyPaper', 5, { to: 'wait', at: 'financeAudit' })
  add('laptop', 7, { to: 'wait', at: 'divisionLeader' })
  add('desktop', 9, { to: 'return', at: 'procureReview' })
  // A month and a category apart from what is under way, on every day of the year.
  add('furniture', 40, { to: 'reject', at: 'deptLeader' })
  add('laptop', 44, { to: 'withdraw', at: 'deptLeader' })
  add('copyPaper', 48, { to: 'void' })
  add('aircon', 60, { to: 'end' })
  add('copyPaper', 95, { to: 'end' })
  add('furniture', 95, { to: 'end' })
  return stories
}
