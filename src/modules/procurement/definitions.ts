import type { Definitions } from '#src/define/module.ts'
import { purchaseAcceptance, purchaseDelivery } from './acceptances/acceptance.ts'
import { purchaseContract } from './contracts/contract.ts'
import { purchase } from './purchases/purchase.ts'
import { vendor } from './vendor.ts'

/** What the pages of the module are made of. */
export default {
  records: [vendor, purchase, purchaseContract, purchaseDelivery, purchaseAcceptance],
  applications: [],
} satisfies Definitions
