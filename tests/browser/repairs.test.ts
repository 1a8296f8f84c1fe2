/** The board of repairs in front of screens: a drop is an event, and the menu of a card does the same by keyboard. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, openSite, type Site } from './harness.ts'

const place = '主楼9层901室'

describe('the board of repairs', () => {
  let site: Site
  let yang: Page
  let complaints: readonly string[]
  const column = (name: string) => yang.getByRole('list', { name, exact: true })
  const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: place })

  beforeAll(async () => {
    site = await openSite('embedded')
    const [pan, officer] = await Promise.all([site.as('pan42'), site.as('yang15')])
    const { id } = await pan.file('internalMaintenance', {
      reason: '办公室照明故障',
      mobile: '10000000042',
      category: 'electric',
      location: place,
      description: '日光灯不亮，影响办公',
      contactName: '潘示乙',
    })
    const orders = await officer.get<readonly { workerId: number | null }[]>(
      '/api/maintenance/order/?state=working,assigned',
    )
    const workerId = orders.map((order) => order.workerId).find((worker) => worker !== null)
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
})
