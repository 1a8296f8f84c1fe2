/** Names of the months in the setting `fundPlan.quota`, from January. */
export const monthTitles = Array.from({ length: 12 }, (_, index) => ({
  title: `${index + 1}月`,
  titleEn: `Month ${index + 1}`,
}))
