/** Configuration of 00-overview §0.8 with the demo's values. Types are those of dictionary configItemType. */
export interface SeedSetting {
  readonly key: string
  readonly title: string
  readonly titleEn: string
  readonly value: unknown
  /** Every browser may know it, also before sign-in. */
  readonly public: boolean
}

type Line = readonly [key: string, title: string, titleEn: string, value: unknown, visibility?: 'public']

// biome-ignore format: a table, one row to the line
const lines: readonly Line[] = [
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
  ['login.selfService', '自助注册与找回', 'Self service', true, 'public'],
  ['wf.t1', '一档金额', 'First threshold', 5000],
  ['wf.t2', '二档金额', 'Second threshold', 20000],
  ['wf.t3', '三档金额', 'Third threshold', 100000],
  ['wf.timeoutHours', '超时（小时）', 'Timeout (hours)', 48],
  ['wf.remindHours', '提醒（小时）', 'Reminder (hours)', 24],
  ['wf.workHoursOnly', '仅计工作时间', 'Working hours only', true],
  ['wf.urgeMinutes', '催办间隔（分钟）', 'Between urges (minutes)', 120],
  ['budget.tolerancePct', '预算容差（%）', 'Budget tolerance (%)', 0],
  ['budget.warnPct', '预警比例（%）', 'Warning at (%)', 90],
  ['budget.lagPct', '滞后比例（%）', 'Lag (%)', 15],
  ['preApproval.validDays', '事前审批有效期（天）', 'Prior approval valid (days)', 90],
  ['travel.mealDaily', '伙食补助（元/天）', 'Meals per day', 100],
  ['travel.localDaily', '市内交通（元/天）', 'Local transport per day', 80],
  ['travel.claimDays', '报销期限（天）', 'Claim within (days)', 60],
  ['car.bufferMinutes', '用车间隔（分钟）', 'Between trips (minutes)', 30],
  ['car.dueDays', '到期提醒（天）', 'Due reminder (days)', 30],
  ['car.maintThreshold', '保养提醒（公里）', 'Service reminder (km)', 2000],
  ['stock.expireDays', '临期（天）', 'Expiring (days)', 60],
  ['stock.quarterQuota', '季度领用限额（元）', 'Quota per quarter', 300],
  ['leave.annual', '年休假天数', 'Annual leave', [[1, 5], [10, 10], [20, 15]]],
  ['reception.perHead', '接待标准（元/人）', 'Reception per head', { bureau: 150, division: 130, section: 120, staff: 100 }],
  ['procurement.intentionDays', '意向公开（天）', 'Intention published (days)', 30],
  ['procurement.minQuotes', '最少报价', 'Quotes at least', 3],
  ['procurement.splitDays', '拆分检查（天）', 'Split check (days)', 90],
  ['procurement.method', '采购方式限额', 'Method by amount', { direct: 5000, comparison: 50000, inquiry: 500000 }],
  ['meal.cutoff', '订餐截止', 'Order deadline', { breakfast: { day: -1, time: '17:00' }, lunch: { day: 0, time: '09:30' }, dinner: { day: 0, time: '15:30' } }],
  ['meal.price', '餐费（元）', 'Meal price', { breakfast: 3, lunch: 8, dinner: 8 }],
  ['backup.cron', '备份时间', 'Backup schedule', '0 2 * * *'],
  ['backup.keep', '备份保留份数', 'Backups kept', 30],
  ['log.keepDays', '日志保留天数', 'Logs kept (days)', 180],
]

export const settings: readonly SeedSetting[] = lines.map(([key, title, titleEn, value, visibility]) => ({
  key,
  title,
  titleEn,
  value,
  public: visibility === 'public',
}))

/** Dictionary configItemType of a value. */
export function settingType(value: unknown): number {
  if (typeof value === 'boolean') return 9
  if (typeof value === 'number') return 10
  return typeof value === 'string' ? 0 : 11
}
