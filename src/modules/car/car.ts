import { defineModule } from '#src/define/module.ts'
import { carMessages } from './car.messages.ts'
import { carColors, carDictionaries, carPermissions } from './car.names.ts'
import definitions from './definitions.ts'

/** Cars, drivers and the trips they take (40.1, 40.2, 22.1). */
export const carModule = defineModule({
  name: 'car',
  messages: carMessages,
  ...definitions,
  // What a refuel is called among claims, and the money that waits for a workshop.
  dictionaries: { ...carDictionaries, claimKind: ['officialCarRefueling'], commitmentKind: ['carMaint'] },
  colors: carColors,
  pages: [
    {
      path: '/carmanagement/car',
      catalogue: 'cars',
      sort: 10,
      icon: 'tabler-car',
      permissions: ['car:Search', 'carTrip:Search'],
      shell: {
        component: 'cars',
        tabs: [
          { key: 'cars', record: 'car' },
          // Drawn as the board of all cars.
          { key: 'dispatch', record: 'carTrip', only: {} },
          // Drawn as the day of the driver.
          { key: 'today', record: 'carTrip', only: {} },
          { key: 'trips', record: 'carTrip' },
          { key: 'services', record: 'carService' },
          { key: 'refuels', record: 'carRefuel' },
          { key: 'fuelCards', record: 'fuelCard' },
          { key: 'violations', record: 'carViolation' },
          { key: 'accidents', record: 'carAccident' },
          // CAR-36.
          { key: 'holidays', record: 'carTrip', only: { holidayUse: '1' } },
          { key: 'lockups', record: 'carLockup' },
          { key: 'use', record: 'carUse' },
          { key: 'readings', record: 'carReading' },
          { key: 'checkTemplates', record: 'carCheckTemplate' },
        ],
      },
    },
    {
      path: '/carmanagement/driver',
      catalogue: 'cars',
      sort: 20,
      icon: 'tabler-car',
      permissions: ['driver:Search'],
      shell: {
        tabs: [
          { key: 'drivers', record: 'driver' },
          { key: 'duties', record: 'driverDuty' },
          { key: 'trainings', record: 'driverTraining' },
          { key: 'ratings', record: 'carTripRating' },
        ],
      },
    },
  ],
  settings: [{ key: 'car.ratingHours', group: 'car', type: 'number', value: 48, rule: { min: 1, max: 720 } }],
  notifiesRoles: ['fleetManager'],
  permissions: carPermissions,
})
