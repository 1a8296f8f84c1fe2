/** Story S05 (80) in front of screens: one letter, one meal, filed, approved, served, listed and settled. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tinyPdf } from '#tests/harness/files.ts'
import { complaintsOf, expectAccessible, goTo, tick } from './harness.ts'
import {
  add,
  arrived,
  box,
  createOffice,
  decide,
  group,
  idOf,
  type Line,
  type Office,
  pick,
  submit,
  sum,
} from './money-office.ts'
import { budgetLineOf } from './queue.ts'

const MEAL_DAY = '2026-03-12'
const AFTER_MEAL = `${MEAL_DAY}T14:00:00+08:00`
const LETTER = { org: '示例市局', no: '示例市局函〔2026〕1号' }
const ESCORTS = ['吴示己', '郑示庚', '陈示壬'] as const
const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: tinyPdf })

describe('an official reception', () => {
  const office: Office = createOffice()
  let complaints: (readonly string[])[] = []
  let line: Line
  let ticket: number
  let shown: number
  beforeAll(() => office.open())
  afterAll(() => office.close())

  async function windowOf(username: string, at?: string): Promise<Page> {
    const page = await (at === undefined ? office.page(username) : office.signedIn(username, { at }))
    complaints.push(complaintsOf(page))
    return page
  }
  /** LETTER-1 of the demo with eight guests, the first of division rank; the meal is proposed for noon of the next day. */
  async function fillLetter(page: Page, escorts: readonly string[]): Promise<void> {
    await goTo(page, '/workflow/receive/officialReception')
    await box(page, '申请理由').fill('接待来访单位开展业务交流')
    await box(page, '来函单位').fill(LETTER.org)
    await box(page, '来函文号').fill(LETTER.no)
    await pick(page, page, '来函单位所在地', '示例南市')
    await page.locator('input[type=file]').first().setInputFiles(paper('公函.pdf'))
    await page.getByRole('button', { name: '公函.pdf', exact: true }).waitFor()
    await box(page, '公务内容').fill('调研警务保障信息化建设')
    const guests = group(page, '来宾')
    for (let number = 1; number <= 8; number += 1) {
      await add(guests)
      await box(guests, `姓名 ${number}`).fill(`来宾示${number}`)
      await box(guests, `单位 ${number}`).fill(LETTER.org)
      await box(guests, `职务 ${number}`).fill(number === 1 ? '处长' : '民警')
      if (number === 1) await guests.getByRole('combobox', { name: '职级 1' }).selectOption('division')
    }
    for (const name of escorts) await pick(page, page, '陪餐人员', name)
    await tick(
      page.getByRole('switch', { name: '承诺不提供烟酒' }).or(page.getByRole('checkbox', { name: '承诺不提供烟酒' })),
    )
    await box(page, '预计费用').fill('1430')
    await pick(page, page, '预算指标', '30217')
  }
  const spent = async (): Promise<number> => {
    const { kinds } = await (await office.as('qin17')).get<{
      readonly kinds: readonly { readonly kind: string; readonly used: string }[]
    }>('/api/home/three_public/')
    return Number(kinds.find(({ kind }) => kind === 'reception')?.used)
  }

  it('S05 1 is filed with a letter, eight guests and three escorts at 130.00 a head', async () => {
    const chen = await windowOf('chen09')
    line = await office.line(await budgetLineOf(await office.as('chen09'), '30217'))
    shown = await spent()
    await fillLetter(chen, ESCORTS)
    await chen.getByText('130.00').first().waitFor()
    await chen.getByText('1,430.00').first().waitFor()
    await expectAccessible(chen, 'the form of a reception')
    await submit(chen)
    await arrived(chen)
    ticket = idOf(chen)
  })

  it('S05 2 is approved by three, holds 1,430.00, and stands among the orders of the canteen with eleven portions', async () => {
    for (const name of ['wu06', 'you18', 'qian02']) {
      const page = await windowOf(name)
      if (name === 'you18') await (await office.as(name)).act(ticket, 'claim')
      await decide(page, ticket, '同意')
    }
    expect((await office.line(line.id)).frozen).toBe(sum([line.frozen, '1430.00']))
    const qi = await windowOf('qi32')
    await goTo(qi, `/restaurant/order?tab=orders&kind=reception&date_after=${MEAL_DAY}&date_before=${MEAL_DAY}`)
    const { no } = await (await office.as('qi32')).get<{ readonly no: string }>(`/api/workflow/ticket/${ticket}/`)
    const row = qi.getByRole('row').filter({ hasText: no })
    await row.getByRole('cell', { name: '11', exact: true }).waitFor()
    await row.getByText('已订', { exact: true }).waitFor()
    expect(complaints.flat()).toEqual([])
  })

  it('S05 3 is served after the meal, listed by the applicant and settled with 1,300.00, which the figures of 三公 count', async () => {
    // Windows of the day before lose their server.
    complaints = []
    await office.moveTo(AFTER_MEAL)
    const qi = await windowOf('qi32', AFTER_MEAL)
    await decide(qi, ticket, '办理')
    const chen = await windowOf('chen09', AFTER_MEAL)
    await decide(chen, ticket, '办理', async (panel) => {
      for (const name of ESCORTS) await pick(chen, panel, '实际陪餐人员', name)
      await box(panel, '实际费用').fill('1300')
      await panel.locator('input[type=file]').setInputFiles(paper('接待清单.pdf'))
      await panel.getByRole('button', { name: '接待清单.pdf', exact: true }).waitFor()
      await pick(chen, panel, '清单审签人', ESCORTS[0])
    })
    const list = chen.getByRole('region', { name: '公务接待清单' })
    await list.getByText('实到：来宾8人，陪餐3人').waitFor()
    await list.getByText('实际 1,300.00 元，人均 118.19 元').waitFor()
    await expectAccessible(chen, 'the list of a reception')
    const you = await windowOf('you18', AFTER_MEAL)
    await decide(you, ticket, '办理', async (panel) => {
      await tick(panel.getByRole('switch').or(panel.getByRole('checkbox')).first())
    })
    const after = await office.line(line.id)
    expect([after.frozen, after.used]).toEqual([line.frozen, sum([line.used, '1300.00'])])
    expect(await office.entriesOf(ticket)).toEqual(['freeze 1430.00', 'unfreeze 1430.00', 'consume 1300.00'])
    expect(await spent()).toBe(shown + 1300)
    await goTo(you, '/workflow/receive/officialReception?tab=register&record=reception')
    const row = you.getByRole('row').filter({ hasText: LETTER.no })
    await row.getByText('已结算').waitFor()
  })

  it('S05 4, 5 is refused with the same letter, and with four escorts for eight guests', async () => {
    const chen = await windowOf('chen09', AFTER_MEAL)
    await fillLetter(chen, [...ESCORTS, '冯示辛'])
    await submit(chen)
    await chen.getByText('陪餐人数超限：最多3人').first().waitFor()
    await chen.getByText(`公函${LETTER.no}已安排过接待，一函一餐`).first().waitFor()
    expect(complaints.flat()).toEqual([])
  })
})
