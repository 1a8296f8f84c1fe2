/** Events of a ticket's statechart as people cause them on the page of the ticket. */
import type { Locator, Page } from '@playwright/test'
import { expect } from 'vitest'
import type { PersonEventType, TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import formEn from '#src/client/messages/frame/records/records-form.en.ts'
import formZhHans from '#src/client/messages/frame/records/records-form.zhHans.ts'
import en from '#src/client/messages/frame/ticketAction.en.ts'
import zhHans from '#src/client/messages/frame/ticketAction.zhHans.ts'
import { arrangeActions, rowActions } from '#src/client/tickets/apply/arrangement.ts'
import type { Language } from '#src/define/messages.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'
import type { Field, Fields, ReferenceField } from '#src/fields/field.ts'
import { modules } from '#src/modules.ts'
import { goWithin, tick } from './harness.ts'

export type PersonEvent = Extract<TicketEvent, { readonly type: PersonEventType }>
type Values = Readonly<Record<string, unknown>>

const texts = { zhHans, en }
const formTexts = { zhHans: formZhHans, en: formEn }

/** Actions that are confirmed by a question; those that neither ask nor open a panel are sent at once. */
const confirmed: readonly PersonEventType[] = ['submit', 'withdraw', 'retrieve']
const immediate: readonly PersonEventType[] = ['claim', 'release', 'urge']

/** A person in front of the page of a ticket. */
export interface Desk {
  readonly page: Page
  readonly language: Language
  /** Names of people, by id. */
  readonly nameOf: (userId: number) => string
  /** The label of a dictionary's entry, in the language of the page. */
  readonly labelOf: (dictionary: string, value: string) => Promise<string>
  /** What the person reads through the API. */
  readonly read: <T>(path: string) => Promise<T>
}

/** Buttons that are no events of the chart. */
const beyondChart: readonly TicketButton[] = ['edit', 'delete', 'revoke', 'convert']
/** Buttons that are events of the chart. */
export const ofChart = rowActions.filter(
  (action): action is Extract<TicketButton, PersonEventType> => !beyondChart.includes(action),
)

const bar = (page: Page): Locator => page.locator('.action-bar').last()

/** The events of the chart among the buttons that the page offers; those under "more" are read there. */
async function offered({ page, language }: Desk): Promise<readonly string[]> {
  const { action } = texts[language]
  const names = new Map(ofChart.map((event) => [action[event], event]))
  const read = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => names.get(text.trim()) ?? [])
  const main = read(await bar(page).getByRole('button').allInnerTexts())
  const more = bar(page).getByRole('button', { name: action.more, exact: true })
  if ((await more.count()) === 0) return main
  await more.click()
  const menu = page.getByRole('menu').last()
  await menu.waitFor()
  const hidden = read(await menu.getByRole('menuitem').allInnerTexts())
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  return [...main, ...hidden]
}

/** Shows the ticket and asserts that the page offers exactly these events of the chart, once it has followed what others did. */
export async function expectOffered(
  desk: Desk,
  { id, no }: Pick<TicketDetail, 'id' | 'no'>,
  expected: readonly PersonEventType[],
  where: string,
): Promise<void> {
  // Tickets of one path after another have the same title, by which `goTo` would know that the page has come.
  await goWithin(desk.page, `/workflow/ticket/${id}`)
  await desk.page.locator('.ticket-page:visible', { hasText: no }).waitFor()
  await expect.poll(async () => [...(await offered(desk))].sort(), { message: where }).toEqual([...expected].sort())
}

async function press({ page, language }: Desk, type: PersonEventType): Promise<void> {
  const { action } = texts[language]
  const isMain = arrangeActions([type]).main.length > 0
  if (isMain) return bar(page).getByRole('button', { name: action[type], exact: true }).click()
  await bar(page).getByRole('button', { name: action.more, exact: true }).click()
  await page.getByRole('menuitem', { name: action[type], exact: true }).click()
}

/** Chooses in a searched list what has that label, by keyboard. */
async function choose({ page }: Desk, input: Locator, label: string): Promise<void> {
  await input.fill(label)
  await page.locator('[role=option].is-active', { hasText: label }).waitFor()
  await input.press('Enter')
}

/** The label of a record that a field refers to, as its picker shows it. */
async function labelOfRecord({ read }: Desk, { record, options }: ReferenceField, id: number): Promise<string> {
  const path = modules.flatMap((module) => module.records).find(({ name }) => name === record)?.path ?? ''
  const [url = ''] = (options ?? `${path}options/`).split('?')
  const found = (await read<readonly { readonly id: number; readonly label: string }[]>(`${url}?ids=${id}`)).find(
    (one) => one.id === id,
  )
  if (found === undefined) throw new Error(`${url} offers no ${record} ${id}`)
  return found.label
}

async function fillField(desk: Desk, panel: Locator, path: string, field: Field, value: unknown): Promise<void> {
  const input = panel.locator(`[id$="-${path}"]`)
  switch (field.kind) {
    case 'choice': {
      if ((await input.getAttribute('role')) !== 'group') return void (await input.selectOption(String(value)))
      const name = await desk.labelOf(field.dictionary, String(value))
      return input.getByRole('radio', { name, exact: true }).click()
    }
    case 'boolean':
      return tick(input, value === true)
    case 'person':
      return choose(desk, input, desk.nameOf(Number(value)))
    case 'reference':
      return choose(desk, input, await labelOfRecord(desk, field, Number(value)))
    case 'lines':
      for (const [index, row] of (value as readonly Values[]).entries()) {
        const cells = Object.entries(row).filter(([column]) => field.fields[column]?.computed !== true)
        const [column = ''] = cells[0] ?? []
        if ((await panel.locator(`[id$="-${path}.${index}.${column}"]`).count()) === 0)
          await panel.getByRole('button', { name: formTexts[desk.language].lines.add }).first().click()
        await fillIn(desk, panel, field.fields, Object.fromEntries(cells), `${path}.${index}.`)
      }
      return
    default:
      await input.fill(String(value))
      await input.press('Tab')
  }
}

/** Fills in what the step asks for. */
async function fillIn(desk: Desk, panel: Locator, fields: Fields, values: Values, within = ''): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    if (field === undefined) throw new Error(`the form has no field ${name}`)
    await fillField(desk, panel, within + name, field, value)
  }
}

/** Presses what causes the event, and answers what is asked. */
async function send(desk: Desk, event: PersonEvent, fields: Fields, values: Values): Promise<void> {
  const { page, language } = desk
  const { action, dialog } = texts[language]
  const name = action[event.type]
  await press(desk, event.type)
  if (immediate.includes(event.type)) return
  if (confirmed.includes(event.type))
    return page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
  const panel = page.getByRole('dialog')
  // What is typed before the panel has taken the focus is lost with the list it opened.
  await panel.locator('input:focus, textarea:focus, select:focus').waitFor()
  if (event.type === 'transfer' || event.type === 'delegate')
    await choose(desk, panel.locator('[role=combobox]'), desk.nameOf(event.to))
  if (event.type === 'addSign') {
    for (const person of event.people) await choose(desk, panel.locator('[role=combobox]'), desk.nameOf(person))
    await tick(panel.locator(`input[type=radio][value=${event.where}]`))
    await panel.locator('select').selectOption(event.method)
  }
  await fillIn(desk, panel, fields, values)
  const comment = panel.locator('textarea[id$="-comment"]')
  if ((await comment.count()) > 0) await comment.fill(event.comment)
  if (event.type === 'return') {
    const targets = panel.locator('select')
    if ((await targets.count()) > 0) await targets.selectOption(event.target)
    if (event.resume === 'straightBack') await tick(panel.getByRole('checkbox', { name: dialog.comeBack }))
  }
  await panel.getByRole('button', { name, exact: true }).click()
  await panel.waitFor({ state: 'detached' })
}

/** Causes the event on the page that shows the ticket, and waits until the server has taken it. */
export async function act(desk: Desk, event: PersonEvent, fields: Fields, values: Values = {}): Promise<void> {
  const [response] = await Promise.all([
    desk.page.waitForResponse(
      (one) => one.request().method() === 'POST' && /\/api\/workflow\/ticket\/\d+\//.test(one.url()),
    ),
    send(desk, event, fields, values),
  ])
  const { code, msg } = (await response.json()) as { readonly code: number; readonly msg: string }
  expect([event.type, code, msg]).toEqual([event.type, 2000, msg])
}
