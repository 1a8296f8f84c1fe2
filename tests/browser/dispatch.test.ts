/** The dispatcher's board in front of screens: a request is given a car by the keyboard, a trip another one by the mouse. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DispatchChoices } from '#src/modules/car/board/board.types.ts'
import type { Caller } from './caller.ts'
import { complaintsOf, expectAccessible, openSite, type Site } from './harness.ts'

const request = {
  reason: '外出调查取证',
  mobile: '10000000042',
  purpose: 'official',
  startAt: '2026-03-12 09:00:00',
  endAt: '2026-03-12 11:00:00',
  fromPlace: '示例市公安局',
  toPlace: '示例看守所',
  crossCity: false,
  guestCount: 0,
  selfDrive: false,
}

/** Gives a request a car and a driver without a screen; answers the id of the car. */
async function dispatchBy(person: Caller, ticketId: number, plate: string, driver: string): Promise<number> {
  const { cars, drivers } = await person.get<DispatchChoices>(`/api/cars/board/choices/?ticketId=${ticketId}`)
  const carId = cars.find(({ plateNo }) => plateNo === plate)?.id ?? 0
  const driverId = drivers.find(({ name }) => name === driver)?.id ?? 0
  await person.act(ticketId, 'approve', { formData: { carId, driverId } })
  return carId
}

describe('the dispatch board', () => {
  let site: Site
  let yan: Page
  let complaints: readonly string[]
  let ticketNo = ''
  const row = (plate: string) => yan.getByRole('listitem').filter({ hasText: plate })
  const bar = (plate: string) => row(plate).getByRole('button', { name: /示例看守所/ })

  beforeAll(async () => {
    site = await openSite('embedded')
    const [pan, zhang] = await Promise.all([site.as('pan42'), site.as('zhang39')])
    const { id, no } = await pan.file('officialCarAppointment', request)
    await zhang.act(id, 'approve')
    ticketNo = no
    yan = await site.signedIn('yan26')
    complaints = complaintsOf(yan)
  })
  afterAll(() => site?.close())

  it('90 B 1 gives a request a car and a driver by the keyboard alone, and the trip stands in the row of its car', async () => {
    await yan.goto('/carmanagement/car?tab=dispatch')
    await yan.getByRole('button', { name: '后一天' }).click()
    await yan.getByText('2026-03-12', { exact: true }).waitFor()
    await expectAccessible(yan, 'the dispatch board')
    await yan.getByRole('button', { name: `派车：${ticketNo}` }).press('Enter')
    const dialog = yan.getByRole('dialog')
    await dialog.getByRole('radio', { name: /示A0001警/ }).press('Space')
    await dialog.getByRole('radio', { name: /^华示庚/ }).press('Space')
    await expectAccessible(yan, 'the choice of a car')
    await dialog.getByRole('button', { name: '确认派车' }).press('Enter')
    await bar('示A0001警').waitFor()
    await yan.getByRole('button', { name: `派车：${ticketNo}` }).waitFor({ state: 'detached' })
  })

  it('90 B 1 takes a dispatch back for a reason, and the request waits until it has a car again', async () => {
    await bar('示A0001警').press('Enter')
    const dialog = yan.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /撤销派车时填写/ }).fill('车辆临时检修')
    await dialog.getByRole('button', { name: '撤销派车' }).press('Enter')
    await yan.getByText('已撤销派车：车辆临时检修').waitFor()
    await bar('示A0001警').waitFor({ state: 'detached' })
    await yan.getByRole('button', { name: `派车：${ticketNo}` }).press('Enter')
    await expectAccessible(yan, 'a request that waits again')
    await dialog.getByRole('radio', { name: /示A0001警/ }).press('Space')
    await dialog.getByRole('radio', { name: /^华示庚/ }).press('Space')
    await dialog.getByRole('button', { name: '确认派车' }).press('Enter')
    await bar('示A0001警').waitFor()
  })

  it('90 B 1 what one dispatcher does stands on the board of the other, who cannot give the same request away again', async () => {
    const [pan, zhang] = await Promise.all([site.as('pan42'), site.as('zhang39')])
    const late = { startAt: '2026-03-12 15:00:00', endAt: '2026-03-12 16:00:00', toPlace: '示例火车站' }
    const { id, no } = await pan.file('officialCarAppointment', { ...request, ...late })
    await zhang.act(id, 'approve')
    const other = await site.signedIn('yan26', { path: '/carmanagement/car?tab=dispatch' })
    await other.getByRole('button', { name: '后一天' }).click()
    // Both have the same request open.
    for (const page of [yan, other]) await page.getByRole('button', { name: `派车：${no}` }).click()
    const dialog = yan.getByRole('dialog')
    await dialog.getByRole('radio', { name: /示A0001警/ }).press('Space')
    await dialog.getByRole('radio', { name: /^华示庚/ }).press('Space')
    await dialog.getByRole('button', { name: '确认派车' }).click()
    const seen = other.getByRole('listitem').filter({ hasText: '示A0001警' })
    await seen.getByRole('button', { name: /示例火车站/ }).waitFor()
    // The open dialog of the other says so before anything is chosen.
    await other.getByRole('dialog').getByText('该申请已不在待派车环节').waitFor()
    const confirm = other.getByRole('dialog').getByRole('button', { name: '确认派车' })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    expect(await other.getByRole('listitem').filter({ hasText: '示A0003警' }).getByRole('button').count()).toBe(0)
    await other.context().close()
  })

  it('90 B 1 moves a trip to the car it is dropped on, for a reason, and takes the move back', async () => {
    await bar('示A0001警').dragTo(row('示A0003警'))
    const dialog = yan.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /调整、撤销派车时填写/ }).fill('原车另有任务')
    await dialog.getByRole('button', { name: '确认调整' }).click()
    await bar('示A0003警').waitFor()
    const moved = yan.locator('.toast').filter({ hasText: '已调整为' })
    await moved.getByRole('button', { name: '撤销' }).click()
    await bar('示A0001警').waitFor()
    expect(await bar('示A0003警').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('S10.3 a car that another dispatcher takes meanwhile is refused with its times, and the request takes another', async () => {
    const [pan, zhang, other] = await Promise.all([site.as('pan42'), site.as('zhang39'), site.as('yan26')])
    const span = { startAt: '2026-03-12 17:00:00', endAt: '2026-03-12 18:00:00', toPlace: '示例检察院' }
    const waiting = async () => {
      const ticket = await pan.file('officialCarAppointment', { ...request, ...span })
      await zhang.act(ticket.id, 'approve')
      return ticket
    }
    const [mine, theirs] = [await waiting(), await waiting()]
    await yan.getByRole('button', { name: `派车：${mine.no}` }).click()
    const dialog = yan.getByRole('dialog')
    await dialog.getByRole('radio', { name: /示A0003警/ }).press('Space')
    await dialog.getByRole('radio', { name: /^华示庚/ }).press('Space')
    await dispatchBy(other, theirs.id, '示A0003警', '金示辛')
    // What was chosen stays in sight with who has it now, and is refused when it is confirmed all the same.
    await dialog.locator('.is-unfit').filter({ hasText: '示A0003警' }).waitFor()
    await dialog.getByRole('button', { name: '确认派车' }).click()
    await dialog.getByRole('alert').filter({ hasText: '车辆示A0003警在2026-03-12 17:00' }).waitFor()
    await dialog.getByRole('radio', { name: /示A0001警/ }).press('Space')
    await dialog.getByRole('button', { name: '确认派车' }).click()
    await row('示A0001警')
      .getByRole('button', { name: /示例检察院/ })
      .waitFor()
  })

  it('S01.4 a driver departs and returns on the phone: six checks, none answered beforehand', async () => {
    const [pan, dispatcher] = await Promise.all([site.as('pan42'), site.as('yan26')])
    const today = { purpose: 'emergency', startAt: '2026-03-11 10:30:00', endAt: '2026-03-11 12:00:00' }
    const { id } = await pan.file('officialCarAppointment', { ...request, ...today })
    const carId = await dispatchBy(dispatcher, id, '示A0001警', '华示庚')
    const hua = await site.signedIn('hua27', { width: 390, path: '/carmanagement/car?tab=today' })
    await hua.getByRole('button', { name: /^出车/ }).click()
    const form = hua.getByRole('dialog')
    await form.getByText('随车工具').waitFor()
    await expectAccessible(hua, 'the departure of a driver')
    for (let check = 0; check < 6; check += 1) await form.getByText('合格', { exact: true }).nth(check).click()
    await form.getByRole('button', { name: '出车', exact: true }).click()
    await hua.getByRole('button', { name: /^收车/ }).click()
    await form.getByRole('textbox', { name: '收车里程' }).fill('10240')
    await form.getByRole('textbox', { name: /剩余油量/ }).fill('3')
    await form.getByRole('button', { name: '收车', exact: true }).click()
    await hua.getByText('已收车').waitFor()
    const car = await dispatcher.get<{ mileage: number; state: string }>(`/api/cars/car/${carId}/`)
    expect(car).toMatchObject({ mileage: 10_240, state: 'idle' })
    await hua.context().close()
  })

  it('40.2 the trips, violations, accidents, training and ratings of a driver stand in tabs that an address leads to', async () => {
    await yan.goto('/carmanagement/driver')
    await yan.getByRole('button', { name: '华示庚', exact: true }).click()
    const details = yan.getByRole('dialog')
    for (const name of ['违章', '事故车损', '培训记录', '乘客评价', '出车记录'])
      await details.getByRole('tab', { name, exact: true }).click()
    await yan.reload()
    expect(await details.getByRole('tab', { selected: true }).innerText()).toBe('出车记录')
    await details
      .getByRole('cell', { name: /示A0001警/ })
      .first()
      .waitFor()
    await expectAccessible(yan, 'the trips of a driver')
    await details.getByRole('link', { name: '在列表中查看' }).click()
    await yan.waitForURL(/\/carmanagement\/car\?tab=trips&driverId=\d+/)
    await yan.getByRole('row').filter({ hasText: '示例看守所' }).first().waitFor()
  })
})
