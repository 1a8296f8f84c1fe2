/** The matters the demo bureau supervises (70): days count from the day of the seed. */
import type { SupervisionItemState } from '#machines/supervisionItem/supervisionItem.ts'

export interface Matter {
  readonly title: string
  readonly source: 'meeting' | 'leader' | 'annual' | 'inspection' | 'other'
  readonly dept: string
  readonly leader: string
  readonly state: SupervisionItemState
  /** Days from today on which it began and is due; of the first due date where it was extended. */
  readonly start: number
  readonly due: number
  readonly progress: number
  readonly coDepts?: readonly string[]
  readonly urgent?: true
  /** Days by which its due date was moved. */
  readonly extendedBy?: number
  /** Days from today on which it was closed, and its score. */
  readonly closed?: readonly [day: number, score: number]
  /** Name, day and weight, and whether it is done. */
  readonly milestones?: readonly (readonly [name: string, day: number, weight: number, isDone: boolean])[]
  /** Departments to which it is split, with the progress of each. */
  readonly parts?: readonly (readonly [dept: string, due: number, progress: number])[]
  readonly yearly?: true
}

type Line = readonly [
  title: string,
  source: Matter['source'],
  dept: string,
  leader: string,
  state: SupervisionItemState,
  start: number,
  due: number,
  progress: number,
  more?: Partial<Matter>,
]

// biome-ignore format: a table, one row to the line
const lines: readonly Line[] = [
  // Five that are late.
  ['重点路段交通安全隐患整改', 'meeting', 'D11', 'li04', 'doing', -40, -6, 60, { urgent: true, coDepts: ['D12'] }],
  ['老旧警用车辆报废更新方案', 'leader', 'D07', 'qian02', 'doing', -35, -3, 45],
  ['执法记录仪数据回传率提升', 'inspection', 'D12', 'li04', 'doing', -50, -10, 70, { extendedBy: 8 }],
  ['办案区设施维修改造', 'inspection', 'D08', 'qian02', 'replied', -30, -1, 100],
  ['涉案财物保管室规范化建设', 'inspection', 'D10', 'sun03', 'doing', -28, -2, 35],
  // Due within a week.
  ['节假日值班车辆保障方案', 'meeting', 'D07', 'qian02', 'doing', -12, 2, 80],
  ['季度预算执行偏差整改', 'leader', 'D05', 'qian02', 'doing', -15, 5, 55, { urgent: true }],
  ['视频会议系统升级验收', 'meeting', 'D12', 'li04', 'replied', -25, 3, 100],
  ['食堂食品安全专项检查整改', 'inspection', 'D08', 'qian02', 'doing', -10, 6, 40],
  ['民警年度健康体检组织', 'annual', 'D03', 'zhou05', 'assigned', -1, 7, 0],
  // Further ahead.
  ['警用装备实物清查', 'annual', 'D06', 'qian02', 'doing', -20, 30, 40, { milestones: [['完成清查方案', -10, 20, true], ['完成实物盘点', -2, 20, true], ['账实核对整改', 20, 60, false]] }],
  ['电动自行车专项治理', 'meeting', 'D11', 'li04', 'doing', -14, 40, 20, { milestones: [['摸底登记', -4, 20, true], ['集中整治', 25, 50, false], ['总结评估', 40, 30, false]] }],
  ['各单位办公用房超标清理', 'inspection', 'D04', 'qian02', 'doing', -18, 25, 35, { parts: [['D10', 20, 50], ['D11', 20, 20]] }],
  ['政务云迁移实施', 'annual', 'D12', 'li04', 'doing', -60, 60, 50],
  ['新警培训保障工作', 'meeting', 'D03', 'zhou05', 'doing', -8, 28, 15],
  ['大要案经费保障机制', 'leader', 'D10', 'sun03', 'doing', -9, 35, 25],
  ['公务用车管理平台数据治理', 'inspection', 'D07', 'qian02', 'extending', -22, 10, 50],
  ['政府采购内控制度修订', 'annual', 'D09', 'qian02', 'doing', -16, 45, 30],
  ['信访积案化解攻坚', 'leader', 'D13', 'zhou05', 'doing', -12, 50, 20, { urgent: true }],
  ['档案数字化加工', 'annual', 'D02', 'qian02', 'doing', -30, 75, 30],
  ['夏季换装量体统计', 'annual', 'D06', 'qian02', 'assigned', -1, 20, 0, { yearly: true }],
  ['年度消防安全演练', 'annual', 'D08', 'qian02', 'assigned', 0, 33, 0, { yearly: true }],
  ['反诈宣传进社区活动', 'meeting', 'D10', 'sun03', 'draft', 1, 32, 0],
  ['警务保障服务满意度调查', 'other', 'D04', 'qian02', 'draft', 2, 40, 0],
  // Ended.
  ['财务票据电子化推广', 'annual', 'D05', 'qian02', 'closed', -90, -30, 100, { closed: [-33, 95] }],
  ['冬季供暖设备检修', 'meeting', 'D08', 'qian02', 'closed', -120, -75, 100, { closed: [-78, 92] }],
  ['春运交通安保工作', 'leader', 'D11', 'li04', 'closed', -75, -20, 100, { closed: [-18, 78] }],
  ['移动警务终端换发', 'annual', 'D12', 'li04', 'closed', -110, -40, 100, { closed: [-35, 80], extendedBy: 10 }],
  ['扫黑除恶线索核查', 'leader', 'D10', 'sun03', 'closed', -100, -45, 100, { closed: [-47, 97] }],
  ['干部人事档案专项审核', 'inspection', 'D03', 'zhou05', 'closed', -95, -25, 100, { closed: [-26, 90] }],
  ['办公设备更新采购', 'meeting', 'D09', 'qian02', 'closed', -85, -28, 100, { closed: [-20, 65] }],
  ['督察发现问题整改回头看', 'inspection', 'D13', 'zhou05', 'closed', -70, -15, 100, { closed: [-16, 93] }],
  ['大型活动车辆调度预案', 'meeting', 'D07', 'qian02', 'closed', -50, -22, 100, { closed: [-24, 88] }],
  ['闲置资产调剂使用', 'other', 'D06', 'qian02', 'terminated', -45, -5, 30],
]

export const matters: readonly Matter[] = lines.map(
  ([title, source, dept, leader, state, start, due, progress, more]) => ({
    title,
    source,
    dept,
    leader,
    state,
    start,
    due,
    progress,
    ...more,
  }),
)
