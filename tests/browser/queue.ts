/** A morning's applications of the criminal investigation section, all waiting for its leader zhang39. */
import { claimForm, leaveForm, type WireTicket } from '#tests/harness/tickets.ts'
import type { Caller } from './caller.ts'
import type { Site } from './harness.ts'

const leaves = [
  ['ge43', '2026-03-16', '2026-03-18', '父亲住院手术，需陪护照料', '邻省示例市', 'urgent'],
  ['xi44', '2026-03-19', '2026-03-20', '参加子女家长会及入学面谈', '示范市', 'normal'],
  ['fan45', '2026-03-23', '2026-03-26', '年度休假，回原籍探望父母', '省会示例市', 'normal'],
] as const
const claims = [
  ['pan42', '30201', '486.00', '专案组打印纸、卷宗盒等办公用品', 'normal'],
  ['su41', '30207', '1260.50', '外协办案期间邮寄物证及通信费用', 'critical'],
  ['yun40', '30201', '850.00', '补充案件卷宗封面及档案袋', 'normal'],
] as const
const affairs = [
  ['xi44', 'IT', '三楼询问室网络时断时续，影响同步录音录像上传，请安排检查', '询问室网络故障报修'],
  ['fan45', 'venue', '下周三召开专案推进会，需布置会场并准备投影设备', '专案推进会会场布置'],
] as const

/** The budget line of a subject, as the person may choose it. */
export async function budgetLineOf(person: Caller, subject: string): Promise<number> {
  const [line] = await person.get<readonly { readonly id: number }[]>(`/api/budget/line/choices/?subjects=${subject}`)
  if (line === undefined) throw new Error(`no budget line ${subject} may be charged`)
  return line.id
}

/** A claim over one line of expense, with an uploaded invoice. */
export async function fileClaim(
  person: Caller,
  line: number,
  amount: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<WireTicket> {
  return person.file('financialReimbursementOne', claimForm(line, amount, '2026-03-06', await person.upload(), more))
}

/** Files them all, each with a title of its own, by which lists show it; the answers come in the order of the lists above. */
export async function fillQueue(site: Pick<Site, 'as'>): Promise<readonly WireTicket[]> {
  const filed: WireTicket[] = []
  for (const [username, from, to, reason, destination, urgency] of leaves) {
    const person = await site.as(username)
    filed.push(await person.file('leaveApproval', leaveForm(from, to, { title: reason, reason, destination, urgency })))
  }
  for (const [username, subject, amount, reason, urgency] of claims) {
    const person = await site.as(username)
    filed.push(await fileClaim(person, await budgetLineOf(person, subject), amount, { title: reason, reason, urgency }))
  }
  for (const [username, bizType, content, title] of affairs) {
    const person = await site.as(username)
    filed.push(
      await person.file('otherBusiness', { title, reason: '保障专案工作需要', urgency: 'normal', bizType, content }),
    )
  }
  return filed
}

/** So many more of them: small affairs, each of its own. */
export async function fillMore(site: Pick<Site, 'as'>, count: number): Promise<readonly WireTicket[]> {
  const people = await Promise.all(['xi44', 'fan45', 'pan42', 'su41', 'yun40', 'ge43'].map((name) => site.as(name)))
  const filed: WireTicket[] = []
  for (let index = 0; index < count; index += 1) {
    const title = `第${String(index + 1).padStart(2, '0')}号询问室设备检修`
    const content = `第${index + 1}号询问室同步录音录像设备需要检修`
    const person = people[index % people.length]
    if (person)
      filed.push(
        await person.file('otherBusiness', {
          title,
          reason: '保障办案需要',
          urgency: 'normal',
          bizType: 'IT',
          content,
        }),
      )
  }
  return filed
}
