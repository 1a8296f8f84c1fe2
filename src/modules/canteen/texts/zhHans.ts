import { joinTexts } from '#src/define/messages.ts'
import bills from './bills.zhHans.ts'
import ingredients from './ingredients.zhHans.ts'
import materials from './materials.zhHans.ts'
import meals from './meals.zhHans.ts'
import safety from './safety.zhHans.ts'
import samples from './samples.zhHans.ts'

export default joinTexts(meals, bills, ingredients, materials, samples, safety)
