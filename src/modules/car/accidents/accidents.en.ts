import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './accidents.zhHans.ts'

export default {
  records: {
    carAccident: {
      title: 'Accidents and damage',
      charts: {
        drivers: { title: 'Accidents by driver', unit: 'accidents' },
        liabilities: { title: 'Accidents by liability', unit: 'accidents' },
      },
      fields: {
        carId: 'Vehicle',
        happenedAt: 'Time',
        place: 'Place',
        description: 'What happened, damage',
        driverId: 'Driver',
        liability: 'Liability',
        thirdParty: 'Other party',
        policeNo: 'Police report no.',
        claimNo: 'Insurance claim no.',
        claimAmount: 'Paid by the insurer',
        deductible: 'Borne by the bureau',
        serviceId: 'Repair',
        photos: 'Photos',
        state: 'State',
        tripId: 'Trip',
        deptId: 'Department',
      },
    },
  },
  dictionaries: {
    accidentLiability: {
      title: 'Liability for an accident',
      entries: {
        pending: 'Not determined',
        none: 'None',
        minor: 'Minor',
        equal: 'Equal',
        major: 'Major',
        full: 'Full',
      },
    },
    accidentState: {
      title: 'State of an accident',
      entries: { open: 'Open', claiming: 'Claim in progress', closed: 'Closed' },
    },
  },
  rules: {
    'car.liabilityOpen': 'The case cannot be closed before the liability is determined',
    'car.serviceOfOther': 'This repair is of vehicle {0}; choose one of this vehicle',
  },
} satisfies SameKeys<typeof zhHans>
