/** The pages before and beside the frame (10.1): sign-in family, misc pages, offline prompt, maintenance. */
import type { Page, Route } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, openSite, type Site, signIn } from './harness.ts'
import { examine } from './sound.ts'

const entries = ['/login', '/login/bak', '/register', '/misc/forgot-password'] as const
const statuses = ['/misc/coming-soon?date=2026-04-01', '/misc/not-authorized'] as const

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const windowWithout = async (language: 'zhHans' | 'en' = 'zhHans'): Promise<Page> =>
  (await site.profile({ language })).newPage()

describe('the pages that need no token, in Chinese', () => {
  // `pages.test.ts` has the sign-in page, `reading.test.ts` all of them in English.
  it.each([...entries.slice(1), ...statuses])('%s is sound', async (path) => {
    const page = await windowWithout()
    const complaints = complaintsOf(page)
    await page.goto(path)
    await page.locator('main h1').waitFor()
    await page.locator('main :is(form, .status-actions)').waitFor()
    expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''))
    await examine(page, path, 'zhHans', complaints)
    await page.context().close()
  })
})

describe('registering', () => {
  it('goes by keyboard alone, says what is wrong at the field, and ends with the neutral text', async () => {
    const page = await windowWithout()
    await page.goto('/login')
    await page.locator('#username').waitFor()
    await page.getByRole('link', { name: '注册申请' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/register')
    await page.locator('input[name=name]').waitFor()
    await page.locator('#department option').nth(2).waitFor({ state: 'attached' })
    // The first field has the focus already.
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid=true]').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(6)
    const type = async (text: string): Promise<void> => {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await type('键示甲')
    await type('jp0001')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await type('13900001111')
    await type('')
    await type('Keyboard#2026')
    await page.keyboard.press('Tab')
    await type('Keyboard#2026')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.locator('.login-done').waitFor()
    await expect.poll(() => page.locator('.login-done').innerText()).toContain('申请已提交，请等待管理员审核')
    await expect.poll(() => page.locator('.login-done').innerText()).toContain('jp0001')
    const admin = await site.as('fang54')
    const [request] = await admin.get<readonly { name: string; empNo: string; state: string }[]>(
      '/api/system/user/registration/?limit=1',
    )
    expect(request).toMatchObject({ name: '键示甲', empNo: 'JP0001', state: 'pending' })
    await page.context().close()
  })

  it('is for those without a token: with one it leads on, as the sign-in page does', async () => {
    const page = await site.signedIn('ge43')
    for (const path of entries) {
      await page.goto(path)
      await page.waitForURL('**/home')
    }
    await page.context().close()
  })
})

it('says in both languages that the page did not come, and tries again', async () => {
  const page = await windowWithout()
  const texts = '**/assets/first.zhHans-*.js'
  await page.route(texts, (route) => route.abort())
  await page.goto('/login?from=/workflow/ticket')
  await page.getByText('页面没有加载成功，请检查网络后重试。').waitFor()
  await page.getByText('The page could not be loaded.').waitFor()
  await page.unroute(texts)
  await page.getByRole('link', { name: '重试 · Retry' }).click()
  await page.locator('#username').waitFor()
  expect(new URL(page.url()).search).toBe('?from=/workflow/ticket')
  expect(await page.locator('.not-started').count()).toBe(0)
  await page.context().close()
})

it('signing in without a name or a password says so at the field, and leads to the first one that is missing', async () => {
  const page = await windowWithout()
  await page.goto('/login')
  await page.locator('#username:focus').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await page.getByRole('button', { name: '登录', exact: true }).press('Enter')
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2)
  await expect.poll(focused).toBe('username')
  await page.keyboard.type('ge43')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(1)
  await expect.poll(focused).toBe('current-password')
  await page.context().close()
})

it('a forgotten password ends with the neutral text whatever was given (FGT-01)', async () => {
  const page = await windowWithout('en')
  await page.goto('/misc/forgot-password')
  await page.locator('input[name=username]').fill('nobody55')
  await page.locator('input[name=mobile]').fill('13900000000')
  await page.keyboard.press('Enter')
  await page.locator('.login-done').waitFor()
  await expect
    .poll(() => page.locator('.login-done strong').innerText())
    .toBe('If the information matches, the security administrator will verify your identity and reset the password')
  await page.context().close()
})

it('the plain sign-in page signs in whoever is faster than its settings, and fetches neither picture nor font', async () => {
  const page = await windowWithout()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.resourceType()))
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/init/settings/', (route) => held.then(() => route.continue()), { times: 1 })
  await page.goto('/login/bak?from=%2Fworkflow%2Fticket')
  await page.locator('#username').waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(fetched.filter((kind) => kind === 'font')).toEqual([])
  expect(await page.locator('main img, main svg.mark').count()).toBe(0)
  await page.locator('#username').fill('ge43')
  await page.locator('input[name=current-password]').fill('Jingbao#2026')
  await page.keyboard.press('Enter')
  await page.locator('button[type=submit][aria-busy=true]').waitFor()
  expect(await page.locator('#captcha').count()).toBe(0)
  answer()
  await page.waitForURL('**/workflow/ticket')
  await page.context().close()
})

it('/dashboard leads to the sign-in page without a token and home with one', async () => {
  const page = await windowWithout()
  await page.goto('/dashboard')
  await page.waitForURL((url) => url.pathname === '/login')
  await signIn(page, 'ge43')
  await page.goto('/dashboard')
  await page.waitForURL('**/home')
  await page.context().close()
})

describe('the workbench', () => {
  it('HOM-01, HOM-05 a widget that is not for this person says so, one that failed offers its own retry, the others stand', async () => {
    const page = await (await site.signedIn('zhang39')).context().newPage()
    await page.route('**/api/workflow/ticket/counts/', (route) =>
      route.fulfill({ json: { code: 4003, msg: '没有操作权限，请联系管理员' } }),
    )
    const rows = /\/api\/workflow\/ticket\/\?/
    await page.route(rows, (route) => route.fulfill({ json: { code: 5000, msg: '服务器错误' } }))
    await page.goto('/home')
    const widget = (name: string) => page.getByRole('region', { name, exact: true })
    await widget('待办概览').getByText('无权查看该组件').waitFor()
    expect(await widget('待办概览').getByRole('button').count()).toBe(0)
    const failed = widget('我的申请').getByRole('alert')
    await failed.waitFor()
    await widget('常用申请').getByRole('link').first().waitFor()
    await widget('预算执行').locator('.budget-bar').waitFor()
    await page.unroute(rows)
    await failed.getByRole('button', { name: '重试' }).click()
    await failed.waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe('the frame around every page', () => {
  it('§2 begins at the workbench, and its bar has breadcrumbs, search, language, theme, shortcuts, settings, notices and the account', async () => {
    const page = await site.signedIn('zhang39', { path: '/' })
    await page.waitForURL('**/home')
    await page.goto('/workflow/ticket')
    await page.locator('main#main h1').waitFor()
    const bar = page.getByRole('banner')
    await bar.getByRole('navigation').getByText('工作流').waitFor()
    for (const name of [/^搜索/, /^语言/, /主题/, '快捷方式', '界面设置', /^消息/, /的账号菜单$/])
      await bar.getByRole('button', { name }).first().waitFor()
    await page.context().close()
  })
})

it('coming soon reminds whoever asked, on the day', async () => {
  const page = await site.signedIn('ge43')
  await page.goto('/misc/coming-soon?date=2026-04-01')
  await expect.poll(() => page.locator('.status p').innerText()).toBe('该功能正在建设中，预计2026年4月1日上线。')
  await expect.poll(() => page.locator('.status-note').innerText()).toBe('还有21天')
  await page.getByRole('button', { name: '上线提醒我' }).click()
  await expect.poll(() => page.locator('.status-done').innerText()).toContain('2026年4月1日')
  await page.context().close()
})

it('not authorized asks for menus and permissions again', async () => {
  const page = await site.signedIn('ge43')
  await page.goto('/misc/not-authorized')
  const asked = Promise.all([
    page.waitForResponse('**/menu/web_router/'),
    page.waitForResponse('**/menu_button_all_permission/'),
  ])
  await page.getByRole('button', { name: '刷新权限' }).click()
  await asked
  await page.getByText('菜单和权限已更新').waitFor()
  await page.getByRole('button', { name: '返回首页' }).click()
  await page.waitForURL('**/home')
  await page.context().close()
})

it('an unknown address leads home, or to a feedback application that names it', async () => {
  const page = await site.signedIn('ge43', { path: '/no/such/page' })
  await page.getByRole('link', { name: '反馈问题' }).click()
  await page.waitForURL('**/workflow/receive/otherBusiness**')
  await page.locator('.apply-side .step').first().waitFor()
  expect(
    await page.locator('input').evaluateAll((inputs) => inputs.map((it) => (it as HTMLInputElement).value)),
  ).toContain('页面无法访问：/no/such/page')
  await page.context().close()
})

it('OTH-01 feedback that should have been an application is turned into a draft of it, which its applicant finds there', async () => {
  const [ge, leader, office] = [await site.as('ge43'), await site.as('zhang39'), await site.as('yang15')]
  const { id } = await ge.file('otherBusiness', {
    reason: '申请探亲休假三天',
    bizType: 'feedback',
    content: '请安排下周三至周五探亲休假。',
  })
  await leader.act(id, 'approve')
  const handler = await office.get<{ id: number }>('/api/system/user/user_info/')
  await office.act(id, 'approve', { formData: { handlerId: handler.id } })

  const page = await site.signedIn('yang15', { path: `/workflow/ticket/${id}` })
  await page.getByRole('toolbar').getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '转为其他申请', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const types = dialog.getByRole('combobox', { name: '转为', exact: true })
  await types.waitFor()
  await expectAccessible(page, 'turning into another application')
  await dialog.getByRole('button', { name: '转为其他申请', exact: true }).click()
  await page.locator('.toast').filter({ hasText: '请选择申请类型' }).waitFor()
  await types.selectOption('请休假')
  await dialog.getByRole('button', { name: '转为其他申请', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('toolbar').getByRole('button', { name: '办理', exact: true }).waitFor()
  await page.context().close()

  const own = await site.signedIn('ge43', { path: `/workflow/ticket/${id}` })
  await own
    .getByRole('region', { name: '相关工单' })
    .getByRole('link', { name: /^请休假/ })
    .click()
  await own.getByRole('region', { name: '相关工单' }).getByText('由此工单转来').waitFor()
  // The draft cannot be submitted as it stands: its form opens.
  await own.getByRole('toolbar').getByRole('button', { name: '提交', exact: true }).click()
  await own.getByRole('alertdialog').getByRole('button', { name: '提交', exact: true }).click()
  await own.waitForURL('**/workflow/receive/leaveApproval?ticket=*')
  await own.locator('[aria-invalid=true]').first().waitFor()
  await expect
    .poll(() => own.getByRole('textbox', { name: '申请理由', exact: true }).inputValue())
    .toBe('申请探亲休假三天')
  await own.context().close()
})

it('25.8 what its applicant withdrew is submitted again as it stands, from its page', async () => {
  const ge = await site.as('ge43')
  const { id } = await ge.file('otherBusiness', {
    reason: '办公区照明',
    bizType: 'feedback',
    content: '三楼走廊东侧的灯不亮，请安排检修。',
  })
  await ge.act(id, 'withdraw')
  const page = await site.signedIn('ge43', { path: `/workflow/ticket/${id}` })
  const toolbar = page.getByRole('toolbar')
  await toolbar.getByRole('button', { name: '编辑', exact: true }).waitFor()
  expect((await toolbar.getByRole('button').allInnerTexts()).slice(0, 2)).toEqual(['提交', '编辑'])
  await toolbar.getByRole('button', { name: '提交', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('确定提交吗').waitFor()
  await expectAccessible(page, 'submitting as it stands')
  await dialog.getByRole('button', { name: '提交', exact: true }).click()
  await toolbar.getByRole('button', { name: '撤回', exact: true }).waitFor()
  expect(await ge.get(`/api/workflow/ticket/${id}/`)).toMatchObject({ status: 'running', round: 2 })
  await page.context().close()
})

it('says that the network is gone, tries again, and fetches anew when it is back', async () => {
  const page = await site.signedIn('ge43')
  await page.context().setOffline(true)
  const prompt = page.locator('.offline')
  await prompt.waitFor()
  await expect.poll(() => prompt.getAttribute('role')).toBe('alert')
  await expectAccessible(page, 'offline')
  await prompt.getByRole('button').click()
  await page.getByText('仍无法连接，请检查网络').waitFor()
  const again = page.waitForResponse('**/ticket/counts/')
  await page.context().setOffline(false)
  await prompt.waitFor({ state: 'detached' })
  expect((await again).ok()).toBe(true)
  await page.context().close()
})

it('goes on where the browser says that the network is gone and the server answers all the same', async () => {
  const page = await site.signedIn('ge43')
  await page.evaluate(() => void dispatchEvent(new Event('offline')))
  const again = page.waitForResponse('**/ticket/counts/')
  const prompt = page.locator('.offline')
  await prompt.getByRole('button').click()
  await prompt.waitFor({ state: 'detached' })
  expect((await again).ok()).toBe(true)
  await page.context().close()
})

it('waits out a maintenance and goes back where it was, and lets administrators in', async () => {
  const page = await site.signedIn('ge43')
  const refusal = {
    code: 5000,
    errKey: 'maintenance',
    msg: '系统维护中，请稍后再试',
    data: { title: '数据库升级', text: '升级期间暂停使用。', endAt: '2026-03-11 12:00:00' },
  }
  const refuse = (route: Route): Promise<void> => route.fulfill({ json: refusal })
  await page.goto('/workflow/ticket?label=submitted')
  await page.locator('main#main h1').waitFor()
  await page.route('**/api/**', refuse)
  await page.reload()
  await page.waitForURL('**/misc/under-maintenance**')
  await page.getByRole('heading', { name: '数据库升级' }).waitFor()
  await expect.poll(() => page.locator('.status-note').innerText()).toContain('2026-03-11 12:00')
  await expectAccessible(page, 'maintenance')
  await page.unroute('**/api/**', refuse)
  await page.getByRole('button', { name: '重试' }).click()
  await page.waitForURL('**/workflow/ticket?label=submitted')
  await page.locator('main#main h1').waitFor()
  await page.context().close()

  const guest = await windowWithout()
  await guest.route('**/api/**', refuse)
  await guest.goto('/login')
  await guest.waitForURL('**/misc/under-maintenance**')
  await guest.getByRole('link', { name: '管理员登录' }).click()
  await guest.locator('#username').waitFor()
  await guest.context().close()
})

it('looks every minute whether the maintenance is over', async () => {
  const page = await windowWithout()
  await page.clock.install({ time: new Date('2026-03-11T10:00:00+08:00') })
  let asked = 0
  await page.route('**/api/init/settings/', (route) => {
    asked += 1
    return route.fulfill({ json: { code: 5000, errKey: 'maintenance', msg: '', data: {} } })
  })
  await page.goto('/misc/under-maintenance?from=%2Flogin')
  await page.locator('main h1').waitFor()
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(59_000)
  expect(asked).toBe(1)
  await page.clock.runFor(1_500)
  await expect.poll(() => asked).toBe(2)
  await page.context().close()
})
