/** Answers about payments, batches and reconciliation. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import type { Markable, MarkResult } from './payments/markable.ts'
import type { OwnPayment } from './payments/own-payment.ts'
import type { DayOfMonth, ReconciledDay } from './reconciliation/reconciliation.ts'

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/finance/batch/': { readonly id: number; readonly no: string }
    'POST /api/finance/batch/:id/bank_file/': FileContent
    'POST /api/finance/payment/mark/': readonly MarkResult[]
    'GET /api/finance/payment/waiting/': readonly Markable[]
    'GET /api/finance/reconciliation/': ReconciledDay
    'POST /api/finance/reconciliation/sign/': { readonly id: number }
    'GET /api/finance/reconciliation/days/': readonly DayOfMonth[]
    'GET /api/finance/reconciliation/export_data/': FileContent
    'GET /api/finance/payment/recoverable/': readonly PickerChoice[]
    'GET /api/finance/payment/own/': readonly OwnPayment[]
    'POST /api/finance/payment/:id/correct/': { readonly id: number }
    'GET /api/finance/pre_approval/choices/': readonly PickerChoice[]
    'GET /api/finance/payment_source/choices/': readonly PickerChoice[]
  }
}
