/** S10.1, S10.4, S11.2, S11.4 (80): claims that race, claims that are forged and claims sent twice. */
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { goTo, tick } from './harness.ts'
import { arrived, box, cents, expense, group, idOf, invoice, type Office, pick, submit } from './money-office.ts'
import { budgetLineOf, fileClaim } from './queue.ts'

export function claimCases({ page, as, line, entriesOf, through }: Office): void {
  describe('S10, S11 forged and raced claims', () => {
    async function claim(at: Page, title: string, subject: string, amount: string, no: string): Promise<void> {
      // Loaded anew: the program would show a refused form again.
      await at.goto('/workflow/finance/financialReimbursementOne')
      await box(at, '标题').fill(title)
      await box(at, '申请理由').fill('购买办公用品一批')
      await pick(at, at, '预算指标', subject)
      await expense(at, '2026-03-06', '打印纸与硒鼓', amount)
      await invoice(at, no, '2026-03-06', amount)
    }
    /** Keeps the next claim as the browser sends it, key and all. */
    const keepSubmit = (at: Page) =>
      at.evaluate(() => {
        const send = globalThis.fetch
        globalThis.fetch = (input, init) => {
          if (input instanceof Request && input.method === 'POST' && input.url.endsWith('/api/workflow/ticket/'))
            Object.assign(globalThis, { sent: input.clone() })
          return send(input, init)
        }
      })
    /** Sends it so many times more; the ids of the tickets that are answered. */
    const sendAgain = (at: Page, times: number) =>
      at.evaluate(async (count) => {
        const { sent } = globalThis as unknown as { sent: Request }
        const answers = await Promise.all(Array.from({ length: count }, () => fetch(sent.clone())))
        const bodies = await Promise.all(answers.map((one) => one.json() as Promise<{ data: { id: number } }>))
        return bodies.map(({ data }) => data.id)
      }, times)

    it('S10.1 of two claims for 2,000.00 on a line with 3,000.00 exactly one is taken, with the exact words for the other', async () => {
      const both = await Promise.all(['pan42', 'ge43'].map(page))
      const office = await line(await budgetLineOf(await as('pan42'), '30201'))
      expect(office.available).toBe('3000.00')
      await Promise.all(
        both.map((at, index) => claim(at, `抢占${index}`, '30201', '2000.00', `9000000000000000200${index}`)),
      )
      await Promise.all(both.map(submit))
      const ends = await Promise.all(
        both.map((at) =>
          Promise.race([
            arrived(at).then(() => 'taken'),
            at
              .locator('#apply-budgetLineId-problem')
              .filter({ hasText: '预算' })
              .innerText()
              .then((text) => text.trim()),
          ]),
        ),
      )
      expect([...ends].sort()).toEqual(['taken', '预算余额不足：可用 1,000.00 元，本次 2,000.00 元'].sort())
      const after = await line(office.id)
      expect([after.available, cents(after.frozen) - cents(office.frozen)]).toEqual(['1000.00', 200_000])
    })

    it('S11.2 a forged amount is computed anew, a used invoice names its ticket, a foreign payee wants the auditor’s word', async () => {
      const [ge, at] = [await as('ge43'), await page('ge43')]
      // What the client says of the amount is not asked.
      const first = await fileClaim(ge, await budgetLineOf(ge, '30207'), '900.00', { amount: '1.00' })
      expect(first.amount).toBe('900.00')
      const used = (first.formData.invoices as readonly { invoiceNo: string }[])[0]?.invoiceNo ?? ''
      await claim(at, '代垫费用', '30207', '900.00', used)
      // FS-PAYEE: who claims is paid, on the account of the personal centre.
      expect([await box(at, '收款人').inputValue(), await box(at, '账号').inputValue()]).toEqual([
        '葛示丙',
        '6200000000000000043',
      ])
      await box(at, '收款人').fill('潘示乙')
      await submit(at)
      await at.getByText(`发票${used}已在工单${first.no}中使用`).first().waitFor()
      await box(group(at, '发票'), /^发票号码/).fill('90000000000000002020')
      await keepSubmit(at)
      await submit(at)
      await arrived(at)
      await at.getByText('900.00').first().waitFor()
      const ticket = idOf(at)
      await through(ticket, 'zhang39')
      const you = await as('you18')
      await you.act(ticket, 'claim')
      const office = await page('you18')
      await goTo(office, `/workflow/ticket/${ticket}`)
      await office
        .getByText(/潘示乙/)
        .first()
        .waitFor()
      await office.getByRole('toolbar').getByRole('button', { name: '同意', exact: true }).click()
      const panel = office.getByRole('dialog')
      await panel.getByRole('button', { name: '同意', exact: true }).click()
      await office
        .getByText(/潘示乙.*不是申请人/)
        .last()
        .waitFor()
      await panel.locator('textarea').fill('代垫款，已核实收条')
      await panel.getByRole('button', { name: '同意', exact: true }).click()
      await panel.waitFor({ state: 'detached' })
      expect((await you.get<WireTicket>(`/api/workflow/ticket/${ticket}/`)).amount).toBe('900.00')
    })

    it('S10.4 the submit of that claim, sent five times over, is one ticket and one freeze', async () => {
      const at = await page('ge43')
      const first = idOf(at)
      expect(await sendAgain(at, 4)).toEqual([first, first, first, first])
      expect((await entriesOf(first))[0]).toBe('freeze 900.00')
      expect((await entriesOf(first)).filter((entry) => entry.startsWith('freeze'))).toHaveLength(1)
      const filed = await (await as('ge43')).get<readonly { title: string }[]>(
        '/api/workflow/ticket/?label=submitted&limit=100',
      )
      expect(filed.filter(({ title }) => title === '代垫费用')).toHaveLength(1)
    })

    it('S11.4 the cashier is not made finance officer as well', async () => {
      const at = await page('yu55')
      await goTo(at, '/system/user?search=he20')
      await at.getByRole('row').filter({ hasText: 'he20' }).getByRole('button', { name: /更多/ }).click()
      await at.getByRole('menuitem', { name: '分配角色', exact: true }).click()
      const roles = at.getByRole('dialog')
      await tick(roles.getByRole('checkbox', { name: '财务审核员', exact: true }))
      await roles.getByRole('button', { name: '保存', exact: true }).click()
      await roles.getByRole('alert').getByText('不能由同一人担任').waitFor()
    })
  })
}
