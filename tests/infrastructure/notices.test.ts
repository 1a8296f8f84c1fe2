import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { richText } from '#src/server/notices/richText.ts'
import { plainText } from '#src/server/notices/sendings.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, openBureau } from './node.ts'

interface Notice {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly link: string | null
  readonly is_read: boolean
  readonly senderName: string
}
const PATH = '/api/v1/sms/notice/'

describe.each(oneEngine)('notices on %s', (engine) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(engine)
  })
  afterAll(() => bureau.close())

  const tell = (to: readonly number[], text: string) =>
    write(bureau.services, async (unit) =>
      unit.notify({
        to,
        contentType: 'TICKET',
        title: { key: 'notice.ticket.task', params: ['LV-1', text] },
        link: '/workflow/ticket/1',
      }),
    )
  const received = async (token: string, query = '') => {
    const answer = await bureau.call('GET', `${PATH}get_self_receive/${query}`, token)
    return { rows: answer.data as Notice[], total: answer.total }
  }

  it("I18 lists one's own notices, newest first, in the reader's language, and one per event and recipient", async () => {
    const [pan, other] = [await bureau.signIn('pan42'), await bureau.signIn('lu48')]
    await tell([pan.userId, pan.userId], 'first')
    await tell([pan.userId, other.userId], 'second')
    const { rows, total } = await received(pan.token)
    expect(rows.map(({ title, link, is_read }) => ({ title, link, is_read }))).toEqual([
      { title: 'Ticket LV-1 is waiting for you: second', link: '/workflow/ticket/1', is_read: false },
      { title: 'Ticket LV-1 is waiting for you: first', link: '/workflow/ticket/1', is_read: false },
    ])
    expect([total, (await received(other.token)).total]).toEqual([2, 1])
  })

  it('SYS-104 reading one, all or none changes the count of the list alike', async () => {
    const { token, userId } = await bureau.signIn('wei49')
    await tell([userId], 'a')
    await tell([userId], 'b')
    const unread = async (): Promise<number | undefined> => (await received(token, '?is_read=false&limit=1')).total
    expect(await unread()).toBe(2)
    const newest = (await received(token)).rows[0]
    expect((await bureau.call('GET', `${PATH}${newest?.id}/`, token)).data).toMatchObject({
      id: newest?.id,
      is_read: true,
    })
    expect(await unread()).toBe(1)
    await bureau.call('GET', `${PATH}mark_all_read/`, token)
    expect(await unread()).toBe(0)
    await bureau.call('GET', `${PATH}mark_all_unread/`, token)
    expect(await unread()).toBe(2)
  })

  it("does not show or mark anybody else's", async () => {
    const { token, userId } = await bureau.signIn('wei49')
    await tell([userId], 'private')
    const { rows } = await received(token)
    const other = await bureau.signIn('lu48')
    expect((await bureau.call('GET', `${PATH}${rows[0]?.id}/`, other.token)).code).toBe(4004)
    expect((await bureau.call('DELETE', `${PATH}${rows[0]?.id}/`, other.token)).code).toBe(4004)
    expect((await received(token)).rows[0]?.is_read).toBe(false)
  })

  const message = {
    title: 'Drill',
    content: 'At <b>ten</b><script>alert(1)</script>',
    contentType: 'SYSTEM',
    link: '/home',
  }

  it('refuses a message from somebody without message:Send, and links that lead elsewhere', async () => {
    const [pan, admin] = [await bureau.signIn('pan42'), await bureau.signIn('fang54')]
    expect(
      (await bureau.call('POST', `${PATH}send/`, pan.token, { ...message, targetType: 1, targets: [admin.userId] }))
        .code,
    ).toBe(4003)
    for (const link of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(
        (
          await bureau.call('POST', `${PATH}send/`, admin.token, {
            ...message,
            link,
            targetType: 1,
            targets: [pan.userId],
          })
        ).code,
      ).toBe(4000)
    }
  })

  it('SYS-105 sends what is allowed to the people of a department, who see who wrote it', async () => {
    const admin = await bureau.signIn('fang54')
    const departmentId = bureau.services.directory.departments().find((department) => department.key === 'D10')?.id
    const sent = await bureau.call('POST', `${PATH}send/`, admin.token, {
      ...message,
      targetType: 3,
      targets: [departmentId],
    })
    expect(sent).toMatchObject({ code: 2000, data: { sent: 7 } })
    const pan = await bureau.signIn('pan42')
    expect((await received(pan.token)).rows[0]).toMatchObject({
      title: 'Drill',
      content: 'At <b>ten</b>',
      link: '/home',
    })
    await bureau.call('GET', `${PATH}mark_all_read/`, pan.token)
    expect((await bureau.call('GET', `${PATH}get_self_send/`, admin.token)).data).toMatchObject([
      { title: 'Drill', sentCount: 7, readCount: 1 },
    ])
  })

  it('takes an unread message back within ten minutes', async () => {
    const [admin, pan] = [await bureau.signIn('fang54'), await bureau.signIn('pan42')]
    const { data } = await bureau.call('POST', `${PATH}send/`, admin.token, {
      ...message,
      title: 'Mistake',
      targetType: 1,
      targets: [pan.userId],
    })
    const { id } = data as { id: number }
    expect((await bureau.call('POST', `${PATH}${id}/recall/`, admin.token, {})).data).toEqual({ recalled: 1 })
    expect((await received(pan.token)).rows.some((notice) => notice.title === 'Mistake')).toBe(false)
  })

  it('SYS-101 writes to everybody only as an administrator who enters the password again', async () => {
    const admin = await bureau.signIn('fang54')
    const all = { ...message, title: 'To all', targetType: 0 }
    expect((await bureau.call('POST', `${PATH}send/`, admin.token, all)).code).not.toBe(2000)
    expect((await bureau.call('POST', `${PATH}send/`, admin.token, { ...all, password: 'Wrong#123456' })).errKey).toBe(
      'password.wrong',
    )
    const sent = await bureau.call('POST', `${PATH}send/`, admin.token, { ...all, password: DEMO_PASSWORD })
    expect(sent).toMatchObject({ code: 2000, data: { sent: 59 } })
  })

  it('SYS-102 refuses the thirty-first message of a day', async () => {
    const [admin, pan] = [await bureau.signIn('fang54'), await bureau.signIn('pan42')]
    const codes: number[] = []
    let errKey: string | undefined
    for (let count = 0; count < 31 && errKey === undefined; count += 1) {
      const answer = await bureau.call('POST', `${PATH}send/`, admin.token, {
        ...message,
        title: `No ${count}`,
        targetType: 1,
        targets: [pan.userId],
      })
      codes.push(answer.code)
      errKey = answer.errKey
    }
    expect(errKey).toBe('rule.SYS-102')
    const total = (await bureau.call('GET', `${PATH}get_self_send/`, admin.token)).total
    expect(total).toBe(30)
  })
})

describe('rich text', () => {
  it.each([
    ['<p onclick="x()">One<br/>two</p>', '<p>One<br>two</p>'],
    ['<script>alert(1)</script>a<style>b{}</style>', 'a'],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="java&#115;cript:alert(1)">x</a>', 'x'],
    ['<a href="https://evil.example">x</a><a href="//evil.example">y</a>', 'xy'],
    ['<a href="/home?a=1&amp;b=2" target="_blank">home</a>', '<a href="/home?a=1&amp;b=2">home</a>'],
    ['<a href="/home" onmouseover="x">h</a>', '<a href="/home">h</a>'],
    ['<ul><li>a<li><b>b</ul>c', '<ul><li>a<li><b>b</b></li></li></ul>c'],
    ['<svg><a href="/x"><script>1</script></a></svg>t', 't'],
    ['<img src=x onerror=alert(1)//', ''],
    ['<!-- a --><b>c</b><!-- open', '<b>c</b>'],
    ['1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
    ['a\u202egpj.exe\u0000', 'agpj.exe'],
    ['<div><h1>T</h1></div>', '<p><h3>T</h3></p>'],
    ['<b>open', '<b>open</b>'],
    ['&lt;script&gt;', '&lt;script&gt;'],
  ])('SYS-105 %j becomes %j, and stays so', (given, kept) => {
    expect(richText(given)).toBe(kept)
    expect(richText(kept)).toBe(kept)
  })
})

describe('plain text', () => {
  it('SYS-105 drops markup, scripts and direction tricks and keeps what is said', () => {
    expect(plainText('<p>One</p><p>two &amp; 3 < 4</p>')).toBe('One\ntwo &amp; 3 < 4')
    expect(plainText('<img src=x onerror=alert(1)//')).toBe('')
    expect(plainText('a\u202egpj.exe\u0000')).toBe('agpj.exe')
  })
})
