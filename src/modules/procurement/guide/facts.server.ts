/** What the answer to "what may I buy how?" goes by: the settings of the rules, what was bought lately, and who hands such goods out. */
import type { Access } from '#src/define/access.ts'
import { applicationPermission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { equipmentTypeOf } from '#src/modules/asset/contract.ts'
import { type CatalogueEntry, stockLedger } from '#src/modules/stock/contract.ts'
import { supplyTypes } from '#src/modules/supplies/contract.ts'
import { MIN_PANEL } from '../acceptances/accept.server.ts'
import { firstPeriod } from '../bulk/period.ts'
import { type BulkGoods, bulkGoodsOf } from '../comparison/bulk-goods.ts'
import { PANEL } from '../comparison/comparison-form.server.ts'
import { boughtBeside, methodLimits, splitLimits } from '../comparison/split.server.ts'
import { intentionDays } from '../intentions/intention-form.server.ts'
import type { StockedGoods } from './guide.types.ts'
import type { BuyingFacts, BuyingQuestion, BuyingStart } from './plan.ts'

/** Goods of the stores that are offered at most. */
const MAX_STOCKED = 5

const supplyTypeOf = (unit: UnitOfWork, category: string): string | null =>
  Object.entries(unit.service(supplyTypes).categories).find(([, categories]) => categories.includes(category))?.[0] ??
  null

/** How a department requests goods of the bulk list: from the stores, or as equipment by the allocation standards. */
async function requestOf(unit: UnitOfWork, bulkCategory: BulkGoods): Promise<BuyingStart | null> {
  const configs = await unit.db
    .selectFrom('bulk_config')
    .select(['stockItemId', 'standardItemId', 'assetCategory'])
    .where('category', '=', bulkCategory)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const stocked = configs.flatMap(({ stockItemId }) => stockItemId ?? [])
  const [item] = stocked.length === 0 ? [] : await unit.service(stockLedger).items(stocked.slice(0, 1))
  const supplyType = item === undefined ? null : supplyTypeOf(unit, item.category)
  if (item !== undefined && supplyType !== null)
    return { type: supplyType, formData: { lines: [{ itemId: item.id, qty: 1 }] } }
  const equipment = configs.find(
    ({ standardItemId, assetCategory }) => standardItemId !== null && assetCategory !== null,
  )
  if (equipment === undefined) return null
  const kinds = new Set(configs.flatMap(({ standardItemId }) => standardItemId ?? []))
  const [only] = kinds
  return {
    type: equipmentTypeOf(equipment.assetCategory ?? ''),
    formData: {
      applyKind: 'new',
      ...(kinds.size === 1 && only !== undefined && { lines: [{ itemId: only, qty: 1 }] }),
    },
  }
}

export async function factsOf(unit: UnitOfWork, access: Access, question: BuyingQuestion): Promise<BuyingFacts> {
  const { category, name, amount } = question
  const today = unit.clock.today()
  const bulkCategory = category === 'goods' ? bulkGoodsOf(name) : null
  const bulkDeadlineDay = unit.settings.number('bulk.deadlineDay')
  return {
    today,
    limits: methodLimits(unit),
    claimLimit: unit.settings.number('wf.t1'),
    minutesLimit: unit.settings.number('wf.t3'),
    minQuotes: unit.settings.number('procurement.minQuotes'),
    panelSize: PANEL,
    acceptancePanelSize: MIN_PANEL,
    intentionDays: intentionDays(unit),
    splitDays: unit.settings.number('procurement.splitDays'),
    split: splitLimits(unit),
    boughtBeside: await boughtBeside(unit, { deptId: access.departmentId, category, ticketId: null, amount }),
    bulkDeadlineDay,
    bulkMonth: firstPeriod(today, bulkDeadlineDay),
    bulkCategory,
    request: bulkCategory === null ? null : await requestOf(unit, bulkCategory),
    mayStart: (type) => access.may(applicationPermission(type, 'Create')),
  }
}

const plain = (text: string): string => text.replace(/\s/g, '').toLowerCase()

/** Goods of this name that the stores hand out to people who may request them; what is available first. */
export async function stockedGoods(
  unit: UnitOfWork,
  access: Access,
  { category, name }: BuyingQuestion,
): Promise<readonly StockedGoods[]> {
  const words = plain(name)
  if (category !== 'goods' || words === '') return []
  const typeOf = ({ category: of }: CatalogueEntry): string | null => {
    const type = supplyTypeOf(unit, of)
    return type !== null && access.may(applicationPermission(type, 'Create')) ? type : null
  }
  const entries = await unit.service(stockLedger).catalogue(Object.values(unit.service(supplyTypes).categories).flat())
  return entries
    .filter((entry) => plain(`${entry.name}${entry.spec}`).includes(words))
    .flatMap((entry) => {
      const type = typeOf(entry)
      const { id, name: called, spec, unit: counted, available } = entry
      return type === null ? [] : [{ itemId: id, name: called, spec, unit: counted, available, type }]
    })
    .toSorted((one, other) => Number(other.available > 0) - Number(one.available > 0))
    .slice(0, MAX_STOCKED)
}
