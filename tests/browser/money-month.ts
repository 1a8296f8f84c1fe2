/** A month of the finance office: plan, prior approval, claims, audit, batch, a failed payment, reconciliation, analysis. */
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { printMoney } from '#src/fields/money/cents.ts'
import { tinyPdf } from '#tests/harness/files.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { preApprovalForm, priorClaimForm } from '#tests/modules/money.ts'
import { answer, goTo, tick } from './harness.ts'
import { all, box, cents, type Line, type Office, type Row, sum } from './money-office.ts'
import { budgetLineOf, fileClaim } from './queue.ts'

const plans = '/api/budget/fund_plan/'
interface Plan {
  readonly id: number
  readonly version: number
  readonly state: string
  readonly approvedAmount: string
  readonly actual: string
}

export function monthCases({ page, as, line, entriesOf, through }: Office): void {
  describe('a month of the finance office, from the plan to the analysis', () => {
    let filed: readonly WireTicket[]
    let phones: Line
    let plan: Plan
    const nos: string[] = []

    it('the month is planned: the department asks, finance approves less, and what was spent before is known (30.3)', async () => {
      const han = await as('han14')
      phones = await line(await budgetLineOf(han, '30207'))
      const planned = {
        budgetLineId: phones.id,
        planAmount: '60000.00',
        planDate: '2026-03-11',
        payeeType: 'personalCard',
        purpose: '办公电话与邮寄',
      }
      const drafted = await han.post<Plan>(plans, { year: 2026, periodType: 'month', period: 3, items: [planned] })
      const { id, version } = drafted
      await han.post(`${plans}${id}/submit/`, { version })
      const you = await page('you18')
      await goTo(you, `/business/financial-planning/${id}`)
      await you.getByRole('button', { name: '批复', exact: true }).click()
      const approving = you.getByRole('dialog')
      await box(approving, /^批复金额/).fill('50000')
      await approving.getByRole('button', { name: '批复', exact: true }).click()
      await approving.waitFor({ state: 'detached' })
      plan = await han.get<Plan>(`${plans}${id}/`)
      expect([plan.state, plan.approvedAmount]).toEqual(['approved', '50000.00'])
    })

    it('prior approval, claims, audit, batch, bank file, a payment that comes back and is corrected, a recovery, the day signed (FIN-92 to FIN-96)', async () => {
      const [yang, he, office] = [await as('yang15'), await as('he20'), await page('he20')]
      const approval = await yang.file('preApproval', preApprovalForm(phones.id, '63.00', '2026-03-11'))
      await through(approval.id, 'han14', 'you18')
      const [held] = await yang.get<readonly Row[]>('/api/finance/pre_approval/?limit=1')
      filed = [
        await fileClaim(yang, phones.id, '61.00'),
        await fileClaim(yang, phones.id, '62.00'),
        await yang.file(
          'financialReimbursementTwo',
          priorClaimForm(Number(held?.id), '63.00', '2026-03-11', await yang.upload()),
        ),
      ]
      expect((await line(phones.id)).frozen).toBe(sum([phones.frozen, '186.00']))
      for (const { id } of filed) await through(id, 'han14', 'you18')
      const waiting = await all<{ no: string; ticketId: number }>(he, '/api/finance/payment/?payState=unpaid')
      for (const { id } of filed) nos.push(waiting.find(({ ticketId }) => ticketId === id)?.no ?? '')
      const [first = '', second = '', third = ''] = nos
      await goTo(office, '/financial?tab=unpaid&limit=50')
      for (const no of nos) await tick(office.getByRole('row').filter({ hasText: no }).getByRole('checkbox'))
      await office.getByRole('button', { name: '生成支付批次' }).click()
      const form = office.getByRole('dialog', { name: '生成支付批次（3笔）' })
      await form.getByRole('button', { name: '生成支付批次' }).click()
      await form.waitFor({ state: 'detached' })
      await office.getByRole('tab', { name: '支付批次' }).click()
      await office
        .getByRole('button', { name: /^PC\d+$/ })
        .first()
        .click()
      const batch = office.getByRole('dialog', { name: /^PC\d+$/ })
      const [file] = await Promise.all([
        office.waitForEvent('download'),
        batch.getByRole('button', { name: '导出银行文件' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^bank_PC\d+_\d{14}\.xlsx$/)
      await batch.getByRole('button', { name: '登记批次结果' }).click()
      const marking = office.getByRole('dialog', { name: /^登记支付结果/ })
      await box(marking, `${first} 凭证号`).fill('PZ-2026-7001')
      await box(marking, `${third} 凭证号`).fill('PZ-2026-7004')
      await marking.getByRole('combobox', { name: `${second} 结果` }).selectOption('failed')
      await box(marking, `${second} 退票原因`).fill('户名不符')
      await marking.getByRole('button', { name: '登记', exact: true }).click()
      await marking.waitFor({ state: 'detached' })
      await goTo(office, '/financial?tab=failed')
      await office.getByRole('row').filter({ hasText: second }).getByText('户名不符').waitFor()

      const own = await page('yang15')
      await goTo(own, '/personal-center?tab=payments')
      await own.getByRole('button', { name: `更正付款单${second}的收款信息` }).click()
      const correction = own.getByRole('dialog')
      await box(correction, '收款人').fill('杨示戊')
      await box(correction, '开户行').fill('示例银行第二支行')
      await box(correction, '账号').fill('6200000000000009999')
      await box(correction, '更正说明').fill('户名有误，已更正')
      await correction.getByRole('button', { name: '更正收款信息' }).click()
      await correction.waitFor({ state: 'detached' })
      const you = await page('you18')
      await goTo(you, '/financial?tab=corrections')
      await you.getByRole('row').filter({ hasText: second }).getByRole('button', { name: /更多/ }).click()
      await you.getByRole('menuitem', { name: '确认更正' }).click()
      await answer(you, second, '确认更正')
      await you.getByRole('row').filter({ hasText: second }).getByText('已确认').waitFor()
      const [corrected] = await all<{ id: number }>(he, `/api/finance/payment/?search=${second}`)
      const result = { payResult: 'paid', voucherNo: 'PZ-2026-7002', paidAt: '2026-03-11', account: 'zeroBalance' }
      const marked = await he.post('/api/finance/payment/mark/', { rows: [{ id: corrected?.id, ...result }] })
      expect(marked).toMatchObject([{ ok: true }])

      await goTo(office, '/financial?tab=reconcile&day=2026-03-11')
      await office.getByRole('button', { name: '签字确认' }).click()
      const signing = office.getByRole('dialog')
      await signing.getByRole('button', { name: '签字确认' }).click()
      await signing.waitFor({ state: 'detached' })
      const signatures = office.getByRole('region', { name: '签字记录' }).last()
      await signatures.getByText('与现有数据一致').waitFor()

      // The second was a mistake: the money comes back with its receipt, and only then the claim is void.
      await goTo(office, `/financial?tab=paid&search=${second}`)
      const row = office.getByRole('row').filter({ hasText: second })
      await row.getByRole('button', { name: /更多/ }).click()
      await office.getByRole('menuitem', { name: '登记追回' }).click()
      const recovery = office.getByRole('dialog')
      await box(recovery, '凭证号').fill('PZ-2026-7003')
      await box(recovery, /^追回原因/).fill('重复报销，款项已退回')
      await recovery
        .locator('input[type=file]')
        .setInputFiles({ name: '进账单.pdf', mimeType: 'application/pdf', buffer: tinyPdf })
      await recovery.getByRole('button', { name: '进账单.pdf', exact: true }).waitFor()
      await recovery.getByRole('button', { name: '登记追回' }).click()
      await recovery.waitFor({ state: 'detached' })
      await (await as('qin17')).act(filed[1]?.id ?? 0, 'void', { comment: '与上月报销重复，款项已追回，予以作废' })
      expect(await entriesOf(filed[1]?.id ?? 0)).toEqual([
        'freeze 62.00',
        'unfreeze 62.00',
        'consume 62.00',
        'refund 62.00',
      ])
      await goTo(office, '/financial?tab=reconcile&day=2026-03-11')
      await office.getByRole('region', { name: '签字记录' }).last().getByText('数据已变化').waitFor()
    })

    it('not a cent is lost on the way: line, plan and prior approval say what was paid and stayed paid', async () => {
      const spent = sum(['61.00', '63.00'])
      const { frozen, used, available } = await line(phones.id)
      expect([frozen, used]).toEqual([phones.frozen, sum([phones.used, spent])])
      expect(sum([available, spent])).toBe(phones.available)
      expect(await entriesOf(filed[2]?.id ?? 0)).toEqual(['consume 63.00'])
      const you = await page('you18')
      // Loaded anew: on the stopped clock of the window the figures of before never grow old.
      await you.goto(`/business/financial-planning/${plan.id}`)
      await you
        .locator('.detail-head > div', { hasText: '实际支出' })
        .getByText(printMoney(sum([plan.actual, spent])), { exact: true })
        .waitFor()
      const [held] = await (await as('yang15')).get<readonly Row[]>('/api/finance/pre_approval/?limit=1')
      expect(held).toMatchObject({ state: 'settled', reimbursed: '63.00', remaining: '0.00' })
    })

    /** The table of a chart: its rows, each as texts. */
    async function tableOf(at: Page, name: string | RegExp): Promise<readonly (readonly string[])[]> {
      const figure = at.getByRole('figure', { name }).first()
      await figure.getByRole('button', { name: '查看数据' }).click()
      await figure.locator('tbody tr').first().waitFor()
      return figure
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
    }
    const column = (rows: readonly (readonly string[])[], at: number): string => sum(rows.map((row) => row[at] ?? '0'))

    it('the numbers of every chart are those of the lists behind them', async () => {
      const [qin, reader] = [await page('qin17'), await as('qin17')]
      const lines = await all<Line>(reader, '/api/budget/line/?year=2026')
      const used = sum(lines.map((one) => one.used))
      await goTo(qin, '/business/budget-analysis')
      const pivot = qin.getByRole('region', { name: '部门 × 科目' }).first()
      await pivot.getByRole('button', { name: /^警务保障部 邮电费/ }).click()
      const ledger = qin.getByRole('dialog', { name: /邮电费/ })
      await ledger
        .getByRole('link', { name: filed[0]?.no ?? '' })
        .first()
        .waitFor()
      await qin.keyboard.press('Escape')
      expect(column(await tableOf(qin, '部门执行率'), 2)).toBe(used)
      expect(column(await tableOf(qin, '科目执行率'), 2)).toBe(used)
      expect(column(await tableOf(qin, '冻结资金账龄'), 1)).toBe(sum(lines.map((one) => one.frozen)))
      const months = await tableOf(qin, '支出与计划')
      expect(months.at(-1)?.[3]?.replaceAll(',', '')).toBe((Math.round(cents(used) / 10_000) / 100).toFixed(2))
      const threePublic = new Set(['30217', '30231', '31013'])
      expect(column(await tableOf(qin, '三公经费'), 1)).toBe(
        sum(lines.filter(({ subjectCode }) => threePublic.has(subjectCode)).map((one) => one.used)),
      )

      await goTo(qin, '/financialanalysis')
      const spend = await tableOf(qin, '月度支出趋势')
      const ofYear = spend.filter(([month]) => month?.startsWith('2026'))
      expect(sum(ofYear.flatMap((row) => row.slice(1)))).toBe(used)
      expect(column(await tableOf(qin, '人均支出'), 1)).toBe(used)
      const inYear = (row: Row, field: string): boolean => String(row[field]).startsWith('2026')
      const invoices = (await all<Row>(reader, '/api/finance/invoice/?state=used')).filter((row) =>
        inYear(row, 'invoiceDate'),
      )
      const [vendor] = await tableOf(qin, '主要销售方')
      const ofVendor = invoices.filter(({ sellerName }) => sellerName === vendor?.[0])
      expect([vendor?.[1], vendor?.[2]?.replaceAll(',', '')]).toEqual([
        String(ofVendor.length),
        sum(ofVendor.map(({ amount }) => String(amount))),
      ])
      const trips = (await all<Row>(reader, '/api/travel/trip/')).filter(
        (row) => inYear(row, 'startDate') && row.state !== 'cancelled' && row.state !== 'expired',
      )
      const cities = await tableOf(qin, '各地差旅支出')
      expect([column(cities, 1), column(cities, 3)]).toEqual([
        `${trips.length}.00`,
        sum(trips.map(({ actual }) => String(actual ?? '0'))),
      ])
    })
  })
}
