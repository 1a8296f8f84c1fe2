/** S09 (80), its last part: the budget analysis. The plan before it stands in planning.test.ts and tests/modules/planning.test.ts. */
import { describe, expect, it } from 'vitest'
import { answer, goTo } from './harness.ts'
import { all, type Line, type Office, sum } from './money-office.ts'

export function yearCases({ page, as, signedIn }: Office): void {
  describe('S09 the budget analysis', () => {
    it('3 the totals are those of the lines, who lags is red and warned once, and everybody sees what they may', async () => {
      const qin = await page('qin17')
      await goTo(qin, '/business/budget-analysis')
      const lines = await all<Line>(await as('qin17'), '/api/budget/line/?year=2026')
      const cards = qin.locator('.analysis-cards .card')
      for (const [title, figure] of [
        ['批复预算', 'approved'],
        ['已冻结', 'frozen'],
        ['已支出', 'used'],
        ['可用余额', 'available'],
      ] as const)
        expect(await cards.filter({ hasText: title }).locator('dd').getAttribute('title')).toBe(
          sum(lines.map((one) => one[figure])),
        )
      const rates = qin.getByRole('figure', { name: '部门执行率' })
      await rates
        .getByRole('button', { name: /^交通警察支队/ })
        .locator('.is-bad')
        .waitFor()
      const late = await rates.locator('.bar:has(.is-bad)').count()
      await qin.getByRole('button', { name: '预警', exact: true }).click()
      await answer(qin, `${late}个`, '预警')
      await qin.getByText(`已向${late}个部门发送预警`).waitFor()
      await qin.getByRole('button', { name: '预警', exact: true }).click()
      await answer(qin, `${late}个`, '预警')
      await qin
        .getByText(/一周内已预警/)
        .first()
        .waitFor()

      const qian = await signedIn('qian02')
      await goTo(qian, '/business/budget-analysis')
      const shown = qian.getByRole('region', { name: '部门 × 科目' }).first().locator('tbody th')
      await shown.first().waitFor()
      const own = ['办公室', '警务保障部', '财务科', '装备资产科', '车辆管理科', '后勤服务科', '采购科', '合计']
      const names = await shown.allInnerTexts()
      expect(names.length).toBeGreaterThan(2)
      expect(names.filter((name) => !own.includes(name))).toEqual([])
      await qian.context().close()
    })
  })
}
