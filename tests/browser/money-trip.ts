/** S01 (80), its first part: a trip is asked for, held and announced. Its claim stands in tests/modules/approvals. */
import { describe, expect, it } from 'vitest'
import { add, arrived, box, cents, group, type Line, type Office, pick, submit, sum } from './money-office.ts'
import { budgetLineOf } from './queue.ts'

export function tripCases({ page, as, line }: Office): void {
  describe('S01 a trip is asked for', () => {
    let travel: Line

    it('1, 2 is asked for with its estimate, held by the last approval, and the applicant hears it', async () => {
      const pan = await page('pan42')
      travel = await line(await budgetLineOf(await as('pan42'), '30211'))
      await pan.goto('/workflow/finance/travelRequest')
      await box(pan, '标题').fill('赴省会调查取证')
      await box(pan, '申请理由').fill('赴省会调取监控录像')
      const legs = group(pan, '行程')
      await add(legs)
      await pick(pan, legs, /^出发地/, '演示东市')
      await pick(pan, legs, /^目的地/, '示例东市')
      await box(legs, /^出发日期/).fill('2026-03-13')
      await box(legs, /^结束日期/).fill('2026-03-15')
      await legs.getByRole('combobox', { name: /^交通工具/ }).selectOption('officialCar')
      await pan
        .getByRole('switch', { name: '使用公务用车' })
        .or(pan.getByRole('checkbox', { name: '使用公务用车' }))
        .check({ force: true })
      await pick(pan, pan, '预算指标', '30211')
      const route = pan.getByRole('region', { name: '流程预览' })
      await route.getByText('章示壬').waitFor()
      await route.getByText('天数 3 ≤ 3').waitFor()
      await submit(pan)
      await arrived(pan)
      const step = pan.locator('.step', { hasText: '部门领导审批' }).first()
      const zhang = await page('zhang39')
      await zhang.goto('/workflow/ticketApproval')
      const row = zhang.locator('.queue-button', { hasText: '赴省会调查取证' })
      await row.click()
      await zhang.getByRole('heading', { level: 1, name: '赴省会调查取证' }).waitFor()
      await zhang.getByRole('toolbar').getByRole('button', { name: '同意', exact: true }).click()
      await zhang.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click()
      await row.waitFor({ state: 'detached' })
      await step.getByText('已完成', { exact: true }).waitFor()
      const after = await line(travel.id)
      // Two nights at 350.00, three days at 100.00 and 80.00.
      expect([after.frozen, after.available]).toEqual([
        sum([travel.frozen, '1240.00']),
        (cents(travel.available) / 100 - 1240).toFixed(2),
      ])
      await pan.goto('/travelWork')
      await pan.getByRole('row').filter({ hasText: '2026-03-13' }).getByText('待出发').waitFor()
    })
  })
}
