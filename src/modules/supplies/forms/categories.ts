/** What each application for items hands out, by type: entries of dictionary stockCategory. */
import { medicalCategories } from '../medical-supplies.ts'
import { officeCategories } from '../office-supplies.ts'
import { requestCategories } from '../supply-request.ts'

export const suppliedCategories: Readonly<Record<string, readonly string[]>> = {
  officeSupplies: officeCategories,
  medicalSupplies: medicalCategories,
  supplyRequest: requestCategories,
}
export const suppliedTypes = Object.keys(suppliedCategories)
