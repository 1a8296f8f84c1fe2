/** Economic subjects a daily expense may charge (21.1). */
export const dailySubjects: readonly string[] = ['30201', '30205', '30206', '30207', '30239', '30299', '30218']
