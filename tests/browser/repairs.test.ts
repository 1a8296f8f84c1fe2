/** The board of repairs in front of screens: a drop is an event, and the menu of a card does the same by keyboard. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, complaintsOf, expectAccessible, openSite, type Site } from './harness.ts'

const place = '主楼9层901室'

describe('the board of repairs', () => {
  let site: Site
  let yang: Page
  let complaints: readonly string[]
  const column = (name: string) => yang.getByRole('list', { name, exact: true })
  const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: place })

  beforeAll(async () => {
    site = await openSite('embedded')
    const [pan, officer, zou] = await Promise.all([site.as('pan42'), site.as('yang15'), site.as('zou34')])
    const { id } = await pan.file('internalMaintenance', {
      reason: '办公室照明故障',
      mobile: '10000000042',
      category: 'electric',
      location: place,
      description: '日光灯不亮，影响办公',
      contactName: '潘示乙',
    })
    // A worker sees the own orders only.
    const [own] = await zou.get<readonly { workerId: number }[]>('/api/maintenance/order/?limit=5')
    const workerId = own?.workerId
    await officer.act(id, 'approve', { formData: { workerId } })
    yang = await site.signedIn('yang15')
    complaints = complaintsOf(yang)
  })
  afterAll(() => site?.close())

  it('90 UX 1 a card is accepted by the keyboard and started by a drop; columns that do not take it stay dark', async () => {
    await yang.goto('/maintenance')
    await card('已派工').waitFor()
    await expectAccessible(yang, 'the board of repairs')
    await card('已派工').getByRole('button').press('Enter')
    await yang.getByRole('menuitem', { name: '接单' }).press('Enter')
    await yang.getByRole('alertdialog').getByRole('button', { name: '接单', exact: true }).press('Enter')
    await card('已接单').waitFor()
    await card('已接单').dragTo(column('维修中'))
    await yang.getByRole('alertdialog').getByRole('button', { name: '开工', exact: true }).click()
    await card('维修中').waitFor()
  })

  it('90 UX 1 a drop that needs data opens its form, and cancelling leaves the card where it was', async () => {
    await card('维修中').dragTo(column('挂起'))
    const dialog = yang.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '挂起说明' }).waitFor()
    await expectAccessible(yang, 'suspending a repair')
    await yang.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await card('维修中').waitFor()
    expect(complaints).toEqual([])
  })

  it('40.3 the head of the section of the workers reads board, list and rounds from the menu, without a button to change anything or a call that is refused', async () => {
    const head = await site.signedIn('jiang31')
    const refused: string[] = []
    head.on('response', async (response) => {
      if (!response.url().includes('/api/')) return
      const body = await response.text().catch(() => '')
      if (body.startsWith('{"code":4003')) refused.push(response.url())
    })
    const said = complaintsOf(head)
    await head.goto('/maintenance')
    await head.getByRole('list', { name: '维修中', exact: true }).getByRole('listitem').first().waitFor()
    await expectAccessible(head, 'the board of repairs of a head')
    expect(await head.getByRole('region', { name: '看板' }).getByRole('button').count()).toBe(0)
    expect(await head.getByRole('tab').allInnerTexts()).toEqual(['看板', '维修单', '巡检记录'])
    for (const tab of ['维修单', '巡检记录']) {
      await head.getByRole('tab', { name: tab, exact: true }).click()
      await head.getByRole('table').getByRole('row').nth(1).waitFor()
      expect(await head.getByRole('button', { name: /^(新建|导出|派单)$/ }).count()).toBe(0)
    }
    await expectAccessible(head, 'the rounds of a head')
    await head.goto('/maintenance?tab=orders')
    await head.getByRole('table').getByRole('row').nth(1).waitFor()
    await head.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click()
    await head.getByRole('dialog').getByText('维修人员所在部门').waitFor()
    expect([refused, said]).toEqual([[], []])
    await head.close()
  })

  it('90 UX 6 what a worker wrote on the phone survives a reload, and nothing of it stays after the sign-out', async () => {
    const worker = await site.signedIn('zou34', { width: 390 })
    const note = worker.getByRole('textbox', { name: '挂起说明' })
    const open = async (): Promise<void> => {
      await worker.goto('/maintenance')
      await worker.getByRole('listitem').filter({ hasText: place }).getByRole('button', { name: /^挂起/ }).click()
      await note.waitFor()
    }
    const traces = () => worker.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('trace.input')))
    await open()
    await note.fill('等待镇流器到货')
    await expect.poll(traces).toHaveLength(1)
    await worker.reload()
    await open()
    await expect.poll(() => note.inputValue()).toBe('等待镇流器到货')
    await worker.reload()
    await worker.getByRole('button', { name: /的账号菜单$/ }).click()
    await worker.getByRole('menuitem', { name: '退出登录' }).click()
    await answer(worker, '此操作将退出登录')
    await worker.waitForURL('**/login**')
    expect(await traces()).toEqual([])
  })
})
