/** Selections as their desk works: invited vendors, envelopes, and the opening by two (50.10). */
import { expect } from 'vitest'
import type { Client } from '#tests/harness/app.ts'
import type { Desk, Form, Row } from './desk.ts'

export const SELECTIONS = '/api/procurement/selection/'
/** When the envelopes of a drafted selection are opened. */
export const DUE = new Date('2026-03-13T02:00:00Z')

interface Bureau {
  readonly desk: Desk
  /** Vendors in service that are strangers to each other; the first three are invited. */
  readonly vendors: readonly number[]
  /** The panel. */
  readonly members: readonly number[]
}

export function selectionsOf(bureau: () => Bureau) {
  const draft = (more: Form = {}): Form => ({
    subject: '执法记录仪比选',
    category: 'goods',
    method: 'inquiry',
    ceiling: '100000.00',
    items: [{ name: '执法记录仪', spec: '4K', unit: '台', qty: 10 }],
    invitations: bureau()
      .vendors.slice(0, 3)
      .map((vendorId) => ({ vendorId })),
    deadline: '2026-03-13 10:00:00',
    panel: bureau().members,
    scoring: 'lowest',
    ...more,
  })
  const read = async (id: number, by = bureau().desk.officer): Promise<Row> =>
    (await by.get<Row>(`${SELECTIONS}${id}/`)).data
  const step = async (id: number, name: string, values: Form = {}, by = bureau().desk.officer) =>
    by.post<Row>(`${SELECTIONS}${id}/${name}/`, { ...values, version: (await read(id, by)).version })
  return {
    draft,
    read,
    step,
    async invited(more: Form = {}): Promise<number> {
      const { data, code, errors } = await bureau().desk.officer.post<Row>(SELECTIONS, draft(more))
      expect([code, errors]).toEqual([2000, undefined])
      expect((await step(data.id, 'invite')).code).toBe(2000)
      return data.id
    },
    receive: async (id: number, index: number, envelopeNo = `F${id}-${index}`) =>
      step(id, 'receive', {
        vendorId: bureau().vendors[index],
        envelopeNo,
        sealPhoto: [await bureau().desk.file()],
      }),
    /** What the first person enters. */
    opened: (amounts: readonly string[]): Form => ({
      quotes: amounts.map((amount, index) => ({
        vendorId: bureau().vendors[index],
        amount,
        deliveryDays: 15,
        warrantyMonths: 24,
        isValid: true,
      })),
      minutes: '开价现场由两人录入，密封完好。',
    }),
    /** What the second person enters. */
    again: async (amounts: readonly string[], by: Client = bureau().desk.second): Promise<Form> => ({
      quotes: await Promise.all(
        amounts.map(async (amount, index) => ({
          vendorId: bureau().vendors[index],
          amount,
          quoteFile: [await bureau().desk.file(by)],
        })),
      ),
    }),
  }
}
