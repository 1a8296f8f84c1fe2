import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './use.zhHans.ts'

export default {
  records: {
    carUse: {
      title: 'Quarterly use',
      charts: {
        used: { title: 'Utilisation by vehicle', unit: '% of working hours' },
        km: { title: 'Distance by vehicle', unit: 'km' },
        cost: { title: 'Total cost by vehicle', unit: 'CNY' },
        fuel: { title: 'Fuel cost by vehicle', unit: 'CNY' },
        repair: { title: 'Service and repair cost by vehicle', unit: 'CNY' },
        insurance: { title: 'Insurance cost by vehicle', unit: 'CNY' },
        tolls: { title: 'Tolls by vehicle', unit: 'CNY' },
        perKm: { title: 'Cost per km by vehicle', unit: 'CNY' },
        per100: { title: 'L/100 km by vehicle', unit: 'L' },
        overStd: { title: 'Consumption against the standard', unit: '%' },
      },
      fields: {
        quarter: 'Quarter',
        carId: 'Vehicle',
        deptId: 'Department',
        trips: 'Trips',
        km: 'Distance (km)',
        mainPurpose: 'Main purpose',
        hours: 'Hours in use',
        usedRate: 'Utilisation (%)',
        litres: 'Fuel (L)',
        per100: 'L/100 km',
        fuelStd: 'Standard (L/100 km)',
        overStd: 'Against the standard (%)',
        fuelCost: 'Fuel cost',
        repairCost: 'Service and repair cost',
        insuranceCost: 'Insurance',
        tolls: 'Tolls',
        cost: 'Total cost',
        costPerKm: 'Cost per km (CNY)',
      },
    },
  },
} satisfies SameKeys<typeof zhHans>
