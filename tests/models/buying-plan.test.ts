/** What may be bought how (E14): the decision by amount, goods, day and what was bought before, on both sides of every limit. */
import { describe, expect, it } from 'vitest'
import { methodFor } from '#src/modules/procurement/contract.ts'
import { type BuyingFacts, type BuyingQuestion, earliestStart, planOf } from '#src/modules/procurement/guide/plan.ts'
import { methodsBeside, needsIntention } from '#src/modules/procurement/purchases/methods.ts'

const facts: BuyingFacts = {
  today: '2026-03-11',
  limits: { direct: 5000, comparison: 50_000, inquiry: 500_000 },
  claimLimit: 5000,
  minutesLimit: 100_000,
  minQuotes: 3,
  panelSize: 3,
  acceptancePanelSize: 3,
  intentionDays: 30,
  splitDays: 90,
  split: { suspect: '50000.00', stop: '100000.00' },
  boughtBeside: '0.00',
  bulkDeadlineDay: 10,
  bulkMonth: '2026-04',
  bulkCategory: null,
  request: null,
  mayStart: (type) => !['intentionOpen', 'bulkProject', 'financialReimbursementThree'].includes(type),
}
const question = (amount: string, more: Partial<BuyingQuestion> = {}): BuyingQuestion => ({
  category: 'goods',
  amount,
  name: '会议音响设备',
  neededOn: null,
  ...more,
})
const plan = (amount: string, more: Partial<BuyingFacts> = {}, asked: Partial<BuyingQuestion> = {}) =>
  planOf(question(amount, asked), { ...facts, ...more })
const typesOf = (amount: string, more: Partial<BuyingFacts> = {}) =>
  plan(amount, more).steps.flatMap(({ type }) => type ?? [])
const warningKeys = (...given: Parameters<typeof plan>) =>
  plan(...given).warnings.map(({ key }) => key.split('.').slice(2).join('.'))
const paperKeys = (...given: Parameters<typeof plan>) =>
  plan(...given).steps.flatMap(({ papers }) => papers.map(({ key }) => key.split('.').at(-1)))

describe('the method of an amount (PRC-01)', () => {
  it.each([
    ['0.01', 'direct', ['5000']],
    ['5000.00', 'direct', ['5000']],
    ['5000.01', 'comparison', ['5000', '50000']],
    ['50000.00', 'comparison', ['5000', '50000']],
    ['50000.01', 'inquiry', ['50000', '500000']],
    ['500000.00', 'inquiry', ['50000', '500000']],
    ['500000.01', 'publicTender', ['500000']],
  ])('%s is %s and says between which limits', (amount, method, bounds) => {
    const { method: found, why } = plan(amount)
    expect([found, methodFor(amount, facts.limits), why.key]).toEqual([
      method,
      method,
      `procurement.buying.why.${method}`,
    ])
    expect(why.params.map(String)).toEqual([amount, ...bounds])
  })

  it('follows the limits of the settings', () => {
    const limits = { direct: 8000, comparison: 60_000, inquiry: 70_000 }
    expect(['8000.00', '8000.01', '60000.01', '70000.01'].map((amount) => plan(amount, { limits }).method)).toEqual([
      'direct',
      'comparison',
      'inquiry',
      'publicTender',
    ])
  })

  it('names the methods that are allowed as well', () => {
    expect(methodsBeside('direct')).toEqual(['framework'])
    expect(methodsBeside('bulk')).toEqual(['framework'])
    expect(methodsBeside('comparison')).toEqual([
      'inquiry',
      'negotiation',
      'consultation',
      'single',
      'publicTender',
      'framework',
    ])
    expect(methodsBeside('inquiry')).toEqual(['negotiation', 'consultation', 'single', 'publicTender', 'framework'])
    expect(methodsBeside('publicTender')).toEqual(['framework'])
  })

  it('PRC-01 announces what is above a comparison, direct purchases, agreements and the bulk list not', () => {
    const methods = ['direct', 'comparison', 'inquiry', 'single', 'publicTender', 'framework', 'bulk']
    const announced = (amount: string) => methods.filter((method) => needsIntention(method, amount, facts.limits))
    expect(announced('50000.00')).toEqual([])
    expect(announced('50000.01')).toEqual(['comparison', 'inquiry', 'single', 'publicTender'])
  })
})

describe('the steps and the form to begin with', () => {
  it('claims a direct purchase, with a prior approval above the limit of claims', () => {
    const limits = { ...facts.limits, direct: 8000 }
    expect(typesOf('5000.00', { limits })).toEqual(['financialReimbursementOne'])
    expect(typesOf('5000.01', { limits })).toEqual(['preApproval', 'financialReimbursementTwo'])
    expect(plan('5000.00').start).toEqual({
      type: 'financialReimbursementOne',
      formData: { lines: [{ description: '会议音响设备', amount: '5000.00' }] },
    })
    expect(plan('5000.01', { limits }, { category: 'services' }).start).toMatchObject({
      type: 'preApproval',
      formData: { category: 'service', purchaseMethod: 'direct' },
    })
  })

  it('begins a comparison with its form', () => {
    expect(typesOf('20000.00')).toEqual(['comparison', 'financialReimbursementThree'])
    expect(plan('20000.00', {}, { name: '' }).start).toEqual({
      type: 'comparison',
      formData: { category: 'goods', items: [{ qty: 1, budgetPrice: '20000.00' }] },
    })
  })

  it('begins above it with the intention for officers, with the prior approval for others', () => {
    expect(typesOf('60000.00')).toEqual(['intentionOpen', 'preApproval', 'financialReimbursementThree'])
    expect(plan('60000.00').start?.type).toBe('preApproval')
    expect(plan('60000.00', { mayStart: () => true }).start).toEqual({
      type: 'intentionOpen',
      formData: { projectName: '会议音响设备', category: 'goods', amount: '60000.00', expectedMonth: '2026-05' },
    })
    expect(plan('60000.00', { mayStart: () => false }).start).toBeNull()
  })

  it.each([
    ['2026-03-01', null, '2026-04'],
    ['2026-03-02', null, '2026-04'],
    ['2026-03-03', null, '2026-05'],
    ['2026-12-31', null, '2027-02'],
    ['2026-03-11', '2026-05-31', '2026-05'],
    ['2026-03-11', '2026-06-01', '2026-06'],
  ])('on %s for %s the expected month is %s (22.6)', (today, neededOn, month) => {
    const { start } = plan('60000.00', { today, mayStart: () => true }, { neededOn })
    expect(start?.formData.expectedMonth).toBe(month)
  })

  it('buys what is on the bulk list in bulk, whatever it costs (PRC-24)', () => {
    const bulk = { bulkCategory: 'printer', request: { type: 'officeElectronicEquipment', formData: {} } }
    expect(plan('100.00', bulk).method).toBe('bulk')
    expect(plan('900000.00', bulk).method).toBe('bulk')
    expect(plan('20000.00', bulk).start?.type).toBe('officeElectronicEquipment')
    expect(plan('20000.00', { ...bulk, mayStart: () => true }).start).toEqual({
      type: 'bulkProject',
      formData: { bulkCategory: 'printer', periodMonth: '2026-04' },
    })
    const unrequested = { ...bulk, request: null }
    expect(plan('20000.00', unrequested).start).toBeNull()
    expect(plan('20000.00', unrequested).steps[0]?.title.key).toBe('procurement.buying.step.tell')
  })

  it('asks for minutes above the third threshold alone', () => {
    expect(paperKeys('100000.00')).not.toContain('minutes')
    expect(paperKeys('100000.01').filter((key) => key === 'minutes')).toHaveLength(2)
    expect(paperKeys('20000.00', { minutesLimit: 19_999.99 })).toContain('minutes')
  })
})

describe('the warnings', () => {
  it('PRC-13 names a sum that looks split, and one that is refused', () => {
    expect(warningKeys('20000.00', { boughtBeside: '30000.00' })).toEqual([])
    expect(warningKeys('20000.00', { boughtBeside: '30000.01' })).toEqual(['warning.splitSuspect'])
    expect(warningKeys('20000.00', { boughtBeside: '80000.00' })).toEqual(['warning.splitSuspect'])
    expect(plan('20000.00', { boughtBeside: '80000.01' }).warnings).toEqual([
      {
        key: 'procurement.buying.warning.splitStop',
        params: [90, '100000.01', '100000.00', { dictionary: 'purchaseMethod', value: 'inquiry' }],
      },
    ])
    // Only comparisons are added up.
    expect(warningKeys('5000.00', { boughtBeside: '99999.99' })).toEqual([])
  })

  it('PRC-02 tells that an intention comes first, and that a day is before its end', () => {
    expect(earliestStart(facts)).toBe('2026-04-10')
    expect(warningKeys('50000.00')).toEqual([])
    expect(warningKeys('50000.01')).toEqual(['warning.intentionFirst'])
    expect(warningKeys('60000.00', {}, { neededOn: '2026-04-10' })).toEqual(['warning.intentionFirst'])
    expect(warningKeys('60000.00', {}, { neededOn: '2026-04-09' })).toEqual([
      'warning.intentionFirst',
      'warning.tooEarly',
    ])
  })

  it('PRC-23 tells the month of a bulk purchase, and that a day is before it', () => {
    const bulk = { bulkCategory: 'printer' }
    const keys = (neededOn: string) => plan('20000.00', bulk, { neededOn }).warnings.map(({ key }) => key)
    expect(keys('2026-04-01')).toEqual(['rules.rule.PRC-23'])
    expect(keys('2026-03-31')).toEqual(['rules.rule.PRC-23', 'procurement.buying.warning.bulkLate'])
  })
})
