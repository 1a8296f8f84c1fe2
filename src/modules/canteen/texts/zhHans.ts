import { joinTexts } from '#src/define/messages.ts'
import ingredients from './ingredients.zhHans.ts'
import meals from './meals.zhHans.ts'
import samples from './samples.zhHans.ts'

export default joinTexts(meals, ingredients, samples)
