/** What a person was paid in a month (FIN-83); yuan as decimal strings. */
import type { deductions, earnings } from './salary-rows.ts'

export type PaidMonth = Readonly<
  Record<(typeof earnings)[number] | (typeof deductions)[number] | 'gross' | 'net' | 'period', string>
>

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/finance/salary/own/': readonly PaidMonth[]
  }
}
