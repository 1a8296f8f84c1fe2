/** S07 (80): a public repair from the report to its payment, with parts of the store, by hand where the story is told. */
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { tinyPdf } from '#tests/harness/files.ts'
import { expectAccessible, goTo } from './harness.ts'
import {
  add,
  arrived,
  box,
  decide,
  idOf,
  invoice,
  type Line,
  type Office,
  paid,
  pick,
  submit,
  sum,
} from './money-office.ts'
import { budgetLineOf } from './queue.ts'

const place = '主楼2号电梯'
const photo = { name: '现场.pdf', mimeType: 'application/pdf', buffer: tinyPdf }

export function repairCases({ page, as, line, through, signedIn }: Office): void {
  describe('S07 a public repair with parts, from the report to its payment', () => {
    let held: Line
    let ticket: number
    let worker: Page
    const card = () => worker.getByRole('listitem').filter({ hasText: place })
    const press = (name: RegExp) => card().getByRole('button', { name }).click()
    const finish = async (qty: string): Promise<void> => {
      await press(/^完工/)
      const form = worker.getByRole('dialog')
      await box(form, /^维修情况/).fill('更换平层感应器，试运行正常')
      const parts = form.getByRole('group', { name: '用料', exact: true })
      await add(parts)
      await pick(worker, parts, /^物品/, '示例硒鼓')
      await box(parts, /^数量/).fill(qty)
      await box(form, /^实际费用/).fill('7600')
      await form.getByRole('button', { name: '完工', exact: true }).click()
      await form.waitFor({ state: 'detached' })
    }

    it('1, 2 is reported with a photo, surveyed, and holds its estimate from the last approval on', async () => {
      const [miao, yang] = [await signedIn('miao52'), await page('yang15')]
      held = await line(await budgetLineOf(await as('yang15'), '30213'))
      await goTo(miao, '/workflow/maintenance/publicMaintenance')
      await box(miao, '申请理由').fill('电梯异响，存在安全隐患')
      await miao.getByRole('combobox', { name: /^维修类别/ }).selectOption('elevator')
      await box(miao, /^地点/).fill(place)
      await box(miao, /^故障描述/).fill('运行中有异响，平层不准')
      await miao.locator('input[type=file]').first().setInputFiles(photo)
      await miao.getByRole('button', { name: photo.name, exact: true }).waitFor()
      await submit(miao)
      await arrived(miao)
      ticket = idOf(miao)
      await decide(yang, ticket, '同意', async (panel) => {
        await box(panel, /^预估费用/).fill('8000')
        await pick(yang, panel, /^维修单位/, '示例供应商05')
        await pick(yang, panel, /^预算指标/, '30213')
        await pick(yang, panel, /^维修人员/, '邹示丁')
      })
      await through(ticket, 'han14', 'you18', 'qian02')
      expect((await line(held.id)).frozen).toBe(sum([held.frozen, '8000.00']))
      const progress = miao.getByRole('region', { name: '维修进展' })
      await progress.getByText('已派工').waitFor()
      await progress.getByText('维修单位 示例供应商05').waitFor()
    })

    it('3 is done on the worker’s phone with a part of the store, refused once, and rated by its applicant', async () => {
      worker = await signedIn('zou34', { width: 390 })
      await goTo(worker, '/maintenance')
      await press(/^接单/)
      await press(/^开工/)
      await finish('1')
      const yang = await page('yang15')
      await goTo(yang, `/workflow/ticket/${ticket}`)
      const progress = yang.getByRole('region', { name: '维修进展' })
      await progress.getByText(/示例硒鼓.* 1 /).waitFor()
      await progress.getByRole('button', { name: '返修' }).click()
      await box(progress, '未修好的地方').fill('平层仍有误差')
      await progress.getByRole('button', { name: '返修' }).click()
      await press(/^完工/)
      const form = worker.getByRole('dialog')
      await box(form, /^维修情况/).waitFor()
      await expectAccessible(worker, 'reporting a repair done on a phone')
      await box(form, /^维修情况/).fill('重新校准平层')
      await box(form, /^实际费用/).fill('7600')
      await form.getByRole('button', { name: '完工', exact: true }).click()
      await form.waitFor({ state: 'detached' })
      const miao = await page('miao52')
      await decide(miao, ticket, '办理', (panel) => box(panel, /^满意度/).fill('4'))
      await decide(yang, ticket, '办理')
      await progress.getByText('满意度 4 分').waitFor()
      await progress.getByText('已验收').waitFor()
      expect((await line(held.id)).frozen).toBe(sum([held.frozen, '7600.00']))
      // The part left the store once, though the work was reported twice.
      expect(await progress.getByText(/示例硒鼓.* 1 /).count()).toBe(1)
    })

    it('4 is paid to the contractor from what it holds, and not a cent more', async () => {
      const [yang, he] = [await page('yang15'), await page('he20')]
      await goTo(yang, '/workflow/finance/financialReimbursementThree')
      await box(yang, '申请理由').fill('支付电梯维修费用')
      const officer = await as('yang15')
      const { no } = await officer.get<{ no: string }>(`/api/workflow/ticket/${ticket}/`)
      await pick(yang, yang, /^来源单据/, no)
      await box(yang, /^合同编号/).fill('WX-2026-07')
      await box(yang, /^本次付款/).fill('7600')
      await invoice(yang, '90000000000000003070', '2026-03-06', '7600')
      await box(yang, /^收款人/).fill('示例供应商05')
      await box(yang, /^开户行/).fill('示例银行示范支行')
      await box(yang, /^账号/).fill('6200000000000000005')
      const proof = yang.locator('.field-files', { has: yang.getByRole('button', { name: /^验收报告/ }) })
      await proof.locator('input[type=file]').setInputFiles(photo)
      await proof.getByRole('button', { name: photo.name, exact: true }).waitFor()
      await submit(yang)
      await arrived(yang)
      const claim = idOf(yang)
      await through(claim, 'han14', 'you18', 'qian02', 'qin17')
      await decide(he, claim, '办理', paid('PZ-2026-7007', '2026-03-11'))
      const after = await line(held.id)
      expect([after.used, after.frozen]).toEqual([sum([held.used, '7600.00']), held.frozen])
      const { formData } = await officer.get<{ formData: Record<string, unknown> }>(`/api/workflow/ticket/${claim}/`)
      const again = officer.file('financialReimbursementThree', {
        reason: '再次支付电梯维修费用',
        sourceId: formData.sourceId,
        contractNo: 'WX-2026-07',
        stage: 'advance',
        amount: '1.00',
        payeeType: 'corporate',
        payeeName: '示例供应商05',
        bankName: '示例银行示范支行',
        bankAccount: '6200000000000000005',
      })
      await expect(again).rejects.toThrow(/超过未付金额|批准额度已关闭/)
    })
  })
}
