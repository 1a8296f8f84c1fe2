/** The forty articles of the demo, four of them pinned (70.3). */
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'

const DAY = 86_400_000
const PINNED_DAYS = 60
/** Days between two articles. */
const DAYS_BETWEEN_ARTICLES = 9

type Line = readonly [category: string, title: string, titleEn: string]

/** Newest first. */
const lines: readonly Line[] = [
  ['notice', '关于集中办理年度公务交通补贴登记的通知', 'Registration for the yearly transport allowance'],
  ['policy', '警务保障平台账号安全管理规定', 'Rules for accounts of the logistics platform'],
  ['guide', '首次登录与两步验证操作指南', 'First sign-in and the second factor, step by step'],
  ['publicity', '上季度公务用车运行费用公示', 'Costs of official cars in the last quarter'],
  ['news', '后勤服务大厅搬迁至综合楼一层', 'The logistics desk has moved to the ground floor'],
  ['notice', '关于开展固定资产盘点的通知', 'Stocktaking of fixed assets'],
  ['guide', '差旅费报销材料清单', 'What a travel claim needs'],
  ['policy', '公务接待管理实施细则', 'Rules for official receptions'],
  ['publicity', '办公设备采购结果公示', 'Result of the purchase of office equipment'],
  ['news', '食堂推出低盐低油窗口', 'The canteen opens a counter with less salt and oil'],
]

const drafts = 3
const withdrawn = 1
const count = 40

const isPinned = (index: number): boolean => index < 4

async function seedOne(unit: UnitOfWork, index: number): Promise<void> {
  const [category, title, titleEn] = lines[index % lines.length] as Line
  const at = new Date(unit.clock.now().getTime() - (1 + index * DAYS_BETWEEN_ARTICLES) * DAY)
  const year = at.getUTCFullYear()
  const month = at.getUTCMonth() + 1
  const isOld = index >= lines.length
  const state = index >= count - withdrawn ? 'withdrawn' : index >= count - withdrawn - drafts ? 'draft' : 'published'
  const named = isOld ? `${title}（${year}年${month}月）` : title
  const { id: author } = await unit.db
    .selectFrom('shared_app_user')
    .select('id')
    .where('username', '=', 'jiang12')
    .executeTakeFirstOrThrow()
  await unit.db
    .insertInto('article')
    .values({
      title: named,
      titleEn: isOld ? `${titleEn} (${year}-${String(month).padStart(2, '0')})` : titleEn,
      category,
      summary: `${named}，请各部门知悉并遵照执行。`,
      body: `各部门：\n\n现将有关事项通知如下，请知悉并遵照执行。\n\n1. 请各部门指定一名联络员，负责本部门的组织与汇总。\n2. 相关材料通过警务保障平台提交，不再接收纸质材料。\n3. 如有疑问，请联系警务保障部门。`,
      isPublic: isPinned(index),
      pinnedUntil: isPinned(index) ? addDays(unit.clock.today(), PINNED_DAYS) : null,
      publishAt: state === 'draft' ? null : at,
      announcedAt: state === 'draft' ? null : at,
      state,
      withdrawReason: state === 'withdrawn' ? '内容有误，更正后重新发布。' : null,
      requireReceipt: category === 'policy',
      createdAt: at,
      createdBy: author,
      updatedAt: at,
      updatedBy: author,
    })
    .execute()
}

/** The oldest first, so that the ids follow the days. */
export async function seedArticles(unit: UnitOfWork): Promise<void> {
  for (let index = count - 1; index >= 0; index -= 1) await seedOne(unit, index)
}
