/** What the stories of money share: windows kept over all of them, forms filled in by hand, figures read behind the screens. */
import type { Locator, Page } from '@playwright/test'
import { tinyPdf } from '#tests/harness/files.ts'
import type { Caller } from './caller.ts'
import { goTo, type Look, openSite, type Site } from './harness.ts'

/** A budget line as its list shows it. */
export interface Line {
  readonly id: number
  readonly deptId: number
  readonly subjectCode: string
  readonly approved: string
  readonly frozen: string
  readonly used: string
  readonly available: string
}
export interface Entry {
  readonly type: string
  readonly amount: string
}
export type Row = Readonly<Record<string, unknown>>

export const cents = (amount: string): number => Math.round(Number(amount.replaceAll(',', '')) * 100)
export const sum = (amounts: readonly string[]): string =>
  (amounts.reduce((total, amount) => total + cents(amount), 0) / 100).toFixed(2)

/** Every row of a list. */
export async function all<T>(person: Caller, path: string): Promise<readonly T[]> {
  const rows: T[] = []
  for (let at = 1; ; at += 1) {
    const next = await person.get<readonly T[]>(`${path}${path.includes('?') ? '&' : '?'}limit=100&page=${at}`)
    rows.push(...next)
    if (next.length < 100) return rows
  }
}
/** The ticket a page shows. */
export const idOf = (at: Page): number => Number(/\/workflow\/ticket\/(\d+)/.exec(at.url())?.[1])

/** A text box by its name. */
export const box = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('textbox', typeof name === 'string' ? { name, exact: true } : { name })
/** Chooses in a searched list what was typed. */
export async function pick(at: Page, place: Page | Locator, name: string | RegExp, typed: string): Promise<void> {
  await place.getByRole('combobox', typeof name === 'string' ? { name, exact: true } : { name }).fill(typed)
  await at.getByRole('option', { name: typed }).first().click()
}
/** A sub-table by its name. */
export const group = (at: Page, name: string) => at.getByRole('group', { name, exact: true })
/** Adds a row to a sub-table. */
export const add = (of: Locator) => of.getByRole('button', { name: '添加一行' }).click()
/** One invoice with its file. */
export async function invoice(at: Page, no: string, day: string, amount: string): Promise<void> {
  const invoices = group(at, '发票')
  await add(invoices)
  await box(invoices, /^发票号码/).fill(no)
  await box(invoices, /^开票日期/).fill(day)
  await box(invoices, /^销售方/).fill('示例供应商01')
  await box(invoices, /^价税合计/).fill(amount)
  const file = { name: '票据.pdf', mimeType: 'application/pdf', buffer: tinyPdf }
  await invoices.locator('input[type=file]').setInputFiles(file)
  await invoices.getByRole('button', { name: '票据.pdf', exact: true }).waitFor()
}
/** One line of expense. */
export async function expense(at: Page, day: string, words: string, amount: string): Promise<void> {
  const lines = group(at, '费用明细')
  await add(lines)
  await box(lines, /^发生日期/).fill(day)
  await box(lines, /^说明/).fill(words)
  await box(lines, /^金额/).fill(amount)
}
export const submit = (at: Page) => at.getByRole('button', { name: '提交', exact: true }).click()
/** The page of what was filed; says what the form complains about when it does not come. */
export async function arrived(at: Page): Promise<void> {
  try {
    await at.waitForURL(/\/workflow\/ticket\/\d+$/)
  } catch (error) {
    const said = await at.getByRole('alert').allInnerTexts()
    throw new Error(`not filed: ${said.join(' | ')}`, { cause: error })
  }
}
/** The live figures beside a form or ticket. */
export const checks = (at: Page) => at.getByRole('region', { name: '实时校验' })
/** Decides on a ticket in its own page. */
export async function decide(
  at: Page,
  ticket: number,
  action: string,
  more?: (panel: Locator) => Promise<void>,
): Promise<void> {
  await goTo(at, `/workflow/ticket/${ticket}`)
  await at.getByRole('toolbar').getByRole('button', { name: action, exact: true }).click()
  const panel = at.getByRole('dialog')
  await more?.(panel)
  await panel.getByRole('button', { name: action, exact: true }).click()
  await panel.waitFor({ state: 'detached' })
}
/** What the cashier fills in. */
export const paid = (voucherNo: string, day: string) => async (panel: Locator) => {
  await panel.getByRole('group', { name: '付款结果' }).getByRole('radio', { name: '已支付' }).click()
  await box(panel, /^凭证号/).fill(voucherNo)
  await box(panel, /^支付日期/).fill(day)
  await panel.getByRole('group', { name: '付款账户' }).getByRole('radio', { name: '零余额账户' }).click()
}

/** People before their screens, and without. */
export interface Office {
  open(): Promise<void>
  close(): Promise<void>
  /** A signed-in window, opened once. */
  page(username: string): Promise<Page>
  /** A window of its own. */
  signedIn(username: string, look?: Look): Promise<Page>
  as(username: string): Promise<Caller>
  moveTo(now: string): Promise<void>
  line(id: number): Promise<Line>
  /** What the ledger says of a ticket, oldest first: `freeze 12.00`. */
  entriesOf(ticket: number): Promise<readonly string[]>
  /** These people approve one after the other. */
  through(ticket: number, ...usernames: readonly string[]): Promise<void>
}

export function createOffice(): Office {
  let opened: Site | undefined
  const site = (): Site => {
    if (opened === undefined) throw new Error('the office is closed')
    return opened
  }
  const pages = new Map<string, Promise<Page>>()
  const callers = new Map<string, Promise<Caller>>()
  const page = (username: string): Promise<Page> => {
    const known = pages.get(username) ?? site().signedIn(username)
    pages.set(username, known)
    return known
  }
  const as = (username: string): Promise<Caller> => {
    const known = callers.get(username) ?? site().as(username)
    callers.set(username, known)
    return known
  }
  return {
    open: async () => {
      opened = await openSite()
    },
    close: async () => opened?.close(),
    page,
    signedIn: (username, look) => site().signedIn(username, look),
    as,
    moveTo: async (now) => {
      await site().moveTo(now)
      callers.clear()
    },
    line: async (id) => (await as('qin17')).get<Line>(`/api/budget/line/${id}/`),
    entriesOf: async (ticket) =>
      (await all<Entry>(await as('qin17'), `/api/budget/ledger/?ticketId=${ticket}&ordering=at`)).map(
        ({ type, amount }) => `${type} ${amount}`,
      ),
    through: async (ticket, ...usernames) => {
      for (const name of usernames) {
        const person = await as(name)
        if (name === 'you18') await person.act(ticket, 'claim')
        await person.act(ticket, 'approve')
      }
    },
  }
}
