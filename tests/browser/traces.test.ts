import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, complaintsOf, expectAccessible, goTo, openSite, type Site, tick } from './harness.ts'

describe('logs, files, messages and jobs on the screen (60.8 to 60.10)', () => {
  let site: Site
  let auditor: Page
  let admin: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    site = await openSite()
    const fang = await site.as('fang54')
    await fang.post('/api/system/dept/', { name: '日志科', key: 'D91', sort: 91, isBudgetUnit: false, state: true })
    ;[auditor, admin] = await Promise.all([site.signedIn('bao59'), site.signedIn('fang54')])
    complaints = complaintsOf(admin)
  })
  afterAll(() => site?.close())

  it('60.9 opens a call with what it changed, from the seven days the log starts with', async () => {
    await goTo(auditor, '/system/log/operationLog?method=POST&path=/api/system/dept')
    await auditor.locator('.list-open').first().click()
    const drawer = auditor.getByRole('dialog')
    await drawer.getByText('日志科').first().waitFor()
    await drawer.getByRole('heading', { name: '变更前后' }).waitFor()
    await expectAccessible(auditor, 'a call')
    await auditor.keyboard.press('Escape')
    expect(await auditor.locator('input[value="2026-03-05"]').count()).toBe(1)
  })

  it('SYS-136 reads as sentences in both languages, on a wide and on a narrow screen', async () => {
    const sentences = {
      zhHans: '方示丁在“部门管理”中新增“日志科”',
      en: 'Fang Shiding added “日志科” to “Departments”',
    } as const
    for (const language of ['zhHans', 'en'] as const)
      for (const width of [1440, 390]) {
        const page = await site.signedIn('bao59', { language, width, path: '/system/log/operationLog' })
        await page.getByText(sentences[language]).first().waitFor()
        const shown = await page.locator('.list-open').allInnerTexts()
        expect(shown.join('\n')).not.toMatch(/\/api\/|\b(POST|PUT|DELETE)\b|operations?\.|records\.|#\d/)
        await page.getByRole('button', { name: sentences[language] }).first().click()
        await page.getByRole('dialog').getByRole('heading', { name: sentences[language] }).waitFor()
        await expectAccessible(page, `a sentence in ${language}`)
        await page.context().close()
      }
  })

  it('60.9 a bar narrows the list to itself, and gives it back', async () => {
    await goTo(auditor, '/system/log/operationLog')
    await auditor.getByRole('button', { name: '图表' }).click()
    await auditor.getByRole('button', { name: /^POST \/api\/system\/dept\/：/ }).click()
    await auditor.waitForURL(/endpoint=POST/)
    await auditor.getByText('共1条').waitFor()
    await expectAccessible(auditor, 'the charts of a log')
    await auditor.getByRole('button', { name: '重置' }).click()
    await auditor.waitForURL((url) => !url.search.includes('endpoint'))
  })

  it('SYS-83 shows that a file exists, and that its content is not for everybody', async () => {
    await goTo(admin, '/system/fileList')
    await admin.locator('.list-open').first().click()
    await admin.getByRole('dialog').getByText('没有该文件所属业务的权限').waitFor()
    await expectAccessible(admin, 'a file')
  })

  it('60.10 writes a formatted message to a role by keyboard, sees it sent, and takes it back', async () => {
    await goTo(admin, '/system/messageCenter')
    await admin.getByRole('button', { name: '写消息' }).click()
    const drawer = admin.getByRole('dialog')
    await drawer.getByLabel('标题').fill('键盘写的')
    await drawer.getByLabel('对象类型').selectOption({ label: '按角色' })
    await tick(drawer.getByRole('checkbox', { name: '审计管理员' }))
    await drawer.getByRole('textbox', { name: '内容' }).focus()
    await admin.keyboard.press('Control+b')
    await admin.keyboard.type('重要')
    await expectAccessible(admin, 'a message being written')
    await drawer.getByRole('button', { name: '发送', exact: true }).click()
    await admin.getByText('已发送给 1 人').waitFor()
    await goTo(auditor, '/system/messageCenter')
    await auditor.getByRole('button', { name: '键盘写的', exact: true }).click()
    await auditor.getByRole('dialog').locator('b, strong').getByText('重要').waitFor()
    await admin.getByRole('tab', { name: '我发送' }).click()
    await admin.getByText('1 / 1').waitFor()
    await admin.getByRole('row').filter({ hasText: '键盘写的' }).getByRole('button', { name: '撤回' }).click()
    await answer(admin, '键盘写的')
    await admin.getByText('已撤回').first().waitFor()
  })

  it('60.10 shows the live connection: a message to oneself, a loss, and the way back', async () => {
    await goTo(admin, '/system/messageCenter/demo')
    await admin.locator('[aria-current="true"]').getByText('已连接').waitFor()
    await admin.getByRole('button', { name: '给自己发送' }).click()
    await admin.locator('code').filter({ hasText: '测试消息' }).first().waitFor()
    await admin.getByRole('button', { name: '模拟断线' }).click()
    await admin.locator('[aria-current="true"]').getByText('等待重连').waitFor()
    await admin.getByRole('button', { name: '立即重连' }).click()
    await admin.locator('[aria-current="true"]').getByText('已连接').waitFor()
    expect(await admin.locator('.line-frames').innerText()).not.toMatch(/eyJ/)
    await expectAccessible(admin, 'the connection test')
  })

  it('shows the duties and runs one now', async () => {
    await goTo(admin, '/system/job')
    await admin.getByRole('button', { name: '立即运行清理已结束的会话' }).click()
    await answer(admin, '清理已结束的会话')
    const row = admin.getByRole('row').filter({ hasText: '清理已结束的会话' })
    await row.getByText('成功').waitFor()
    await row.locator('.list-open').click()
    await admin.getByRole('dialog').getByText('方示丁').waitFor()
    await expectAccessible(admin, 'the runs of a duty')
    expect(complaints).toEqual([])
  })
})
