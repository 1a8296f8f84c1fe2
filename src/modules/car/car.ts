import { defineModule } from '#src/define/module.ts'
import { carMessages } from './car.messages.ts'
import { carDictionaries, carPermissions } from './car.names.ts'
import definitions from './definitions.ts'

/** Cars, drivers and the trips they take (40.1, 40.2, 22.1). */
export const carModule = defineModule({
  name: 'car',
  messages: carMessages,
  ...definitions,
  dictionaries: carDictionaries,
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
          { key: 'trips', record: 'carTrip' },
        ],
      },
    },
    {
      path: '/carmanagement/driver',
      catalogue: 'cars',
      sort: 20,
      icon: 'tabler-car',
      permissions: ['driver:Search'],
      shell: { record: 'driver' },
    },
    {
      path: '/workflow/officialCar/officialCarAppointment',
      catalogue: 'officialCar',
      sort: 10,
      icon: 'tabler-car',
      permissions: ['officialCarAppointment:Create', 'officialCarAppointment:Register'],
      shell: { application: 'officialCarAppointment' },
    },
  ],
  tells: ['fleetManager'],
  permissions: carPermissions,
})
