/** S02 (80): from the prior approval to its settlement. */
import { describe, expect, it } from 'vitest'
import { goTo } from './harness.ts'
import {
  add,
  arrived,
  box,
  checks,
  decide,
  expense,
  group,
  idOf,
  invoice,
  type Line,
  type Office,
  paid,
  pick,
  type Row,
  submit,
  sum,
} from './money-office.ts'
import { budgetLineOf } from './queue.ts'

export function approvalCases({ page, as, line, entriesOf, through }: Office): void {
  describe('S02 from the prior approval to its settlement', () => {
    let training: Line
    let approval: number

    it('1, 2 a training is applied for, and its money is held from the last approval on', async () => {
      const ren = await page('ren56')
      training = await line(await budgetLineOf(await as('ren56'), '30216'))
      await goTo(ren, '/workflow/finance/preApproval')
      await box(ren, '标题').fill('数据取证培训')
      await box(ren, '申请理由').fill('年度培训计划内的业务培训')
      await pick(ren, ren, '预算指标', '30216')
      await ren.getByRole('combobox', { name: '事项类别' }).selectOption('training')
      await box(ren, '人数').fill('20')
      await box(ren, '天数').fill('2')
      const items = group(ren, '预算明细')
      await add(items)
      await box(items, /^名称/).fill('培训费')
      await box(items, /^单位/).fill('人天')
      await box(items, /^数量/).fill('40')
      await box(items, /^单价/).fill('300')
      await box(ren, /^必要性/).fill('提升电子数据取证能力，需集中培训两天')
      await ren.getByText('300.00').first().waitFor()
      await submit(ren)
      await arrived(ren)
      approval = idOf(ren)
      await through(approval, 'feng53', 'you18', 'li04')
      expect((await line(training.id)).frozen).toBe(training.frozen)
      await decide(await page('qin17'), approval, '同意')
      expect((await line(training.id)).frozen).toBe(sum([training.frozen, '12000.00']))
      const [row] = await (await as('ren56')).get<readonly Row[]>('/api/finance/pre_approval/?limit=1')
      expect(row).toMatchObject({ ticketId: approval, state: 'effective', remaining: '12000.00' })
      expect(String(row?.validUntil) <= '2026-12-31').toBe(true)
    })

    it('3, 4 its claim draws upon it, is paid, and the rest goes back', async () => {
      const ren = await page('ren56')
      await goTo(ren, `/workflow/ticket/${approval}`)
      await ren.getByRole('toolbar').getByRole('button', { name: '事前审批报销', exact: true }).click()
      await ren.waitForURL(/financialReimbursementTwo\?from=/)
      await checks(ren).getByText('12,000.00').first().waitFor()
      await box(ren, '标题').fill('数据取证培训报销')
      await expense(ren, '2026-03-11', '培训费用', '10500')
      await invoice(ren, '90000000000000002030', '2026-03-11', '10500')
      await submit(ren)
      await arrived(ren)
      const claim = idOf(ren)
      const [row] = await (await as('ren56')).get<readonly Row[]>('/api/finance/pre_approval/?limit=1')
      expect(row).toMatchObject({ pending: '10500.00', remaining: '1500.00' })
      await through(claim, 'feng53', 'you18', 'li04', 'qin17')
      await decide(await page('he20'), claim, '办理', paid('PZ-2026-3001', '2026-03-11'))
      const after = await line(training.id)
      expect([after.frozen, after.used]).toEqual([training.frozen, sum([training.used, '10500.00'])])
      expect(await entriesOf(approval)).toEqual(['freeze 12000.00', 'unfreeze 10500.00', 'unfreeze 1500.00'])
      expect(await entriesOf(claim)).toEqual(['consume 10500.00'])
      await goTo(ren, '/workflow/finance/preApproval?tab=register')
      await ren.getByRole('row').filter({ hasText: '数据取证培训' }).getByText('已结清').waitFor()
    })

    it('5 what is settled is not offered again, and refused to who asks all the same', async () => {
      const ren = await page('ren56')
      await goTo(ren, '/workflow/finance/financialReimbursementTwo')
      const offered = ren.waitForResponse('**/api/finance/pre_approval/choices/**')
      await ren.getByRole('combobox', { name: '事前审批单', exact: true }).fill('数据取证')
      expect(((await (await offered).json()) as { data: readonly unknown[] }).data).toEqual([])
      const caller = await as('ren56')
      const [row] = await caller.get<readonly { id: number }[]>('/api/finance/pre_approval/?limit=1')
      await expect(
        caller.file('financialReimbursementTwo', {
          reason: '再次报销培训费用',
          preApprovalId: row?.id,
          lines: [{ expenseType: 'training', occurDate: '2026-03-11', description: '培训费用', amount: '10.00' }],
          billCount: 1,
          payeeType: 'personalCard',
          bankName: '示例银行示范支行',
          bankAccount: '6200000000000000056',
          finalSettlement: true,
          invoices: [
            {
              invoiceType: 'digital',
              invoiceNo: '90000000000000002031',
              invoiceDate: '2026-03-11',
              sellerName: '示例供应商01',
              amount: '10.00',
              fileId: [await caller.upload()],
            },
          ],
        }),
      ).rejects.toThrow('preApproval.required')
    })
  })
}
