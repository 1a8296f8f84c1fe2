import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  date,
  decimal,
  department,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const computed = { computed: true } as const
export const MAX_RETENTION_PERCENT = 5

/** When the vendor is paid how much. */
export const planFields = {
  stage: choice('paymentStage', { required: true, initial: 'acceptance' }),
  amount: money({ required: true, positive: true }),
  dueOn: date({ required: true }),
} as const

/** The register of contracts, written by the actions of their purchases. */
export const purchaseContract = defineRecord({
  name: 'purchaseContract',
  table: 'purchase_contract',
  path: '/api/procurement/contract/',
  permissions: permissionsFrom('purchase', 'export'),
  scope: { department: 'deptId', owner: 'ownerId' },
  fields: {
    contractNo: text(40, computed),
    purchaseId: reference('purchase', computed),
    vendorId: reference('vendor', computed),
    amount: money(computed),
    supplemented: money(computed),
    total: money(computed),
    signedOn: date(computed),
    startsOn: date(computed),
    endsOn: date(computed),
    advanceRate: decimal(4, 2, computed),
    retentionRate: decimal(4, 2, computed),
    retentionDays: integer(computed),
    plan: lines(planFields, { ...computed, min: 0, max: 20 }),
    supplements: lines(
      { signedOn: date(), change: decimal(14, 2), reason: longText(0, 300), file: files(5) },
      { ...computed, min: 0, max: 20 },
    ),
    sealTicketId: reference('ticket', computed),
    file: files(5, computed),
    deptId: department(computed),
    ownerId: person(computed),
  },
  titleFields: ['contractNo'],
  list: {
    columns: [
      'contractNo',
      'purchaseId',
      'vendorId',
      'amount',
      'supplemented',
      'total',
      'signedOn',
      'startsOn',
      'endsOn',
      'retentionRate',
      'deptId',
    ],
    filters: ['vendorId', 'deptId', 'signedOn', 'endsOn', 'purchaseId'],
    search: ['contractNo'],
    order: '-signedOn',
  },
})
