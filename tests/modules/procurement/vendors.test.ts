/** States of a vendor (50.7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import type { Row } from './desk.ts'

const VENDORS = '/api/procurement/vendor/'

describe('a vendor', () => {
  let app: TestApp
  let officer: Client
  beforeAll(async () => {
    app = await startApp({ bureau: 'quiet' })
    officer = await app.as('shui37')
  })
  afterAll(() => app.close())

  it('is suspended, put back into service and banned, and each call answers the vendor as it is then', async () => {
    const [{ id }] = (await officer.get<readonly [Row]>(`${VENDORS}?state=active&limit=1`)).data
    const reason = '连续两次逾期交货，经采购小组研究决定'
    const act = async (name: string, more = {}): Promise<unknown> => {
      const { version } = (await officer.get<Row>(`${VENDORS}${id}/`)).data
      const { code, data } = await officer.post<Row>(`${VENDORS}${id}/${name}/`, {
        version,
        reason,
        ...more,
      })
      return [code, data.id, data.state, data.stateReason, data.version]
    }
    const { version } = (await officer.get<Row>(`${VENDORS}${id}/`)).data
    expect(await act('suspend')).toEqual([2000, id, 'suspended', reason, version + 1])
    expect(await act('activate')).toEqual([2000, id, 'active', reason, version + 2])
    expect(await act('blacklist', { until: '2028-03-10', file: [await uploadPdf(app, officer)] })).toEqual([
      2000,
      id,
      'blacklisted',
      reason,
      version + 3,
    ])
  })
})
