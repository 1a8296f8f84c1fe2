/** A refused sign-in is told as every form tells it: at the field, beside the button, by a toast, with the focus there. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD } from './caller.ts'
import { expectAccessible, openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

it.each([1440, 390])('a wrong password stands at its field and beside the button, at %i pixels', async (width) => {
  const page = await (await site.profile({ width })).newPage()
  const known = page.waitForResponse('**/api/init/settings/')
  await page.goto('/login')
  await known
  const field = page.locator('input[name=current-password]')
  await page.locator('#username').fill('ge43')
  await field.fill('not the password')
  await page.keyboard.press('Enter')
  const refusal = '用户名或密码错误'
  await page.locator('.form-refusal').getByText(refusal, { exact: true }).waitFor()
  await page.locator('.bp6-toast').getByText(refusal, { exact: true }).waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const note = await field.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${note}"]`).innerText()).toBe(refusal)
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await expectAccessible(page, `a refused sign-in, ${width}`)
  await page.context().close()
})

it('a wrong old password stands at its field in the personal centre, a used one at the new one (PER-02)', async () => {
  const page = await site.signedIn('ge43', { path: '/personal-center?tab=security' })
  const [old, next, again] = [0, 1, 2].map((place) => page.locator('form.personal-narrow input').nth(place))
  const change = async (before: string, after: string): Promise<void> => {
    await old?.fill(before)
    await next?.fill(after)
    await again?.fill(after)
    await page.locator('form.personal-narrow button[type=submit]').click()
  }
  await change('Wrong#2026x', 'Another#2026')
  await expect.poll(() => old?.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await old?.getAttribute('aria-invalid')).toBe('true')
  await page.locator('.bp6-toast').getByText('原密码错误', { exact: true }).waitFor()
  await change(PASSWORD, PASSWORD)
  await expect.poll(() => next?.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await next?.getAttribute('aria-invalid')).toBe('true')
  expect(await old?.getAttribute('aria-invalid')).toBe('false')
  await page.locator('form.personal-narrow .form-refusal').waitFor()
  await page.context().close()
})

it('a refused first password stands at its field in the dialog that asks for one (LOG-04)', async () => {
  const admin = await site.as('yu55')
  const people = await admin.get<readonly { readonly id: number }[]>('/api/system/user/?search=pan42')
  const { password } = await admin.post<{ password: string }>(`/api/system/user/${people[0]?.id}/reset_password/`, {})
  const page = await (await site.profile()).newPage()
  const known = page.waitForResponse('**/api/init/settings/')
  await page.goto('/login')
  await known
  await page.locator('#username').fill('pan42')
  await page.locator('input[name=current-password]').fill(password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const old = dialog.locator('input[name=current-password]')
  await old.fill('Wrong#2026x')
  for (const place of [0, 1]) await dialog.locator('input[name=new-password]').nth(place).fill('Another#2026')
  await page.keyboard.press('Enter')
  await dialog.locator('.form-refusal').waitFor()
  await expect.poll(() => old.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await old.getAttribute('aria-invalid')).toBe('true')
  await page.context().close()
})
