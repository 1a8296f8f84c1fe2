import { useMemo } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PrintableList } from '#src/client/records/print/PrintableList.tsx'
import { car } from '../cars/car-record.ts'
import { carTrip } from '../trips/trip-record.ts'

const cardFields = [
  'plateNo',
  'brandModel',
  'carType',
  'carUse',
  'deptId',
  'driverDefaultId',
  'vin',
  'engineNo',
  'seats',
  'fuelType',
  'displacement',
  'fuelStd',
  'tankSize',
  'licenseClass',
  'buyDate',
  'price',
  'registerDate',
  'parkingPlace',
  'mileage',
  'state',
  'insuranceDue',
  'inspectionDue',
  'nextServiceKm',
  'nextServiceOn',
  'insurances',
  'inspections',
]

const slipFields = [
  'no',
  'state',
  'carId',
  'driverId',
  'deptId',
  'purpose',
  'startAt',
  'endAt',
  'fromPlace',
  'toPlace',
  'viaPlaces',
  'people',
  'selfDrive',
  'holidayUse',
  'departedAt',
  'returnedAt',
  'mileageOut',
  'mileageIn',
]

/** 车辆档案, whose cards are printed (40.1). */
export function CarList() {
  const t = useT()
  const layout = useMemo(() => ({ title: t('carPrint.card'), fields: cardFields, blanks: [t('carPrint.keeper')] }), [t])
  return <PrintableList record={car} layout={layout} emptyText={t('dispatchBoard.noCars')} />
}

/** 出车记录, whose dispatch slips are printed. */
export function TripList() {
  const t = useT()
  const layout = useMemo(
    () => ({
      title: t('carPrint.slip'),
      fields: slipFields,
      blanks: [t('carPrint.dispatcher'), t('carPrint.driver'), t('carPrint.passenger'), t('carPrint.remark')],
    }),
    [t],
  )
  return <PrintableList record={carTrip} layout={layout} />
}
