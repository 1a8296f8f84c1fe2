import type { Definitions } from '#src/define/module.ts'
import { equipStandard } from './equip-standard.ts'
import { standardCompliance, standardException, standardItem, standardVersion } from './standard-records.ts'

/** What the pages of the module are made of. */
export default {
  records: [standardItem, equipStandard, standardException, standardVersion, standardCompliance],
  applications: [],
} satisfies Definitions
