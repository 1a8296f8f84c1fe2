/** 40.2: the licence number of a driver through the screen. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

it('40.2 a driver’s licence number is masked in the list and shown once to whoever asks for it', async () => {
  const page = await site.signedIn('yan26', { path: '/carmanagement/driver' })
  const row = page
    .getByRole('row')
    .filter({ hasText: /\*{4} \w{4}/ })
    .first()
  await row.waitFor()
  await row.getByRole('button', { name: /的更多操作$/ }).click()
  await page.getByRole('menuitem', { name: '查看驾驶证号' }).click()
  const dialogs = page.getByRole('alertdialog')
  await dialogs.getByRole('button', { name: '查看驾驶证号' }).click()
  // The question fades out while the answer stands there already.
  const dialog = dialogs.filter({ hasText: /查看驾驶证号：\w{12,18}（本次查看已记入操作日志）/ })
  await dialog.waitFor()
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['关闭'])
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.context().close()
})
