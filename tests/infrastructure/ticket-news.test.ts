import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '#tests/harness/engines.ts'
import { leaveForm } from '#tests/harness/tickets.ts'
import { type Bureau, type Listening, openBureau, type Received } from './node.ts'

interface Filed {
  readonly id: number
  readonly no: string
  readonly status: string
  readonly version: number
}

describe.each(oneEngine)('news of a ticket on %s', (engine) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(engine)
  })
  afterAll(() => bureau.close())

  const isAbout = ({ contentType, record, content }: Received): boolean =>
    record === 'ticket' || (contentType === 'TICKET' && content === '')
  const about = (line: Listening) => line.messages.filter(isAbout)

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
    const facts = {
      contentType: 'TICKET',
      link: `/workflow/ticket/${filed.id}`,
      ticketId: filed.id,
      no: filed.no,
      status: filed.status,
      version: filed.version,
    }
    expect(await pan.next(isAbout)).toEqual({ ...facts, content: '', unread: 0 })
    // 97-api: one shape for the type, whether it tells of the ticket or notifies of it.
    expect(await leader.next(({ content }) => content !== '')).toEqual({
      ...facts,
      content: expect.stringContaining(filed.no),
      unread: 1,
    })
    expect(await leader.next(isAbout)).toMatchObject({ ...facts, content: '' })
    expect(await registrar.next(isAbout)).toEqual({
      contentType: 'RECORD',
      content: '',
      record: 'ticket',
      id: null,
      unread: 0,
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
    expect(await pan.next(isAbout)).toMatchObject({ status: 'draft' })
    await bureau.join('ge43')
    expect(about(registrar)).toEqual([])
  })
})
