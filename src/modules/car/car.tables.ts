// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Cars of the bureau (40.1). */
    car: {
      assetId: number | null
      brandModel: string
      buyDate: string
      carType: string
      carUse: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      displacement: Decimal | null
      driverDefaultId: number | null
      engineNo: string
      files: readonly number[] | null
      fuelStd: Decimal
      fuelType: string
      id: WithDefault<number>
      inspectionDue: string | null
      inspections: WithDefault<Json>
      insuranceDue: string | null
      insurances: WithDefault<Json>
      licenseClass: string
      mileage: WithDefault<number>
      mileagePhotos: readonly number[] | null
      parkingPlace: string
      plateNo: string
      price: Decimal
      priceDoc: string | null
      registerDate: string
      remark: string | null
      seats: number
      serviceKm: WithDefault<number>
      serviceMonths: WithDefault<number>
      servicedKm: WithDefault<number>
      servicedOn: string | null
      status: WithDefault<'idle' | 'repairing' | 'disabled' | 'scrapped'>
      statusReason: string | null
      tankSize: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      vin: string
    }

    /** Accidents and damage of cars, each with who drove, the liability, the claim and the repair. */
    car_accident: {
      carId: number
      claimAmount: Decimal | null
      claimNo: string | null
      createdAt: Date
      createdBy: number | null
      deductible: Decimal | null
      deletedAt: Date | null
      deptId: number
      description: string
      driverId: number
      happenedAt: Date
      id: WithDefault<number>
      liability: WithDefault<'pending' | 'none' | 'minor' | 'equal' | 'major' | 'full'>
      photos: readonly number[] | null
      place: string
      policeNo: string | null
      remark: string | null
      serviceId: number | null
      state: WithDefault<'open' | 'claiming' | 'closed'>
      thirdParty: string | null
      tripId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** What drivers look at before and after a trip, by type of car. */
    car_check_template: {
      carType: string | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      items: Json
      name: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Holidays over which all cars but the exempt ones stand sealed; they are not dispatched meanwhile. */
    car_lockup: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      endDate: string
      exempt: WithDefault<Json>
      id: WithDefault<number>
      keyHolderId: number
      name: string
      photos: readonly number[] | null
      place: string
      remark: string | null
      startDate: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Readings of odometers by the time they were taken; a late paper stands between its neighbours (E8). */
    car_odometer: {
      at: Date
      byUser: number | null
      carId: number
      correctsId: number | null
      createdAt: WithDefault<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: Date | null
      id: WithDefault<number>
      km: number
      photos: readonly number[] | null
      reason: string | null
      remark: string | null
      source: 'register' | 'depart' | 'return' | 'refuel' | 'service'
      takenOutAt: Date | null
      takenOutBy: number | null
      ticketId: number | null
      tripId: number | null
      updatedAt: WithDefault<Date>
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Refuels of cars, one for each approved ticket (22.3). */
    car_refuel: {
      amount: Decimal
      carId: number
      consumption: Decimal | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      fuelCardId: number | null
      fuelType: string
      fullTank: boolean
      id: WithDefault<number>
      isAbnormal: WithDefault<boolean>
      mileage: number
      mileagePhotos: readonly number[] | null
      payMode: 'fuelCard' | 'officialCard' | 'cash'
      receipt: readonly number[] | null
      receiptHashes: WithDefault<readonly string[]>
      refuelAt: Date
      remark: string | null
      state: WithDefault<'approved' | 'voided'>
      station: string
      ticketId: number | null
      tripId: number | null
      unitPrice: Decimal
      updatedAt: Date
      updatedBy: number | null
      userId: number | null
      version: WithDefault<number>
      volume: Decimal
    }

    /** The last reminder of what falls due of a car: the step it was for, and its day. */
    car_reminder: {
      carId: number
      due: string
      kind: 'insurance' | 'inspection' | 'service'
      sentOn: string
      step: number
    }

    /** When cars and drivers are taken: a trip holds [start, end + buffer), a repair [in, out) (E6). */
    car_reservation: {
      carId: number
      driverId: number | null
      id: WithDefault<number>
      isActive: WithDefault<boolean>
      kind: 'trip' | 'maintenance'
      period: string
      serviceId: number | null
      tripId: number | null
    }

    /** Services and repairs of cars, from their approval to the day the car is fetched (22.2). */
    car_service: {
      actualAmount: Decimal | null
      amount: Decimal
      carId: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      faultDesc: string
      finishMileage: number | null
      id: WithDefault<number>
      items: WithDefault<Json>
      maintType: string
      mileage: number
      outAt: Date | null
      planIn: Date
      planOut: Date
      remark: string | null
      sentAt: Date | null
      state: 'planned' | 'inService' | 'finished' | 'cancelled'
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      vendorId: number
      vendorName: string
      version: WithDefault<number>
    }

    /** Trips of cars, from the reservation to the return (40.1). */
    car_trip: {
      backfillDue: Date | null
      cancelReason: string | null
      carId: number
      checks: Json | null
      createdAt: Date
      createdBy: number | null
      defect: string | null
      deletedAt: Date | null
      departedAt: Date | null
      deptId: number
      driverId: number
      driverUserId: number | null
      emergencyReason: string | null
      endAt: Date
      fromPlace: string
      fuelLevel: number | null
      holidayUse: WithDefault<boolean>
      id: WithDefault<number>
      inChecks: Json | null
      inPhotos: readonly number[] | null
      issue: string | null
      mileageIn: number | null
      mileageOut: number | null
      month: ReadOnly<string | null>
      no: string
      outPhotos: readonly number[] | null
      parkedOk: boolean | null
      people: number
      purpose: string
      remark: string | null
      requesterId: number | null
      returnedAt: Date | null
      selfDrive: WithDefault<boolean>
      startAt: Date
      state: WithDefault<'reserved' | 'departed' | 'overdue' | 'returned' | 'cancelled'>
      toPlace: string
      tollFiles: readonly number[] | null
      tolls: Decimal | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      viaPlaces: string | null
    }

    /** The last trip number given on a day; locked while the next is taken, so that none is left out (E10). */
    car_trip_number: {
      day: string
      last: number
    }

    /** How passengers rate a trip and its driver, each once. */
    car_trip_rating: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      driverId: number
      id: WithDefault<number>
      note: string | null
      ratedAt: Date
      remark: string | null
      score: number
      tripId: number
      updatedAt: Date
      updatedBy: number | null
      userId: number
      version: WithDefault<number>
    }

    /** Which tickets ride on a trip: several share one car (E7). */
    car_trip_ticket: {
      people: number
      ticketId: number
      tripId: number
    }

    /** Approved appointments whose dispatch was undone before the departure; each waits for a car again until it gets one or is given up. */
    car_undispatched: {
      at: Date
      byUser: number
      reason: string
      ticketId: number
    }

    /** The quarterly use register: what each car was used for, how far it went and what it cost. */
    car_use: {
      carId: ReadOnly<number | null>
      cost: ReadOnly<Decimal | null>
      costPerKm: ReadOnly<Decimal | null>
      deptId: ReadOnly<number | null>
      fuelCost: ReadOnly<Decimal | null>
      fuelStd: ReadOnly<Decimal | null>
      hours: ReadOnly<Decimal | null>
      id: ReadOnly<number | null>
      insuranceCost: ReadOnly<Decimal | null>
      km: ReadOnly<number | null>
      kwh: ReadOnly<Decimal | null>
      kwh100: ReadOnly<Decimal | null>
      litres: ReadOnly<Decimal | null>
      mainPurpose: ReadOnly<string | null>
      overStd: ReadOnly<Decimal | null>
      per100: ReadOnly<Decimal | null>
      quarter: ReadOnly<string | null>
      repairCost: ReadOnly<Decimal | null>
      startsOn: ReadOnly<string | null>
      tolls: ReadOnly<Decimal | null>
      trips: ReadOnly<number | null>
      usedRate: ReadOnly<Decimal | null>
    }

    /** Traffic violations, each with who drove (CAR-39). */
    car_violation: {
      carId: number
      code: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      driverId: number
      fine: WithDefault<Decimal>
      happenedAt: Date
      id: WithDefault<number>
      place: string
      points: WithDefault<number>
      remark: string | null
      state: WithDefault<'pending' | 'handled'>
      tripId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Drivers, of the bureau or from outside, with their licences (40.2). */
    driver: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      files: readonly number[] | null
      firstIssueDate: string
      hireDate: string | null
      id: WithDefault<number>
      isSuspended: WithDefault<boolean>
      licenseClass: string
      licenseNo: string
      medicalDue: string | null
      mobile: string
      name: string
      points: WithDefault<number>
      remark: string | null
      selfDrive: WithDefault<boolean>
      suspendReason: string | null
      suspendedUntil: string | null
      updatedAt: Date
      updatedBy: number | null
      userId: number | null
      validFrom: string
      validTo: string
      version: WithDefault<number>
    }

    /** The duty roster: the shift of a driver on a day; a day off keeps the driver from being dispatched. */
    driver_duty: {
      createdAt: Date
      createdBy: number | null
      day: string
      deletedAt: Date | null
      deptId: number
      driverId: number
      id: WithDefault<number>
      remark: string | null
      shift: 'early' | 'late' | 'standby' | 'off'
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** What drivers were trained in. */
    driver_training: {
      createdAt: Date
      createdBy: number | null
      day: string
      deletedAt: Date | null
      deptId: number
      driverId: number
      files: readonly number[] | null
      hours: Decimal
      id: WithDefault<number>
      remark: string | null
      result: 'pass' | 'fail'
      topic: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Fuel cards of cars (40.1); the balance is that of the last entry. */
    fuel_card: {
      balance: WithDefault<Decimal>
      carId: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      no: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Recharges and refuels of fuel cards, in posting order. */
    fuel_card_entry: {
      amount: Decimal
      at: Date
      balanceAfter: Decimal
      byUser: number | null
      cardId: number
      id: WithDefault<number>
      kind: 'recharge' | 'refuel' | 'refund'
      ticketId: number | null
      vouchers: readonly number[] | null
    }

    /** Cars as other modules read them. */
    shared_car: {
      brandModel: ReadOnly<string>
      carType: ReadOnly<string>
      carUse: ReadOnly<string>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      fuelType: ReadOnly<string>
      id: ReadOnly<number>
      mileage: ReadOnly<number>
      plateNo: ReadOnly<string>
      status: ReadOnly<'idle' | 'repairing' | 'disabled' | 'scrapped'>
    }

    /** Readings of odometers as other modules read them. */
    shared_car_odometer: {
      at: ReadOnly<Date>
      carId: ReadOnly<number>
      km: ReadOnly<number>
      source: ReadOnly<'register' | 'depart' | 'return' | 'refuel' | 'service'>
    }

    /** Trips of cars as other modules read them. */
    shared_car_trip: {
      carId: ReadOnly<number>
      deletedAt: ReadOnly<Date | null>
      departedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      driverId: ReadOnly<number>
      endAt: ReadOnly<Date>
      id: ReadOnly<number>
      mileageIn: ReadOnly<number | null>
      mileageOut: ReadOnly<number | null>
      no: ReadOnly<string>
      people: ReadOnly<number>
      purpose: ReadOnly<string>
      returnedAt: ReadOnly<Date | null>
      startAt: ReadOnly<Date>
      state: ReadOnly<'reserved' | 'departed' | 'overdue' | 'returned' | 'cancelled'>
      toPlace: ReadOnly<string>
    }

    /** What each car was used for and what it cost in a quarter, as other modules read it. */
    shared_car_use: {
      carId: ReadOnly<number | null>
      cost: ReadOnly<Decimal | null>
      deptId: ReadOnly<number | null>
      fuelCost: ReadOnly<Decimal | null>
      fuelKm: ReadOnly<number | null>
      insuranceCost: ReadOnly<Decimal | null>
      km: ReadOnly<number | null>
      litres: ReadOnly<Decimal | null>
      plateNo: ReadOnly<string>
      repairCost: ReadOnly<Decimal | null>
      startsOn: ReadOnly<string | null>
      tolls: ReadOnly<Decimal | null>
      trips: ReadOnly<number | null>
    }

    /** Drivers as other modules read them, without their licence numbers. */
    shared_driver: {
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      isSuspended: ReadOnly<boolean>
      licenseClass: ReadOnly<string>
      name: ReadOnly<string>
      selfDrive: ReadOnly<boolean>
      userId: ReadOnly<number | null>
    }

    /** Fuel cards as other modules read them. */
    shared_fuel_card: {
      balance: ReadOnly<Decimal>
      carId: ReadOnly<number>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      no: ReadOnly<string>
    }
  }
}
