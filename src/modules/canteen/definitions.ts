import type { Definitions } from '#src/define/module.ts'
import { dish } from './dishes/dish-record.ts'
import { ingredient } from './dishes/ingredient-record.ts'
import {
  ingredientBatch,
  ingredientCount,
  ingredientEntry,
  ingredientIssue,
  ingredientMonth,
  ingredientReceipt,
  ingredientWaste,
} from './ingredients/records.ts'
import { materialCheck, materialCheckItem } from './materials/check-records.ts'
import { energyMeter, energyMonth, energyReading } from './materials/meter-records.ts'
import {
  canteenMaterial,
  materialBreakage,
  materialCount,
  materialEntry,
  materialIssue,
  materialReceipt,
  materialReturn,
  materialScrap,
} from './materials/records.ts'
import { menuPlan } from './menus/menu-record.ts'
import { mealOrder } from './orders/order-record.ts'
import { mealRating } from './ratings/rating-record.ts'
import { safetyCheck, safetyItem } from './safety/safety-records.ts'
import { dishSample } from './samples/sample-record.ts'
import { mealBill } from './settlements/bill-record.ts'
import { mealCorrection } from './settlements/correction-record.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    ingredient,
    dish,
    menuPlan,
    dishSample,
    mealOrder,
    mealRating,
    mealBill,
    mealCorrection,
    ingredientBatch,
    ingredientReceipt,
    ingredientIssue,
    ingredientWaste,
    ingredientCount,
    ingredientEntry,
    ingredientMonth,
    canteenMaterial,
    materialReceipt,
    materialIssue,
    materialScrap,
    materialReturn,
    materialCount,
    materialEntry,
    materialBreakage,
    energyMeter,
    energyReading,
    energyMonth,
    materialCheckItem,
    materialCheck,
    safetyItem,
    safetyCheck,
  ],
  applications: [],
} satisfies Definitions
