/** What the parts of the setting `meal.hours` are called. */
const meals = [
  ['breakfast', '早餐', 'Breakfast'],
  ['lunch', '午餐', 'Lunch'],
  ['dinner', '晚餐', 'Dinner'],
  ['night', '夜宵', 'Night meal'],
] as const

export const hourParts = meals.flatMap(([meal, title, titleEn]) => [
  { name: `${meal}.from`, title: `${title}开始`, titleEn: `${titleEn}: from`, type: 'time' as const },
  { name: `${meal}.to`, title: `${title}结束`, titleEn: `${titleEn}: to`, type: 'time' as const },
])
