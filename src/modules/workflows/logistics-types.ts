import type { ComingApplication } from '#src/define/application.ts'
import { procurementChain } from '#src/define/chains/logistics.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, type Fields, files, money } from '#src/fields/field.ts'
import { comingType } from './coming.ts'

const sum: Fields = { amount: money({ computed: true }) }
const minutes: Fields = { collectiveMinutes: files(10) }

/** 22.8. */
export const procurementTypes: readonly ComingApplication[] = [
  comingType('PL', procurementChain('bulkProject', { overStandard: yes('overStandard') }), {
    ...sum,
    overStandard: boolean({ computed: true }),
    ...minutes,
  }),
]
