import type { Definitions } from '#src/define/module.ts'
import { supplyKit } from './catalogue/supply-kit.ts'
import { clothingIssue } from './clothing/clothing-issue.ts'
import { equipmentClothing } from './clothing/equipment-clothing.ts'
import { medicalSupplies } from './medical-supplies.ts'
import { officeSupplies } from './office-supplies.ts'
import { electronicParts } from './parts/electronic-parts.ts'
import { supplyPartUse } from './parts/part-use.ts'
import { supplyReturn } from './returns/supply-return.ts'
import { supplyRequest } from './supply-request.ts'

/** What the pages of the module are made of. */
export default {
  records: [supplyReturn, supplyPartUse, supplyKit, clothingIssue],
  applications: [officeSupplies, electronicParts, equipmentClothing, medicalSupplies, supplyRequest],
} satisfies Definitions
