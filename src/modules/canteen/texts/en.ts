import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import bills from './bills.en.ts'
import ingredients from './ingredients.en.ts'
import materials from './materials.en.ts'
import meals from './meals.en.ts'
import safety from './safety.en.ts'
import samples from './samples.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(meals, bills, ingredients, materials, samples, safety) satisfies SameKeys<typeof zhHans>
