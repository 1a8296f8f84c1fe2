import { defineApplication } from '#src/define/application.ts'
import { oneOf } from '#src/define/chains/steps.ts'
import {
  boolean,
  choice,
  date,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  quantity,
  reference,
  text,
} from '#src/fields/field.ts'
import { printChain } from './print-chain.ts'

/** Prints by a vendor are charged to this subject. */
export const PRINT_SUBJECT = '30202'
/** What printing paper is stored as. */
const PAPER_CATEGORIES = 'officeSupplies,other'

const isVendor = { field: 'channel', op: 'eq', value: 'vendor' } as const
const isInHouse = { field: 'channel', op: 'eq', value: 'inHouse' } as const
/** PRT-03: what is put up somewhere is taken down again. */
const isPutUp = oneOf('printType', 'banner', 'board')
const isRevised = { field: 'proofResult', op: 'eq', value: 'revise' } as const

/** 23.11 印刷宣传 on CH-PRINT: printed in the house with paper from the store, or by a vendor out of the budget. */
export const printingPublicity = defineApplication({
  key: 'printingPublicity',
  group: 'receive',
  code: 'YS',
  icon: 'document',
  page: { sort: 110 },
  columns: ['printType', 'channel', 'needAt', 'amount'],
  summary: ['printType', { within: 'jobs', field: 'name' }, 'needAt'],
  amountField: 'amount',
  register: ['printOrder', 'stockIssue'],
  registerOnly: { stockIssue: { ticketType: 'printingPublicity' } },
  sections: [
    {
      key: 'content',
      fields: {
        printType: choice('printType', { required: true, initial: 'document' }),
        jobs: lines(
          {
            name: text(60, { required: true, min: 2 }),
            spec: text(100, { required: true, min: 2 }),
            pages: integer({ required: true, min: 1, max: 1000, initial: 1 }),
            colour: choice('printColour', { required: true, initial: 'mono' }),
            sides: choice('printSides', { required: true, initial: 'double' }),
            qty: integer({ required: true, min: 1, max: 100_000, initial: 1 }),
            unitPrice: money({ required: true, isRate: true, max: '99999.99', initial: '0.00' }),
            sheets: integer({ computed: true }),
            amount: money({ computed: true }),
          },
          { required: true, min: 1, max: 20 },
        ),
        contentFile: files(1, { required: true }),
        external: boolean({ required: true, initial: false }),
        secretLevel: choice('printSecrecy', { required: true, initial: 'none' }),
        needAt: date({ required: true }),
        installPlace: text(100, { min: 2, required: isPutUp, visibleWhen: isPutUp }),
        removeAt: date({ required: isPutUp, visibleWhen: isPutUp }),
      },
    },
    {
      key: 'cost',
      fields: {
        channel: choice('printChannel', { required: true, initial: 'inHouse' }),
        vendorId: reference('vendor', {
          required: isVendor,
          visibleWhen: isVendor,
          options: '/api/procurement/vendor/options/?isPrint=true&state=active',
        }),
        colourPages: integer({ computed: true, visibleWhen: isInHouse }),
        amount: money({ computed: true }),
        budgetLineId: reference('budgetLine', {
          required: isVendor,
          visibleWhen: isVendor,
          options: `/api/budget/line/choices/?subjects=${PRINT_SUBJECT}`,
        }),
        budgetAvailable: money({ computed: true, visibleWhen: isVendor }),
      },
    },
    {
      key: 'proof',
      fields: {
        proofFile: files(3),
        proofResult: choice('printVerdict'),
        proofNote: longText(5, 300, { required: isRevised, visibleWhen: isRevised }),
      },
    },
    {
      key: 'delivery',
      fields: {
        papers: lines(
          {
            itemId: reference('stockItem', {
              required: true,
              options: `/api/stock/item/choices/?categories=${PAPER_CATEGORIES}`,
            }),
            qty: quantity({ required: true, positive: true, max: 9999, initial: 1, ofItem: 'itemId' }),
          },
          { min: 0, max: 20, visibleWhen: isInHouse },
        ),
        deliveredQty: integer({ min: 1 }),
        actualAmount: money({ positive: true, visibleWhen: isVendor }),
        receiverId: person(),
      },
    },
  ],
  effects: {
    onApprove: ['printing.approve'],
    onHandle: {
      proof: ['printing.proof'],
      proofConfirm: ['printing.confirm'],
      deliver: ['printing.deliver'],
    },
    onVoidApproved: ['printing.cancel'],
  },
  workflow: printChain('printingPublicity'),
})
