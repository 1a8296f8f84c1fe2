import type { ComingApplication } from '#src/define/application.ts'
import { procurementChain } from '#src/define/chains/logistics.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, type Fields, files, longText, money } from '#src/fields/field.ts'
import { comingType } from './coming.ts'

const sum: Fields = { amount: money({ computed: true }) }
const minutes: Fields = { collectiveMinutes: files(10) }

/** 22.6 to 22.8. */
export const procurementTypes: readonly ComingApplication[] = [
  comingType('YG', procurementChain('intentionOpen', { chief: { field: 'exemptReason', op: 'notEmpty' } }), {
    amount: money({ required: true, positive: true }),
    exemptReason: longText(10, 300),
    ...minutes,
  }),
  comingType('BJ', procurementChain('comparison'), { ...sum, ...minutes }),
  comingType('PL', procurementChain('bulkProject', { overStandard: yes('overStandard') }), {
    ...sum,
    overStandard: boolean({ computed: true }),
    ...minutes,
  }),
]
