/** Story S08 in front of screens: an intention, its thirty days, sealed quotes opened by two people, the contract and its goods. */
import type { Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tinyPdf, tinyPng } from '#tests/harness/files.ts'
import { type Caller, PASSWORD } from './caller.ts'
import { answer, complaintsOf, expectAccessible, goTo, openSite, type Site, tick } from './harness.ts'
import { add, arrived, box, group, idOf, pick, submit } from './money-office.ts'

const NAME = '执法记录仪采购'
const CEILING = '120000.00'
const OFFERS = ['119000', '118000', '119500'] as const
const vendors = ['示例供应商01', '示例供应商02', '示例供应商03'] as const
const INTENTIONS = '/procurement/disclosure-intention'
const PURCHASES = '/procurement/project-purchasing'
const SELECTIONS = '/procurement/selective-module'

/** The moments at which the story goes on. */
const converted = '2026-04-13T10:00:00+08:00'
const opened = '2026-04-15T10:00:00+08:00'

const choose = (at: Locator, name: string, option: string) =>
  at.getByRole('group', { name, exact: true }).getByRole('radio', { name: option, exact: true }).check({ force: true })

/** Opens an action of the row that says so. */
async function act(page: Page, path: string, row: string, action: string): Promise<Locator> {
  await page.goto(path)
  const line = page.getByRole('row').filter({ hasText: row })
  await line.first().waitFor()
  const direct = line.getByRole('button', { name: new RegExp(`^${action}`) })
  if ((await direct.count()) > 0) await direct.first().click()
  else {
    await line.getByRole('button', { name: /的更多操作$/ }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  return page.getByRole('dialog').last()
}

const send = (form: Locator, name: string) => form.getByRole('button', { name, exact: true }).click()
const sent = async (form: Locator, name: string): Promise<void> => {
  await send(form, name)
  await form.waitFor({ state: 'detached' })
}
const attach = async (place: Locator, name: string): Promise<void> => {
  await place
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.concat([tinyPdf, Buffer.from(`%${name}\n`)]) })
  await place.getByRole('button', { name, exact: true }).waitFor()
}

describe('S08 from the intention to the goods', () => {
  let site: Site
  let officer: Page
  let second: Page
  let complaints: readonly (readonly string[])[]
  const open = async (at: string): Promise<void> => {
    ;[officer, second] = await Promise.all([site.signedIn('shui37', { at }), site.signedIn('dou38', { at })])
    complaints = [officer, second].map(complaintsOf)
  }
  const moveTo = async (moment: string): Promise<void> => {
    expect(complaints).toEqual([[], []])
    await Promise.all([officer.context().close(), second.context().close()])
    await site.moveTo(moment)
    await open(moment)
  }

  /** The chief signs with password and picture. */
  const signed = async (person: Caller, ticket: number): Promise<{ readonly signature: string }> =>
    person.post(`/api/workflow/ticket/${ticket}/sign/`, {
      password: PASSWORD,
      fileId: await person.upload('签名.png', tinyPng),
    })
  /** Approved by these people one after the other. */
  const throughAll = async (ticket: number, ...usernames: readonly string[]): Promise<void> => {
    for (const name of usernames) {
      const person = await site.as(name)
      if (name === 'you18') await person.act(ticket, 'claim')
      await person.act(ticket, 'approve', { comment: '同意', ...(name === 'zhao01' && (await signed(person, ticket))) })
    }
  }
  /** What is in the envelopes, as the first person reads it. */
  const enter = async (page: Page, amounts: readonly string[]): Promise<void> => {
    const quotes = group(page, '报价')
    for (const [index, amount] of amounts.entries()) {
      await add(quotes)
      const quote = quotes.getByRole('listitem').nth(index)
      await pick(page, quote, '供应商', vendors[index] ?? '')
      await box(quote, '报价金额').fill(amount)
      await box(quote, '交货期（天）').fill('15')
    }
  }
  /** The amounts once more, with the papers. */
  const confirm = async (page: Page, amounts: readonly string[]): Promise<void> => {
    const quotes = group(page, '报价')
    for (const [index, amount] of amounts.entries()) {
      await add(quotes)
      await pick(page, quotes, `供应商 ${index + 1}`, vendors[index] ?? '')
      await box(quotes, `报价金额 ${index + 1}`).fill(amount)
      await attach(quotes.getByRole('row').nth(index + 1), `报价${index + 1}.pdf`)
    }
  }

  beforeAll(async () => {
    site = await openSite()
    await open('2026-03-11T10:00:00+08:00')
  })
  afterAll(() => site?.close())

  it('1 what is above T3 needs minutes, its money is held, and an intention of today is no purchase yet (PRC-02)', async () => {
    // What is announced is still free on its line.
    const caller = await site.as('shui37')
    const [line] = await caller.get<readonly { id: number }[]>('/api/budget/line/choices/?subjects=31003')
    const intention = await caller.file('intentionOpen', {
      reason: '按年度计划申报采购意向',
      projectName: NAME,
      category: 'goods',
      demandSummary: '采购执法记录仪二十台，技术要求详见采购文件，质保三年。',
      forSme: false,
      budgetLineId: line?.id,
      amount: CEILING,
      expectedMonth: '2026-05',
      collectiveMinutes: [await caller.upload()],
    })
    await throughAll(intention.id, 'bai36', 'dou38', 'you18', 'qian02', 'zhao01')
    await goTo(officer, '/workflow/finance/preApproval')
    await box(officer, '标题').fill(NAME)
    await box(officer, '申请理由').fill('更新执法记录仪一批')
    await pick(officer, officer, '预算指标', '31003')
    await officer.getByRole('combobox', { name: '事项类别' }).selectOption('purchase')
    await officer.getByRole('combobox', { name: '拟采购方式' }).selectOption('inquiry')
    const items = group(officer, '预算明细')
    await add(items)
    await box(items, /^名称/).fill('执法记录仪')
    await box(items, /^单位/).fill('台')
    await box(items, /^数量/).fill('20')
    await box(items, /^单价/).fill('6000')
    await box(officer, /^必要性/).fill('现有设备已到报废年限，需要更新')
    await submit(officer)
    await officer.locator('#apply-collectiveMinutes-problem').waitFor()
    await attach(
      officer.locator('#apply-collectiveMinutes').locator('xpath=ancestor::*[.//input[@type="file"]][1]'),
      '纪要.pdf',
    )
    await submit(officer)
    await arrived(officer)
    await throughAll(idOf(officer), 'bai36', 'you18', 'qian02', 'qin17', 'zhao01')

    const publication = await act(officer, INTENTIONS, NAME, '公开')
    await box(publication, '公开渠道网址').fill('https://ccgp.example.invalid/intentions/1')
    await sent(publication, '公开')
    const conversion = await act(officer, INTENTIONS, NAME, '转为采购')
    await pick(officer, conversion, '采购依据', NAME)
    await send(conversion, '转为采购')
    await conversion.getByText('2026-04-10').first().waitFor()
  })

  it('2 thirty days later the intention becomes a purchase, which alone has the approval (PRC-37)', async () => {
    await moveTo(converted)
    const conversion = await act(officer, INTENTIONS, NAME, '转为采购')
    await pick(officer, conversion, '采购依据', NAME)
    await sent(conversion, '转为采购')
    await officer.goto(PURCHASES)
    await officer.getByRole('row').filter({ hasText: NAME }).getByText('120,000.00').first().waitFor()
    const choices = await (await site.as('shui37')).get<readonly unknown[]>('/api/procurement/purchase/authorisations/')
    expect(JSON.stringify(choices)).not.toContain(NAME)
  })

  it('3 three vendors are invited and hand in envelopes; nobody opens them before the deadline (PRC-41)', async () => {
    await officer.goto(SELECTIONS)
    await officer.getByRole('button', { name: '新建', exact: true }).click()
    const form = officer.getByRole('dialog')
    await box(form, '标的').fill(NAME)
    await choose(form, '采购方式', '询价')
    await box(form, '控制价').fill('120000')
    const items = group(officer, '清单')
    await add(items)
    await box(items, /^名称/).fill('执法记录仪')
    await box(items, /^规格型号/).fill('4K，32G')
    await box(items, /^单位/).fill('台')
    await box(items, /^数量/).fill('20')
    const invited = group(officer, '邀请供应商')
    for (const [index, vendor] of vendors.entries()) {
      await add(invited)
      await pick(officer, invited, `供应商 ${index + 1}`, vendor)
    }
    await box(form, '报价截止时间').fill('2026-04-14 16:00')
    for (const person of ['水示庚', '奚示丁', '章示壬']) await pick(officer, form, '评审小组', person)
    await sent(form, '保存')
    await (await act(officer, SELECTIONS, NAME, '发出邀请')).waitFor({ state: 'detached' })
    await answer(officer, '发出邀请', '发出邀请')
    for (const [index, vendor] of vendors.entries()) {
      const receipt = await act(officer, SELECTIONS, NAME, '登记收件')
      await pick(officer, receipt, '供应商', vendor)
      await box(receipt, '信封编号').fill(`F-${index + 1}`)
      await attach(receipt, '密封.pdf')
      await sent(receipt, '登记收件')
    }
    const opening = await act(officer, SELECTIONS, NAME, '开价录入')
    await enter(officer, OFFERS)
    await box(opening, '开价记录').fill('开价现场由两人录入，信封密封完好。')
    await expectAccessible(officer, 'entering quotes')
    await send(opening, '开价录入')
    await opening.getByText('报价截止前不得开价').first().waitFor()
  })

  it('4 two people enter the same amounts, each alone, and the lowest is awarded and announced (E3, E13, PRC-46)', async () => {
    await moveTo(opened)
    const opening = await act(officer, SELECTIONS, NAME, '开价录入')
    await enter(officer, OFFERS)
    await box(opening, '开价记录').fill('开价现场由两人录入，信封密封完好。')
    await sent(opening, '开价录入')
    // What was entered is sealed: the same person does not confirm it, and others read no amount.
    const own = await act(officer, SELECTIONS, NAME, '开价复核')
    await confirm(officer, OFFERS)
    await send(own, '开价复核')
    await own.getByText('须由另一人复核').first().waitFor()
    const form = await act(second, SELECTIONS, NAME, '开价复核')
    expect(await form.innerText()).not.toContain('118')
    await confirm(second, ['119000', '118000.01', '119500'])
    await expectAccessible(second, 'confirming quotes')
    await send(form, '开价复核')
    await form.getByText('两次录入的金额不一致：示例供应商02').first().waitFor()
    await box(form, '报价金额 2').fill('118000')
    await sent(form, '开价复核')

    await second.goto(SELECTIONS)
    await second.getByRole('row').filter({ hasText: NAME }).getByRole('button').first().click()
    const matrix = second.getByRole('region', { name: '各供应商分项报价' })
    await matrix.getByText('118,000.00').first().waitFor()
    await matrix.getByRole('row', { name: /^名次/ }).waitFor()
    expect(await matrix.getByRole('row', { name: /^名次/ }).getByRole('cell').allInnerTexts()).toEqual([
      '',
      '2',
      '1',
      '3',
    ])
    await expectAccessible(second, 'the opened quotes')
    const award = await act(officer, SELECTIONS, NAME, '定标')
    await sent(award, '定标')
    await officer.getByRole('row').filter({ hasText: NAME }).getByText('已定标').waitFor()
    await officer.goto('/publicarticles?category=publicity')
    await officer.getByRole('link', { name: `成交公示：${NAME}` }).waitFor()
  })

  it('5 contract, goods and payment stay within each other, and the cards are on the books (PRC-31, PRC-34, 21.3)', async () => {
    const list = await act(officer, PURCHASES, NAME, '编辑')
    const items = group(officer, '采购清单')
    await add(items)
    await box(items, /^名称/).fill('执法记录仪')
    await box(items, /^单位/).fill('台')
    await box(items, /^数量/).fill('20')
    await box(items, /^限价/).fill('6000')
    await tick(items.getByRole('checkbox', { name: /^建立资产卡片/ }))
    await items.getByRole('combobox', { name: /^资产类别/ }).selectOption('警用设备')
    await sent(list, '保存')

    const contract = await act(officer, PURCHASES, NAME, '签订合同')
    await box(contract, '合同编号').fill('HT-2026-0808')
    await pick(officer, contract, '供应商', vendors[1])
    await box(contract, '合同金额').fill('120000.01')
    await box(contract, '履行结束').fill('2026-06-30')
    await box(contract, '交货期限').fill('2026-05-15')
    await attach(contract, '合同.pdf')
    await send(contract, '签订合同')
    await contract.getByText('金额120,000.01元超过预算120,000.00元').first().waitFor()
    await box(contract, '合同金额').fill('118000')
    await sent(contract, '签订合同')

    const delivery = await act(officer, PURCHASES, NAME, '登记交货')
    await box(delivery, '说明').fill('全部到货，外观完好')
    await sent(delivery, '登记交货')
    const acceptance = await act(officer, PURCHASES, NAME, '验收')
    for (const person of ['窦示辛', '奚示丁', '章示壬']) await pick(officer, acceptance, '验收小组', person)
    await attach(acceptance, '验收.pdf')
    await box(acceptance, /^数量/).fill('21')
    await send(acceptance, '验收')
    await acceptance.getByText('“执法记录仪”尚未验收20，本次填写21').first().waitFor()
    await box(acceptance, /^数量/).fill('20')
    await box(acceptance, /^序列号/).fill(Array.from({ length: 20 }, (_, index) => `ZF-S08-${index}`).join('\n'))
    await sent(acceptance, '验收')
    await officer.getByRole('row').filter({ hasText: NAME }).getByText('已验收').waitFor()
    const cards = await (await site.as('shi22')).get<readonly { sn: string }[]>(
      '/api/assets/asset/?search=ZF-S08&limit=100',
    )
    expect(cards).toHaveLength(20)
  })
})
