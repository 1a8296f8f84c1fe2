import type { Definitions } from '#src/define/module.ts'
import { purchaseAcceptance, purchaseDelivery } from './acceptances/acceptance.ts'
import { bulkConfig } from './bulk/bulk-config.ts'
import { bulkProject } from './bulk/bulk-project.ts'
import { comparison } from './comparison/comparison-application.ts'
import { purchaseContract } from './contracts/contract.ts'
import { intention } from './intentions/intention.ts'
import { intentionOpen } from './intentions/intention-application.ts'
import { purchase } from './purchases/purchase.ts'
import { selection, selectionQuote } from './selections/selection.ts'
import { vendor } from './vendor.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    vendor,
    intention,
    purchase,
    purchaseContract,
    purchaseDelivery,
    purchaseAcceptance,
    selection,
    selectionQuote,
    bulkConfig,
  ],
  applications: [intentionOpen, comparison, bulkProject],
} satisfies Definitions
