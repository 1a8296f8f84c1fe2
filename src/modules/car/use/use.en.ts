import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './use.zhHans.ts'

export default {
  records: {
    carUse: {
      title: 'Quarterly use',
      charts: { km: { title: 'Distance by vehicle', unit: 'km' }, cost: { title: 'Cost by vehicle', unit: 'CNY' } },
      fields: {
        quarter: 'Quarter',
        carId: 'Vehicle',
        deptId: 'Department',
        trips: 'Trips',
        km: 'Distance (km)',
        mainPurpose: 'Main purpose',
        litres: 'Fuel (L)',
        per100: 'L/100 km',
        fuelCost: 'Fuel cost',
        repairCost: 'Service and repair cost',
        tolls: 'Tolls',
        cost: 'Total cost',
        costPerKm: 'Cost per km (CNY)',
      },
    },
  },
} satisfies SameKeys<typeof zhHans>
