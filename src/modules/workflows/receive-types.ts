import type { ComingApplication } from '#src/define/application.ts'
import { printChain, receptionChain } from '#src/define/chains/receive.ts'
import { boolean, choice, type Fields, files, integer, money } from '#src/fields/field.ts'
import { comingType } from './coming.ts'

const sum: Fields = { amount: money({ required: true, positive: true }) }

/** What of 23.9 and 23.11 has no form yet. */
export const receiveTypes: readonly ComingApplication[] = [
  {
    ...comingType('JD', receptionChain('officialReception'), {
      ...sum,
      guestTopRank: choice('rankLevel', { computed: true }),
      actualGuests: integer({ min: 1, max: 100 }),
      actualEscorts: integer({ min: 0, max: 33 }),
      actualAmount: money(),
      listFile: files(1),
    }),
    settings: ['reception.perHead'],
  },
  comingType('YS', printChain('printingPublicity'), {
    ...sum,
    external: boolean({ required: true, initial: false }),
    deliveredQty: integer({ min: 0 }),
    actualAmount: money(),
  }),
]
