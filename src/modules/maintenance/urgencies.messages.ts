/** How urgent a repair is, as the parts of the settings of hours call it, the most urgent first. */
export const urgencyTitles = [
  { name: 'critical', title: '特急', titleEn: 'Critical' },
  { name: 'urgent', title: '紧急', titleEn: 'Urgent' },
  { name: 'normal', title: '一般', titleEn: 'Normal' },
] as const
