import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import { choicesQuery } from '../choices.server.ts'
import { bankFile, createBatch } from './batches/batch.server.ts'
import { ownPayments, proposePayee } from './corrections/correction.server.ts'
import { payMessages } from './pay.messages.ts'
import { markable, markPayments } from './payments/mark.server.ts'
import { daysOf, reconcile, reconciledDay, signDay } from './reconciliation/reconciliation.server.ts'
import { recoverable } from './recoveries/recovery.server.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const params = z.strictObject({ id })
const day = z.iso.date()
const amount = z.string().regex(/^-?\d{1,14}\.\d{2}$/)
const short = z.string().max(200).nullish()
/** Payments of one batch or one marking. */
const MAX_PAYMENTS = 200

/** What the pages of the cashier and of those who are paid call beside the records. */
export const payRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/finance/batch/',
    operation: operation('finance.createBatch', rowOf('payment', 'ids')),
    permission: 'finance:Pay',
    body: z.strictObject({
      ids: z.array(id).min(1).max(MAX_PAYMENTS),
      account: z.enum(['zeroBalance', 'special', 'petty']),
      remark: z.string().overwrite(trimText).max(500).nullish(),
    }),
    handle: ({ unit, access, body }) => createBatch(unit, access, { ...body, remark: body.remark ?? null }),
  }),
  route({
    method: 'POST',
    url: '/api/finance/batch/:id/bank_file/',
    operation: operation('finance.bankFile', rowOf('paymentBatch')),
    permission: 'finance:Pay',
    params,
    handle: ({ unit, access, language, params: { id: batch } }) => bankFile(unit, access, language, batch),
  }),
  route({
    method: 'POST',
    url: '/api/finance/payment/mark/',
    operation: operation('finance.mark', rowOf('payment', 'rows')),
    permission: 'finance:Pay',
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            id,
            payResult: z.string().max(20),
            voucherNo: short,
            paidAt: short,
            account: short,
            failReason: short,
          }),
        )
        .min(1)
        .max(MAX_PAYMENTS),
    }),
    ownTransaction: true,
    async handle(request) {
      const results = await markPayments(request, request.body.rows)
      return request.write(async () => results)
    },
  }),
  route({
    method: 'GET',
    url: '/api/finance/payment/waiting/',
    permission: 'finance:Pay',
    query: z.strictObject({
      ids: z
        .string()
        .max(4000)
        .regex(/^\d{1,15}(,\d{1,15})*$/)
        .transform((text) => text.split(',').map(Number))
        .optional(),
      batchId: id.optional(),
    }),
    handle: ({ unit, access, query }) => markable(unit, access, query),
  }),
  route({
    method: 'GET',
    url: '/api/finance/reconciliation/',
    permission: 'finance:Reconcile',
    query: z.strictObject({ day }),
    handle: ({ unit, access, query }) => reconciledDay(unit, access, query.day),
  }),
  route({
    method: 'POST',
    url: '/api/finance/reconciliation/sign/',
    operation: operation('finance.signReconciliation', { of: 'literal', body: 'day' }),
    permission: 'finance:Reconcile',
    body: z.strictObject({
      day,
      paid: amount,
      consumed: amount,
      explanations: z
        .array(z.strictObject({ ticketId: id.nullable(), text: z.string().overwrite(trimText).min(5).max(300) }))
        .max(MAX_PAYMENTS)
        .default([]),
      note: z.string().overwrite(trimText).max(500).nullish(),
    }),
    handle: ({ unit, access, body }) => signDay(unit, access, { ...body, note: body.note || null }),
  }),
  route({
    method: 'GET',
    url: '/api/finance/reconciliation/days/',
    permission: 'finance:Reconcile',
    query: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
    handle: ({ unit, query }) => daysOf(unit, query.month),
  }),
  route({
    method: 'GET',
    url: '/api/finance/reconciliation/export_data/',
    permission: 'finance:Reconcile',
    query: z.strictObject({ day }),
    async handle({ unit, query, language }) {
      const { pay } = payMessages[language]
      const { differences } = await reconcile(unit, query.day)
      return unit.service(sheets).table(
        'reconciliation',
        [
          { title: pay.reconcile.ticket },
          { title: pay.reconcile.paid, places: 2 },
          { title: pay.reconcile.consumed, places: 2 },
          { title: pay.reconcile.difference, places: 2 },
          { title: pay.reconcile.reason },
        ],
        differences.map((row) => [
          row.ticketNo,
          Number(row.paid),
          Number(row.consumed),
          Number(row.difference),
          pay.reconcile.reasons[row.reason],
        ]),
      )
    },
  }),
  route({
    method: 'GET',
    url: '/api/finance/payment/recoverable/',
    permission: 'finance:VoidPayment',
    query: choicesQuery,
    handle: ({ unit, access, query }) => recoverable(unit, access, query),
  }),
  route({
    method: 'GET',
    url: '/api/finance/payment/own/',
    permission: 'signedIn',
    handle: ({ unit, access }) => ownPayments(unit, access),
  }),
  route({
    method: 'POST',
    url: '/api/finance/payment/:id/correct/',
    operation: operation('finance.correctPayee', rowOf('payment')),
    permission: 'signedIn',
    params,
    body: z.record(z.string().max(40), z.unknown()),
    handle: ({ unit, access, params: { id: payment }, body }) => proposePayee(unit, access, payment, body),
  }),
]
