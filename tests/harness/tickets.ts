/** Tickets as tests file and move them, through the API. */
import { formFieldsOf } from '#src/define/application.ts'
import { modules } from '#src/modules.ts'
import type { Answer, Client } from './app.ts'

/** What tests look at of a ticket on the wire. */
export interface WireTicket {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly title: string
  readonly status: string
  readonly version: number
  readonly round: number
  readonly amount: string | null
  readonly current: readonly {
    readonly state: string
    readonly handlers: readonly { readonly id: number; readonly name: string }[]
  }[]
  readonly allowedActions: readonly string[]
  readonly formData: Readonly<Record<string, unknown>>
}

type Form = Readonly<Record<string, unknown>>

/** Fields of the shipped forms, and what every action asks besides. */
const fieldsOfType = new Map(
  modules.flatMap((module) =>
    module.applications.map((application) => [application.key, new Set(Object.keys(formFieldsOf(application)))]),
  ),
)
const asked = ['comment', 'userId', 'userIds']

/** A refusal of a type's own rules names a field of its form, or says that it concerns the form as a whole. @throws when it does neither */
export function assertPlaced<T>(answer: Answer<T>, type: string): Answer<T> {
  const fields = fieldsOfType.get(type)
  if (fields === undefined || answer.code !== 4001 || /^((rule\.)?wf[.-]|idempotency\.)/i.test(answer.errKey ?? ''))
    return answer
  const paths = Object.keys(answer.errors ?? {})
  const lost = paths.filter((path) => path !== '' && !fields.has(path.split('.')[0] ?? '') && !asked.includes(path))
  if (paths.length === 0 || lost.length > 0)
    throw new Error(`${answer.errKey} of ${type} is refused at ${paths.join() || 'no field'}`)
  return answer
}

/** Files an application and submits it at once. */
export const submit = async (
  applicant: Client,
  type: string,
  formData: Form,
  options?: { idempotencyKey?: string },
): Promise<Answer<WireTicket>> =>
  assertPlaced(
    await applicant.post<WireTicket>('/api/workflow/ticket/', { type, formData, submit: true }, options),
    type,
  )

export const ticketOf = async (reader: Client, id: number): Promise<WireTicket> =>
  (await reader.get<WireTicket>(`/api/workflow/ticket/${id}/`)).data

/** One action with the revision the person sees now. */
export async function act(person: Client, id: number, action: string, more: Form = {}): Promise<Answer<WireTicket>> {
  const { version, type } = await ticketOf(person, id)
  return assertPlaced(
    await person.post<WireTicket>(`/api/workflow/ticket/${id}/${action}/`, { version, comment: '', ...more }),
    type,
  )
}

/** Days later than a `yyyy-MM-dd`. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** A leave form that passes, from one day to another. */
export const leaveForm = (startDate: string, endDate: string, more: Form = {}): Form => ({
  reason: '探望父母，处理家事',
  leaveType: 'annual',
  startDate,
  startHalf: 'am',
  endDate,
  endHalf: 'pm',
  destination: '省会示例市',
  contactPhone: '10000000042',
  ...more,
})

let invoiceCounter = 0
/** A fresh invoice number per call. */
export function invoiceNo(): string {
  invoiceCounter += 1
  // Apart from those of the demo.
  return `98${String(invoiceCounter).padStart(18, '0')}`
}

/** A claim form over one line of expense, with an invoice of the same amount. `fileId` is an uploaded file of the applicant. */
export function claimForm(budgetLineId: number, amount: string, day: string, fileId: number, more: Form = {}): Form {
  return {
    reason: '购买办公用品一批',
    budgetLineId,
    lines: [{ expenseType: 'office', occurDate: day, description: '打印纸与墨盒', amount }],
    billCount: 1,
    invoices: [
      {
        invoiceType: 'digital',
        invoiceNo: invoiceNo(),
        invoiceDate: day,
        sellerName: '示例供应商01',
        amount,
        fileId: [fileId],
      },
    ],
    payeeType: 'personalCard',
    bankName: '示例银行示范支行',
    bankAccount: '6200000000000000042',
    ...more,
  }
}

/** The report of a broken lamp, as `pan42` files it; it passes. */
export const repairForm = (more: Readonly<Record<string, unknown>> = {}) => ({
  reason: '办公室照明故障影响办公',
  mobile: '10000000042',
  category: 'electric',
  location: '主楼3层302室',
  description: '302室日光灯不亮，更换灯管无效',
  contactName: '潘示乙',
  ...more,
})
