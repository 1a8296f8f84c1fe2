import type { ConfigPart, ConfigRule } from '#src/define/settings.ts'
import { type ConfirmingRole, ownerSetting } from '#src/define/workflows/proposals.ts'

/** Configuration of 00-overview §0.8 with the demo's values. Types are those of dictionary configItemType. */
export interface SeedSetting {
  readonly key: string
  readonly title: string
  readonly titleEn: string
  readonly value: unknown
  /** Every browser may know it, also before sign-in. */
  readonly public: boolean
  /** Tab of the configuration page; the first part of the key unless said otherwise. */
  readonly group: string
  readonly rule: ConfigRule
  /** Dictionary its value is chosen from. */
  readonly options: string | null
  /** Whose confirmations a change of the value needs (SYS-137). */
  readonly confirmedBy: readonly ConfirmingRole[]
}

type Line = readonly [key: string, title: string, titleEn: string, value: unknown, visibility?: 'public']

// biome-ignore format: a table, one row to the line
const lines = [
  ['base.siteTitle', '站点名称', 'Site title', '智慧警保', 'public'],
  ['base.captchaState', '登录验证码', 'Captcha at sign-in', true, 'public'],
  ['base.watermark', '水印', 'Watermark', '{name} {mobile4}', 'public'],
  ['base.lockSeconds', '自动锁屏（秒）', 'Screen lock (seconds)', 900, 'public'],
  ['base.rememberDays', '保持登录（天）', 'Stay signed in (days)', 30, 'public'],
  ['base.apiDocs', '接口文档', 'API documentation', false],
  ['base.iframeHosts', '允许的外链与内嵌站点', 'Hosts of links and frames', []],
  ['base.maintenanceOn', '维护模式', 'Maintenance', false],
  ['base.maintenanceNotice', '维护公告', 'Maintenance notice', { title: '系统维护中', titleEn: 'Under maintenance', text: '系统正在维护升级，暂时无法使用，完成后将自动恢复。', textEn: 'The system is being maintained and comes back by itself.', endAt: '' }],
  ['login.maxFail', '最多失败次数', 'Failures before the lock', 5],
  ['login.lockMinutes', '锁定时长（分钟）', 'Lock (minutes)', 30],
  ['login.pwdDays', '密码有效期（天）', 'Password age (days)', 90],
  ['login.totpRoles', '须两步验证的角色', 'Roles that need a second factor', []],
  ['login.roleHours', '角色会话上限', 'Longest session by role', [['sysAdmin', 12], ['securityAdmin', 12], ['auditor', 12]]],
  ['login.selfService', '自助注册与找回', 'Self service', true, 'public'],
  ['wf.t1', '一档金额', 'First threshold', 5000],
  ['wf.t2', '二档金额', 'Second threshold', 20000],
  ['wf.t3', '三档金额', 'Third threshold', 100000],
  ['wf.timeoutHours', '超时（小时）', 'Timeout (hours)', 48],
  ['wf.remindHours', '提醒（小时）', 'Reminder (hours)', 24],
  ['wf.workHoursOnly', '仅计工作时间', 'Working hours only', true],
  ['workflow.owner.finance', '财务类流程变更确认人', 'Confirms changes of finance workflows', 'financeLeader'],
  ['workflow.owner.procurement', '采购类流程变更确认人', 'Confirms changes of procurement workflows', 'logisticsHead'],
  ['wf.urgeMinutes', '催办间隔（分钟）', 'Between urges (minutes)', 120],
  ['budget.tolerancePct', '预算容差（%）', 'Budget tolerance (%)', 0],
  ['budget.warnPct', '预警比例（%）', 'Warning at (%)', 90],
  ['budget.lagPct', '滞后比例（%）', 'Lag (%)', 15],
  ['preApproval.validDays', '事前审批有效期（天）', 'Prior approval valid (days)', 90],
  ['meeting.perHead', '会议费标准（元/人天）', 'Meeting per head and day', 400],
  ['training.perHead', '培训费标准（元/人天）', 'Training per head and day', 450],
  ['subsidy.overtimeDaily', '加班补贴（元/天）', 'Overtime a day', 100],
  ['subsidy.dutyDaily', '值班补贴（元/天）', 'Duty a day', 80],
  ['subsidy.fieldDaily', '外勤补贴（元/天）', 'Field work a day', 60],
  ['payroll.payees', '薪酬收款户', 'Payees of a payroll', { net: '工资代发专户', socialInsurance: '社会保险费代扣户', housingFund: '住房公积金代扣户', tax: '个人所得税代扣户', otherDeduct: '其他代扣户' }],
  ['payment.retentionDays', '质保期（天）', 'Retention held for (days)', 365],
  ['travel.mealDaily', '伙食补助（元/天）', 'Meals per day', 100],
  ['travel.localDaily', '市内交通（元/天）', 'Local transport per day', 80],
  ['travel.claimDays', '报销期限（天）', 'Claim within (days)', 60],
  ['car.bufferMinutes', '用车间隔（分钟）', 'Between trips (minutes)', 30],
  ['car.dueDays', '到期提醒（天）', 'Due reminder (days)', 30],
  ['car.maintThreshold', '维修须警保部审批（元）', 'Repairs that logistics approves (CNY)', 2000],
  ['stock.expireDays', '临期（天）', 'Expiring (days)', 60],
  ['stock.quarterQuota', '季度领用限额（元）', 'Quota per quarter', 300],
  ['leave.annual', '年休假天数', 'Annual leave', [[1, 5], [10, 10], [20, 15]]],
  ['reception.perHead', '接待标准（元/人）', 'Reception per head', { bureau: 150, division: 130, section: 120, staff: 100 }],
  ['procurement.intentionDays', '意向公开（天）', 'Intention published (days)', 30],
  ['procurement.minQuotes', '最少报价', 'Quotes at least', 3],
  ['procurement.splitDays', '拆分检查（天）', 'Split check (days)', 90],
  ['procurement.method', '采购方式限额', 'Method by amount', { direct: 5000, comparison: 50000, inquiry: 500000 }],
  ['bulk.deadlineDay', '批采申报截止日', 'Bulk purchases submitted by day', 10],
  ['meal.cutoff', '订餐截止', 'Order deadline', { breakfast: { day: -1, time: '17:00' }, lunch: { day: 0, time: '09:30' }, dinner: { day: 0, time: '15:30' } }],
  ['meal.price', '餐费（元）', 'Meal price', { breakfast: 3, lunch: 8, dinner: 8 }],
  ['backup.cron', '备份时间', 'Backup schedule', '0 2 * * *'],
  ['backup.keep', '备份保留份数', 'Backups kept', 30],
  ['log.keepDays', '日志保留天数', 'Logs kept (days)', 180],
] as const satisfies readonly Line[]

declare module '#src/define/names.ts' {
  interface SettingNames {
    catalogue: (typeof lines)[number][0]
  }
}

const part = (name: string, title: string, titleEn: string, min = 0, max = 1_000_000): ConfigPart => ({
  name,
  title,
  titleEn,
  type: 'number',
  min,
  max,
})
const words = (name: string, title: string, titleEn: string, max: number, optional?: true): ConfigPart => ({
  name,
  title,
  titleEn,
  type: 'text',
  max,
  ...(optional && { optional }),
})
const meals = [
  ['breakfast', '早餐', 'Breakfast'],
  ['lunch', '午餐', 'Lunch'],
  ['dinner', '晚餐', 'Dinner'],
] as const

/** What values must satisfy (SYS-71); numbers are whole and not negative unless said otherwise. */
const rules: Readonly<Record<string, ConfigRule>> = {
  'base.siteTitle': { min: 2, max: 30 },
  'base.watermark': { max: 60, optional: true },
  'base.lockSeconds': { min: 0, max: 86_400 },
  'base.rememberDays': { min: 1, max: 90 },
  'base.maintenanceNotice': {
    parts: [
      words('title', '标题', 'Title', 60),
      words('titleEn', '英文标题', 'English title', 60, true),
      words('text', '内容', 'Text', 500),
      words('textEn', '英文内容', 'English text', 500, true),
      words('endAt', '预计恢复时间', 'Back at', 19, true),
    ],
  },
  'login.maxFail': { min: 3, max: 20 },
  'login.lockMinutes': { min: 1, max: 1440 },
  'login.pwdDays': { min: 0, max: 365 },
  'login.roleHours': {
    columns: [words('role', '角色标识', 'Role key', 32), part('hours', '最长（小时）', 'Hours at most', 1, 2160)],
  },
  'wf.t1': { min: 1, max: 100_000_000, places: 2 },
  'wf.t2': { min: 1, max: 100_000_000, places: 2, above: 'wf.t1' },
  'wf.t3': { min: 1, max: 100_000_000, places: 2, above: 'wf.t2' },
  'wf.remindHours': { min: 1, max: 720 },
  'wf.timeoutHours': { min: 1, max: 720, above: 'wf.remindHours' },
  'wf.urgeMinutes': { min: 1, max: 10_080 },
  'budget.tolerancePct': { min: 0, max: 100, places: 2 },
  'budget.warnPct': { min: 1, max: 100 },
  'budget.lagPct': { min: 1, max: 100 },
  'preApproval.validDays': { min: 1, max: 365 },
  'meeting.perHead': { min: 1, max: 10_000, places: 2 },
  'training.perHead': { min: 1, max: 10_000, places: 2 },
  'subsidy.overtimeDaily': { min: 0, max: 10_000, places: 2 },
  'subsidy.dutyDaily': { min: 0, max: 10_000, places: 2 },
  'subsidy.fieldDaily': { min: 0, max: 10_000, places: 2 },
  'payroll.payees': {
    parts: [
      words('net', '实发', 'Net pay', 50),
      words('socialInsurance', '社保', 'Social insurance', 50),
      words('housingFund', '公积金', 'Housing fund', 50),
      words('tax', '个税', 'Tax', 50),
      words('otherDeduct', '其他扣款', 'Other deductions', 50),
    ],
  },
  'travel.mealDaily': { min: 0, max: 10_000, places: 2 },
  'travel.localDaily': { min: 0, max: 10_000, places: 2 },
  'travel.claimDays': { min: 1, max: 365 },
  'car.bufferMinutes': { min: 0, max: 1440 },
  'stock.quarterQuota': { min: 0, max: 1_000_000, places: 2 },
  'leave.annual': {
    ascending: true,
    columns: [part('years', '工龄满（年）', 'Years of service', 0, 60), part('days', '天数', 'Days', 0, 60)],
  },
  'reception.perHead': {
    parts: [
      part('bureau', '厅局级', 'Bureau level', 0, 10_000),
      part('division', '县处级', 'Division level', 0, 10_000),
      part('section', '乡科级', 'Section level', 0, 10_000),
      part('staff', '科员及其他', 'Staff and others', 0, 10_000),
    ],
  },
  'procurement.minQuotes': { min: 1, max: 20 },
  'bulk.deadlineDay': { min: 1, max: 28 },
  'procurement.method': {
    ascending: true,
    parts: [
      part('direct', '零星采购上限', 'Direct up to', 1, 100_000_000),
      part('comparison', '比价上限', 'Comparison up to', 1, 100_000_000),
      part('inquiry', '询价或谈判上限', 'Inquiry or negotiation up to', 1, 100_000_000),
    ],
  },
  'meal.cutoff': {
    parts: meals.flatMap(([meal, zh, en]): ConfigPart[] => [
      {
        name: `${meal}.day`,
        title: `${zh}截止日（0当日，-1前一日）`,
        titleEn: `${en}: day (0 same, -1 before)`,
        type: 'number',
        min: -7,
        max: 0,
      },
      { name: `${meal}.time`, title: `${zh}截止时间`, titleEn: `${en}: time`, type: 'time' },
    ]),
  },
  'meal.price': { parts: meals.map(([meal, zh, en]) => part(meal, zh, en, 0, 1000)) },
  'backup.cron': { regex: '[0-9*,/-]+ [0-9*,/-]+ [0-9*,/-]+ [0-9*,/-]+ [0-9*,/-]+' },
  'backup.keep': { min: 1, max: 365 },
  'log.keepDays': { min: 180, max: 3650 },
}

/** Items that stand under another tab than their key says. */
const groups: Readonly<Record<string, string>> = {
  'base.maintenanceOn': 'maintenance',
  'base.maintenanceNotice': 'maintenance',
  'preApproval.validDays': 'budget',
  'bulk.deadlineDay': 'procurement',
  'meeting.perHead': 'budget',
  'payment.retentionDays': 'budget',
  'payroll.payees': 'budget',
  'subsidy.overtimeDaily': 'budget',
  'subsidy.dutyDaily': 'budget',
  'subsidy.fieldDaily': 'budget',
  'training.perHead': 'budget',
  'log.keepDays': 'backup',
  'workflow.owner.finance': 'wf',
  'workflow.owner.procurement': 'wf',
}

/** Dictionary a value is chosen from. */
const choices: Readonly<Record<string, string>> = {
  'workflow.owner.finance': 'workflowOwner',
  'workflow.owner.procurement': 'workflowOwner',
}

/** Who approves, what is paid and what one may order is not said by one administrator alone: whose confirmation a change needs (SYS-137). */
const confirmations: Readonly<Record<string, readonly ConfirmingRole[]>> = {
  // Who owns a group is changed by its present owner.
  [ownerSetting('finance')]: ['finance'],
  [ownerSetting('procurement')]: ['procurement'],
  // The chains of both groups part at these amounts.
  'wf.t1': ['finance', 'procurement'],
  'wf.t2': ['finance', 'procurement'],
  'wf.t3': ['finance', 'procurement'],
  'budget.tolerancePct': ['finance'],
  'preApproval.validDays': ['finance'],
  'meeting.perHead': ['finance'],
  'training.perHead': ['finance'],
  'subsidy.overtimeDaily': ['finance'],
  'subsidy.dutyDaily': ['finance'],
  'subsidy.fieldDaily': ['finance'],
  'payroll.payees': ['finance'],
  'payment.retentionDays': ['finance'],
  'travel.mealDaily': ['finance'],
  'travel.localDaily': ['finance'],
  'travel.claimDays': ['finance'],
  'reception.perHead': ['finance'],
  'meal.price': ['finance'],
  'car.maintThreshold': ['procurement'],
  'stock.quarterQuota': ['procurement'],
  'procurement.intentionDays': ['procurement'],
  'procurement.minQuotes': ['procurement'],
  'procurement.splitDays': ['procurement'],
  'procurement.method': ['procurement'],
  'bulk.deadlineDay': ['procurement'],
  // No group of applications has an owner for leave.
  'leave.annual': ['security'],
}

/** The rule of a shipped item. */
export const ruleOf = (key: string, value: unknown): ConfigRule =>
  rules[key] ?? (typeof value === 'number' ? { min: 0, max: 1_000_000_000 } : {})

/** The tab of an item. */
export const groupOf = (key: string): string => groups[key] ?? key.split('.')[0] ?? ''

export const settings: readonly SeedSetting[] = lines.map(([key, title, titleEn, value, visibility]) => ({
  key,
  title,
  titleEn,
  value,
  public: visibility === 'public',
  group: groupOf(key),
  rule: ruleOf(key, value),
  options: choices[key] ?? null,
  confirmedBy: confirmations[key] ?? [],
}))

/** Dictionary configItemType of a value. */
export function settingType(value: unknown): number {
  if (typeof value === 'boolean') return 9
  if (typeof value === 'number') return 10
  return typeof value === 'string' ? 0 : 11
}
