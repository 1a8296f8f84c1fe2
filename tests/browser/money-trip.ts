/** S01 (80) without its car: a trip, from the request to its payment. */
import { describe, expect, it } from 'vitest'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { goTo, tick } from './harness.ts'
import {
  add,
  arrived,
  box,
  cents,
  decide,
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

export function tripCases({ page, as, line, through, signedIn, moveTo }: Office): void {
  describe('S01 a trip, from the request to its payment', () => {
    let travel: Line
    let request: number
    const away = '2026-03-16T10:00:00+08:00'

    it('1, 2 is asked for with its estimate, held by the last approval, and the applicant hears it', async () => {
      const pan = await page('pan42')
      travel = await line(await budgetLineOf(await as('pan42'), '30211'))
      await goTo(pan, '/workflow/finance/travelRequest')
      await box(pan, '标题').fill('赴省会调查取证')
      await box(pan, '申请理由').fill('赴省会调取监控录像')
      const legs = group(pan, '行程')
      await add(legs)
      await pick(pan, legs, /^出发地/, '演示东市')
      await pick(pan, legs, /^目的地/, '省会示例市')
      await box(legs, /^出发日期/).fill('2026-03-13')
      await box(legs, /^结束日期/).fill('2026-03-15')
      await legs.getByRole('combobox', { name: /^交通工具/ }).selectOption('officialCar')
      await tick(
        pan.getByRole('switch', { name: '使用公务用车' }).or(pan.getByRole('checkbox', { name: '使用公务用车' })),
      )
      await pick(pan, pan, '预算指标', '30211')
      const route = pan.getByRole('region', { name: '流程预览' })
      await route.getByText('章示壬').waitFor()
      await route.getByText(/^出差不超过3天/).waitFor()
      await submit(pan)
      await arrived(pan)
      request = idOf(pan)
      const step = pan.locator('.step', { hasText: '部门领导审批' }).first()
      const zhang = await page('zhang39')
      await goTo(zhang, '/workflow/ticketApproval')
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
      await goTo(pan, '/travelWork')
      await pan.getByRole('row').filter({ hasText: '2026-03-13' }).getByText('待出发').waitFor()
    })

    it('5, 6 after the return it is claimed up to the standard, paid, and never claimed again', async () => {
      await moveTo(away)
      const [pan, he] = await Promise.all(['pan42', 'he20'].map((name) => signedIn(name, { at: away })))
      if (!pan || !he) throw new Error('nobody came')
      const caller = await as('pan42')
      const trip = async () => (await caller.get<readonly Row[]>('/api/travel/trip/?limit=1'))[0]
      await expect.poll(async () => (await trip())?.state).toBe('ended')
      await goTo(pan, `/workflow/ticket/${request}`)
      await pan.getByRole('toolbar').getByRole('button', { name: '差旅报销', exact: true }).click()
      await pan.waitForURL(/travelReimbursement\?from=/)
      await box(pan, '标题').fill('赴省会调查取证报销')
      const lodging = group(pan, '住宿')
      await add(lodging)
      await pick(pan, lodging, /^入住人/, '潘示乙')
      await pick(pan, lodging, /^城市/, '省会示例市')
      await box(lodging, /^入住日期/).fill('2026-03-13')
      await box(lodging, /^晚数/).fill('2')
      await box(lodging, /^实际金额/).fill('760')
      await box(pan, /^使用公务用车天数/).fill('3')
      await invoice(pan, '90000000000000002040', '2026-03-15', '760')
      await lodging.getByText('60.00').first().waitFor()
      await pan.getByText('1,000.00').first().waitFor()
      await pan
        .getByText(/住宿超标准 60.00 元/)
        .first()
        .waitFor()
      await submit(pan)
      await arrived(pan)
      const claim = idOf(pan)
      await through(claim, 'zhang39', 'you18')
      await decide(he, claim, '办理', paid('PZ-2026-3002', '2026-03-16'))
      const after = await line(travel.id)
      expect([after.frozen, after.used]).toEqual([travel.frozen, sum([travel.used, '1000.00'])])
      expect(await trip()).toMatchObject({ state: 'reimbursed', actual: '1000.00' })
      await goTo(pan, '/travelWork')
      await pan.getByRole('row').filter({ hasText: '2026-03-13' }).getByText('已报销').waitFor()
      const payments = await (await as('he20')).get<readonly Row[]>('/api/finance/payment/?payState=paid&limit=100')
      expect(payments.find(({ ticketId }) => ticketId === claim)).toMatchObject({ payState: 'paid', amount: '1000.00' })
      const { legs, lodging: nights } = (await caller.get<WireTicket>(`/api/workflow/ticket/${claim}/`)).formData
      const again = caller.file('travelReimbursement', {
        reason: '再次报销同一次出差',
        trips: [{ tripId: (await trip())?.id }],
        legs,
        lodging: nights,
        mealProvided: 0,
        carDays: 3,
        payeeType: 'personalCard',
        bankName: '示例银行示范支行',
        bankAccount: '6200000000000000042',
        invoices: [
          {
            invoiceType: 'digital',
            invoiceNo: '90000000000000002041',
            invoiceDate: '2026-03-15',
            sellerName: '示例供应商01',
            amount: '760.00',
            fileId: [await caller.upload()],
          },
        ],
      })
      await expect(again).rejects.toThrow('travel.alreadyReimbursed')
    })
  })
}
