import { defineApplication } from '#src/define/application.ts'
import { emergencyChain } from '#src/define/chains/receive.ts'
import { oneOf, yes } from '#src/define/chains/steps.ts'
import { boolean, choice, date, dateTime, text } from '#src/fields/field.ts'
import { controlledEffects, cutFields, issueFields, itemLines, receiptFields, requestFields } from './forms/fields.ts'

/** Every category but clothing (23.5). */
export const requestCategories = [
  'officeSupplies',
  'electronicParts',
  'medical',
  'equipment',
  'cleaning',
  'other',
] as const
const named = oneOf('purpose', 'task', 'event')

/** Longest loan in days (95.2). */
export const MAX_LOAN_DAYS = 90

/** 23.5 物资综合领用 on chain CH-ISSUE; lines with a day of return are lent. */
export const supplyRequest = defineApplication({
  key: 'supplyRequest',
  group: 'receive',
  code: 'WZ',
  icon: 'tabler-package',
  page: { sort: 50 },
  columns: ['purpose', 'needAt', 'totalValue'],
  summary: ['purpose', { within: 'lines', field: 'itemId', show: 'name' }, 'totalValue'],
  amountField: 'totalValue',
  register: ['stockIssue', 'supplyReturn'],
  registerOnly: { stockIssue: { ticketType: 'supplyRequest' } },
  sections: [
    {
      key: 'request',
      fields: {
        purpose: choice('supplyPurpose', { required: true, initial: 'daily' }),
        taskName: text(60, { min: 2, required: named, visibleWhen: named }),
        needAt: dateTime({ required: true, notBeforeNow: true }),
        deliverTo: text(100),
        lines: itemLines(requestCategories, {
          // 95.2: part of a request may be lent, the rest is used up.
          returnable: boolean({ initial: false }),
          returnDueAt: date({
            min: 'today',
            max: { today: MAX_LOAN_DAYS },
            required: yes('returnable'),
            visibleWhen: yes('returnable'),
          }),
        }),
        ...requestFields,
        controlled: boolean({ computed: true, visibleWhen: yes('controlled') }),
        issuedAhead: boolean({ computed: true, visibleWhen: yes('issuedAhead') }),
      },
    },
    { key: 'approval', fields: cutFields },
    { key: 'issue', fields: issueFields },
    { key: 'receipt', fields: receiptFields },
  ],
  effects: controlledEffects,
  workflow: emergencyChain('supplyRequest', 'purpose', { hasControlled: true }),
})
