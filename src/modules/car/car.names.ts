import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const fleet = ['fleetManager'] as const
const readers = ['fleetManager', 'divisionLeader', 'bureauLeader', 'auditor'] as const
const drivers = ['fleetManager', 'driver'] as const

/** Who may do what by the shipped catalogue (§0.5, §0.6). */
export const carPermissions = [
  {
    resource: 'car',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: fleet,
      Update: fleet,
      Delete: fleet,
      Export: ['fleetManager', 'auditor'],
      Import: fleet,
      Scrap: fleet,
      Enable: fleet,
      Disable: fleet,
    },
  },
  {
    resource: 'carTrip',
    actions: {
      Search: [...readers, 'driver'],
      Dispatch: fleet,
      Change: fleet,
      Depart: drivers,
      Return: drivers,
      Cancel: fleet,
      Export: ['fleetManager', 'auditor'],
    },
  },
  {
    resource: 'driver',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: fleet,
      Update: fleet,
      Delete: fleet,
      Export: ['fleetManager', 'auditor'],
      Import: fleet,
      Suspend: fleet,
      Restore: fleet,
    },
  },
  {
    resource: 'carViolation',
    actions: {
      Search: ['fleetManager', 'auditor'],
      Retrieve: ['fleetManager', 'auditor'],
      Create: fleet,
      Update: fleet,
      Delete: fleet,
    },
  },
  {
    resource: 'carCheck',
    actions: { Search: ['fleetManager', 'auditor'], Create: fleet, Update: fleet, Delete: fleet },
  },
  {
    resource: 'fuelCard',
    actions: { Search: ['fleetManager', 'auditor'], Recharge: fleet },
  },
  {
    resource: 'officialCarMaintenance',
    actions: {
      Create: ['staff'],
      Register: readers,
      Export: ['fleetManager', 'auditor'],
    },
  },
  {
    resource: 'officialCarRefueling',
    actions: {
      Create: ['staff'],
      Register: readers,
      Export: ['fleetManager', 'auditor'],
    },
  },
  {
    resource: 'officialCarAppointment',
    actions: {
      Create: ['staff'],
      Register: readers,
      Export: ['fleetManager', 'auditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const carDictionaries = {
  carPurpose: ['official', 'courier', 'emergency', 'escort', 'reception', 'inspection'],
  fuelPayMode: ['fuelCard', 'officialCard', 'cash'],
  carRefuelState: ['approved', 'voided'],
  carServiceState: ['planned', 'inService', 'finished', 'cancelled'],
  carViolationState: ['pending', 'handled'],
  insuranceKind: ['compulsory', 'commercial'],
  carInspectionResult: ['pass', 'fail'],
  carUnavailable: ['repairing', 'disabled', 'scrapped', 'insurance', 'inspection'],
  driverUnavailable: ['suspended', 'class', 'expired', 'leave', 'dayOff'],
  accidentLiability: ['pending', 'none', 'minor', 'equal', 'major', 'full'],
  accidentState: ['open', 'claiming', 'closed'],
  trainingResult: ['pass', 'fail'],
  carCheckPhase: ['out', 'in', 'both'],
  carCheckResult: ['pass', 'fail', 'na'],
  odometerSource: ['register', 'depart', 'return', 'refuel', 'service'],
  driverShift: ['early', 'late', 'standby', 'off'],
} as const

/** In which colour their states are seen. */
export const carColors = {
  carRefuelState: { approved: 'success', voided: 'error' },
  carServiceState: { planned: 'info', inService: 'primary', finished: 'success' },
  carViolationState: { pending: 'warning', handled: 'success' },
  carInspectionResult: { pass: 'success', fail: 'error' },
  accidentState: { open: 'warning', claiming: 'info', closed: 'success' },
  trainingResult: { pass: 'success', fail: 'error' },
  carCheckResult: { pass: 'success', fail: 'error' },
} as const satisfies EntryColors<typeof carDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    car: PermissionsIn<typeof carPermissions>
  }

  interface DictionaryNames {
    car: keyof typeof carDictionaries
  }

  interface RecordNames {
    car:
      | 'car'
      | 'driver'
      | 'carTrip'
      | 'carService'
      | 'carRefuel'
      | 'fuelCard'
      | 'carViolation'
      | 'carAccident'
      | 'carLockup'
      | 'carUse'
      | 'driverDuty'
      | 'driverTraining'
      | 'carCheckTemplate'
      | 'carTripRating'
      | 'carReading'
  }

  interface SettingNames {
    car: 'car.ratingHours'
  }
}
