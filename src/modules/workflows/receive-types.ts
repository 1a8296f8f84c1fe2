import type { ComingApplication } from '#src/define/application.ts'
import { receptionChain } from '#src/define/chains/receive.ts'
import { choice, files, integer, money } from '#src/fields/field.ts'
import { comingType } from './coming.ts'

/** What of 23.9 has no form yet. */
export const receiveTypes: readonly ComingApplication[] = [
  {
    ...comingType('JD', receptionChain('officialReception'), {
      amount: money({ required: true, positive: true }),
      guestTopRank: choice('rankLevel', { computed: true }),
      actualGuests: integer({ min: 1, max: 100 }),
      actualEscorts: integer({ min: 0, max: 33 }),
      actualAmount: money(),
      listFile: files(1),
    }),
    settings: ['reception.perHead'],
  },
]
