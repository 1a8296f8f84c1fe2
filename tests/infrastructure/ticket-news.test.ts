import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/harness/engines.ts'
import { leaveForm } from '#tests/harness/tickets.ts'
import { type Bureau, type Listening, openBureau } from './node.ts'

interface Filed {
  readonly id: number
  readonly no: string
  readonly status: string
  readonly version: number
}

describe.each(engines)('news of a ticket on %s', (engine) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(engine)
  })
  afterAll(() => bureau.close())

  const about = (line: Listening) => line.messages.filter(({ content }) => content['record'] === 'ticket')

  it('goes to the people of the ticket with its number, to register readers without it, and to nobody else', async () => {
    const [pan, leader, registrar, stranger] = [
      await bureau.join('pan42'),
      await bureau.join('zhang39'),
      await bureau.join('wei11'),
      await bureau.join('lu48'),
    ]
    const { data } = await bureau.call('POST', '/api/workflow/ticket/', pan.token, {
      type: 'leaveApproval',
      formData: leaveForm('2026-03-16', '2026-03-16'),
      submit: true,
    })
    const filed = data as Filed
    const content = {
      record: 'ticket',
      id: filed.id,
      ticketId: filed.id,
      no: filed.no,
      status: filed.status,
      version: filed.version,
    }
    expect(await pan.next(({ content: told }) => told['record'] === 'ticket')).toEqual({
      contentType: 'TICKET',
      content,
      unread: 0,
    })
    const notice = await leader.next(({ content: told }) => typeof told['title'] === 'string')
    expect(notice).toMatchObject({
      contentType: 'TICKET',
      unread: 1,
      content: { link: `/workflow/ticket/${filed.id}` },
    })
    expect((await leader.next(({ content: told }) => told['record'] === 'ticket')).content).toEqual(content)
    expect((await registrar.next(({ content: told }) => told['record'] === 'ticket')).content).toEqual({
      record: 'ticket',
      id: null,
    })
    await bureau.join('ge43')
    expect(about(stranger)).toEqual([])
  })

  it('of a draft goes to its applicant alone', async () => {
    const [pan, registrar] = [await bureau.join('pan42'), await bureau.join('wei11')]
    await bureau.call('POST', '/api/workflow/ticket/', pan.token, {
      type: 'leaveApproval',
      formData: leaveForm('2026-03-17', '2026-03-17'),
    })
    expect((await pan.next(({ content }) => content['record'] === 'ticket')).content).toMatchObject({ status: 'draft' })
    await bureau.join('ge43')
    expect(about(registrar)).toEqual([])
  })
})
