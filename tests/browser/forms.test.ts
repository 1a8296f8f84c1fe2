import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TimelineRow } from '#src/define/tickets/history.ts'
import { leaveForm } from '#tests/harness/tickets.ts'
import { complaintsOf, expectAccessible, openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite('embedded')
})
afterAll(() => site?.close())

describe('a refused submit (FORM-STD)', () => {
  let pan: Page
  let complaints: readonly string[]
  const box = (name: string) => pan.getByRole('textbox', { name, exact: true })
  const problemOf = (field: string) => pan.locator(`#apply-${field}-problem`)
  beforeAll(async () => {
    pan = await site.signedIn('pan42')
    complaints = complaintsOf(pan)
    await pan.goto('/workflow/receive/leaveApproval')
    await box('申请理由').fill('回原籍探望父母')
    await box('去向').fill('省会示例市')
  })
  afterAll(() => pan?.context().close())

  it('is foretold in words while the form is filled in: reversed days, no workday, too little quota', async () => {
    const said = pan.getByRole('region', { name: '实时校验' }).locator('.apply-refusals')
    await box('开始日期').fill('2026-03-17')
    await box('结束日期').fill('2026-03-16')
    await said.getByText('结束时间不能早于开始时间').waitFor()
    await problemOf('endDate').getByText('结束时间不能早于开始时间').waitFor()
    await box('开始日期').fill('2026-03-14')
    await box('结束日期').fill('2026-03-15')
    await said.getByText('所选日期均为休息日，无需请假').waitFor()
    await box('开始日期').fill('2026-03-16')
    await box('结束日期').fill('2026-03-31')
    await said.getByText('年休假余额不足').waitFor()
    await problemOf('leaveType').getByText('年休假余额不足').waitFor()
  })

  it('stands at its field and beside the button, takes the focus there, and is announced by a toast', async () => {
    const button = pan.getByRole('button', { name: '提交', exact: true })
    await button.scrollIntoViewIfNeeded()
    await button.click()
    const note = pan.locator('#apply-refusal')
    await note.getByText('年休假余额不足').waitFor()
    await pan.locator('[aria-live] .toast, .toast').getByText('年休假余额不足').first().waitFor()
    await expect.poll(() => pan.evaluate(() => document.activeElement?.id)).toBe('apply-leaveType')
    expect(
      await pan.locator('#apply-leaveType').evaluate((element) => element.getBoundingClientRect().top),
    ).toBeGreaterThan(0)
    const [noteBox, buttonBox] = await Promise.all([note.boundingBox(), button.boundingBox()])
    expect(Math.abs((buttonBox?.y ?? 0) - (noteBox?.y ?? 0) - (noteBox?.height ?? 0))).toBeLessThan(60)
    await expectAccessible(pan, 'a refused leave')
  })

  it('leads from the words beside the button to the field', async () => {
    await pan
      .locator('#apply-refusal')
      .getByRole('button', { name: /假期类型|假别|请假类型/ })
      .click()
    await expect.poll(() => pan.evaluate(() => document.activeElement?.id)).toBe('apply-leaveType')
  })

  it('counts what is missing, and names it beside the button', async () => {
    await box('去向').fill('')
    await pan.getByRole('button', { name: '提交', exact: true }).click()
    await pan.locator('#apply-refusal').getByRole('button', { name: '请填写去向' }).waitFor()
    await expect.poll(() => pan.evaluate(() => document.activeElement?.id)).toBe('apply-destination')
    expect(complaints).toEqual([])
  })
})

describe('a form that is filled in', () => {
  let pan: Page
  beforeAll(async () => {
    pan = await site.signedIn('pan42', { path: '/workflow/receive/leaveApproval' })
  })
  afterAll(() => pan?.context().close())

  it('checks a field when it is left, not one that was only passed, and not under the pointer', async () => {
    const phone = pan.locator('#apply-contactPhone')
    const problem = pan.locator('#apply-contactPhone-problem')
    await pan.locator('#apply-reason').focus()
    await pan.keyboard.press('Tab')
    expect(await pan.locator('#apply-reason-problem').count()).toBe(0)
    await phone.fill('123')
    // The button moves down by the line of the problem, after it was pressed.
    const save = pan.getByRole('button', { name: '保存草稿' })
    await save.click()
    await pan.getByText('草稿已保存', { exact: false }).first().waitFor()
    await problem.waitFor()
    await phone.fill('13800000000')
    await problem.waitFor({ state: 'detached' })
    await phone.press('Tab')
    await pan.locator('#apply-outOfCity').focus()
    expect(await problem.count()).toBe(0)
  })

  it('has the half of a day beside its day, and both ends of a period in one row', async () => {
    const tops = await Promise.all(
      ['startDate', 'startHalf', 'endDate', 'endHalf'].map(async (name) =>
        Math.round((await pan.locator(`[data-field=${name}]`).boundingBox())?.y ?? -1),
      ),
    )
    expect(new Set(tops).size).toBe(1)
  })

  it('names the first problem in a bar that stays in sight', async () => {
    await pan.evaluate(() => scrollTo(0, 0))
    const submit = pan.getByRole('button', { name: '提交', exact: true })
    await expect.poll(() => submit.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await submit.click()
    await pan.locator('.apply-bar').getByRole('button', { name: '请填写申请理由' }).waitFor()
    expect(await pan.locator('.apply-bar .form-refusal li').allInnerTexts()).toEqual([
      '请填写申请理由',
      expect.stringMatching(/^另有\d处，已在表单中标出$/),
    ])
    await expectAccessible(pan, 'a refused form with its bar')
  })
})

describe('a mention in a comment (20.7)', () => {
  let pan: Page
  let ticket: number
  beforeAll(async () => {
    const caller = await site.as('pan42')
    const filed = await caller.post<{ id: number }>('/api/workflow/ticket/', {
      type: 'leaveApproval',
      formData: leaveForm('2026-03-24', '2026-03-24'),
      submit: true,
    })
    ticket = filed.id
    pan = await site.signedIn('pan42')
    await pan.goto(`/workflow/ticket/${ticket}`)
    await pan.getByRole('tab', { name: '评论', exact: true }).click()
  })
  afterAll(() => pan?.context().close())

  it('is chosen by the keyboard: initials find, arrows move, Enter chooses, Esc closes', async () => {
    const text = pan.locator('.mention-text textarea')
    await text.focus()
    await pan.keyboard.type('请 @zs')
    await pan
      .getByRole('listbox')
      .getByRole('option', { name: /章示壬/ })
      .waitFor()
    expect(await text.getAttribute('role')).toBe('combobox')
    expect(await text.getAttribute('aria-activedescendant')).not.toBeNull()
    await expectAccessible(pan, 'the list of people of a comment')
    await pan.keyboard.press('Escape')
    await pan.getByRole('listbox').waitFor({ state: 'detached' })
    await pan.locator('.mention-unnamed').getByText('@zs').waitFor()
    await pan.keyboard.type('r')
    await pan.getByRole('option', { name: /章示壬/ }).waitFor()
    await pan.keyboard.press('ArrowDown')
    await pan.keyboard.press('Enter')
    await expect.poll(() => text.inputValue()).toBe('请 @章示壬 ')
    expect(await pan.locator('.mention-marks mark.is-person').innerText()).toBe('@章示壬')
    await pan.locator('.mention-unnamed').waitFor({ state: 'detached' })
  })

  it('marks an @ that names nobody before it is sent, and sends the person, not the text', async () => {
    const text = pan.locator('.mention-text textarea')
    await pan.keyboard.type('和 @谁 看')
    await pan.locator('.mention-unnamed').getByText('@谁 未对应任何人，不会通知').waitFor()
    expect(await pan.locator('.mention-marks mark.is-unnamed').innerText()).toBe('@谁')
    await pan.getByRole('button', { name: '发送' }).click()
    await pan.locator('.ticket-log').getByText('→ 章示壬').waitFor()
    await expect.poll(() => text.inputValue()).toBe('')
    const zhang = await site.as('zhang39')
    const { id } = await zhang.get<{ id: number }>('/api/system/user/user_info/')
    const log = await zhang.get<TimelineRow[]>(`/api/workflow/ticket/${ticket}/timeline/`)
    const comment = log.find((row) => row.action === 'comment')
    expect(comment).toMatchObject({ comment: '请 @章示壬 和 @谁 看', people: [{ id }] })
  })
})

/** Contrast of the words of each kind of day with what stands behind them. */
async function contrastsOf(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (canvas === null) throw new Error('no canvas')
    const painted = (colours: readonly string[]): readonly number[] => {
      canvas.clearRect(0, 0, 1, 1)
      for (const colour of colours) {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
      }
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const luminance = (rgb: readonly number[]): number => {
      const [r = 0, g = 0, b = 0] = rgb.map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrastOf = (element: Element): number => {
      const behind: string[] = []
      for (let one: Element | null = element; one !== null; one = one.parentElement)
        behind.unshift(getComputedStyle(one).backgroundColor)
      const { color, opacity } = getComputedStyle(element)
      canvas.globalAlpha = 1
      const under = painted(behind)
      const over = painted([...behind, color])
      const seen = over.map((value, at) => value * Number(opacity) + (under[at] ?? 0) * (1 - Number(opacity)))
      const [low = 0, high = 0] = [luminance(seen), luminance(under)].sort((one, other) => one - other)
      return (high + 0.05) / (low + 0.05)
    }
    const kinds = {
      plain: '.rdp-day:not(.rdp-day_selected, .day-weekend, .day-holiday, .day-makeup, .rdp-day_outside)',
      chosen: '.rdp-day_selected:not(.rdp-day_range_middle)',
      between: '.rdp-day_range_middle',
      today: '.rdp-day_today',
      weekend: '.rdp-day.day-weekend',
      holiday: '.rdp-day.day-holiday',
      makeup: '.rdp-day.day-makeup',
      disabled: '.rdp-day_disabled',
    }
    return Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, selector]) => {
        const found = [...document.querySelectorAll(selector)].filter((one) =>
          one.checkVisibility({ visibilityProperty: true }),
        )
        return found.length === 0 ? [] : [[kind, Math.min(...found.map(contrastOf))]]
      }),
    )
  })
}

describe.each(['light', 'dark'] as const)('a date picker in the %s theme', (theme) => {
  let page: Page
  const dialog = () => page.getByRole('dialog')
  const day = (name: RegExp) => dialog().getByRole('gridcell', { name }).or(dialog().getByRole('button', { name }))
  beforeAll(async () => {
    page = await site.signedIn('pan42', { theme })
    await page.goto('/workflow/receive/leaveApproval')
  })
  afterAll(() => page?.context().close())

  it('picks a period as one, with the keyboard, and marks what the work calendar says', async () => {
    const start = page.getByRole('textbox', { name: '开始日期', exact: true })
    await start.fill('2026-05-06')
    await page.getByRole('textbox', { name: '结束日期', exact: true }).fill('2026-05-07')
    await start.press('Alt+ArrowDown')
    await dialog().getByText('请选择开始日期').waitFor()
    await day(/2026年5月1日.*节假日.*示例劳动节/)
      .first()
      .waitFor()
    await day(/2026年5月9日.*调休上班/)
      .first()
      .waitFor()
    await day(/2026年5月10日.*周末/)
      .first()
      .waitFor()
    const contrasts = await contrastsOf(page)
    expect(Object.keys(contrasts)).toEqual(expect.arrayContaining(['plain', 'chosen', 'weekend', 'holiday', 'makeup']))
    expect(Object.entries(contrasts).filter(([, contrast]) => contrast < 4.5)).toEqual([])
    await expectAccessible(page, `the picker of a period in the ${theme} theme`)
    await day(/2026年5月6日/)
      .first()
      .focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog().getByText('请选择结束日期').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    expect(await start.inputValue()).toBe('2026-05-14')
    expect(await page.getByRole('textbox', { name: '结束日期', exact: true }).inputValue()).toBe('2026-05-21')
  })

  it('shows a period so that every day can be read', async () => {
    await page.getByRole('textbox', { name: '开始日期', exact: true }).press('Alt+ArrowDown')
    await page.locator('.rdp-day_range_middle').first().waitFor()
    const contrasts = await contrastsOf(page)
    expect(Object.keys(contrasts)).toEqual(expect.arrayContaining(['chosen', 'between']))
    expect(Object.entries(contrasts).filter(([, contrast]) => contrast < 4.5)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('asks for the work calendar once, however many pickers are opened', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/work_calendar/')) asked.push(request.url())
    })
    await page.getByRole('textbox', { name: '结束日期', exact: true }).press('Alt+ArrowDown')
    await day(/2026年5月1日.*示例劳动节/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(asked).toEqual([])
  })

  it('filters a list by a period, and axe finds nothing with pickers, menus and dialogs open', async () => {
    await page.goto('/workflow/ticket?label=submitted')
    const open = page.getByRole('button', { name: /^选择起止日期/ }).first()
    await page.getByRole('button', { name: '更多筛选' }).click()
    await open.click()
    await day(/2026年3月9日/)
      .first()
      .click()
    await day(/2026年3月11日/)
      .first()
      .click()
    await page.waitForURL(/_after=2026-03-09.*_before=2026-03-11|_before=2026-03-11.*_after=2026-03-09/)
    await page.getByRole('button', { name: '标签页操作' }).click()
    await page.getByRole('menu').first().waitFor()
    await expectAccessible(page, `an open menu in the ${theme} theme`)
    await page.keyboard.press('Escape')
    await page.goto('/personal-center?tab=delegation')
    await page.getByRole('button', { name: '新建委托', exact: true }).click()
    await dialog().waitFor()
    await expectAccessible(page, `an open dialog in the ${theme} theme`)
    await page
      .getByRole('button', { name: /^选择日期/ })
      .first()
      .click()
    await page.locator('.bp6-datepicker').waitFor()
    await expectAccessible(page, `a picker of a moment within a dialog in the ${theme} theme`)
    expect(Object.entries(await contrastsOf(page)).filter(([, contrast]) => contrast < 4.5)).toEqual([])
  })
})
