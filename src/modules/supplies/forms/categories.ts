/** What each application for items hands out, by type: entries of dictionary stockCategory. */
import { clothingCategories } from '../clothing/equipment-clothing.ts'
import { medicalCategories } from '../medical-supplies.ts'
import { officeCategories } from '../office-supplies.ts'
import { partCategories } from '../parts/electronic-parts.ts'
import { requestCategories } from '../supply-request.ts'

export const suppliedCategories: Readonly<Record<string, readonly string[]>> = {
  officeSupplies: officeCategories,
  electronicPartsAndConsumables: partCategories,
  equipmentClothing: clothingCategories,
  medicalSupplies: medicalCategories,
  supplyRequest: requestCategories,
}
export const suppliedTypes = Object.keys(suppliedCategories)
