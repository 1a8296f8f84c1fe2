import { Button } from '@blueprintjs/core'
import { useCallback, useMemo, useState } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { PrintableList } from '#src/client/records/print/PrintableList.tsx'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { department, type Fields } from '#src/fields/field.ts'
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

const departmentFields: Fields = { deptId: department({ required: true }) }

/** Rows that go to another department, and what to do when they have. */
interface Chosen {
  readonly ids: readonly number[]
  readonly done: () => void
}

/** One form for the department of several cars. */
function SetDepartment({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  const t = useT()
  const plural = usePlural()
  const texts = useRecordTexts(car)
  return (
    <PostForm<{ readonly moved: number }>
      title={t('carDepartment.set')}
      path="/api/cars/departments/"
      record="car"
      fields={departmentFields}
      fixed={{ carIds: chosen.ids }}
      labels={texts.labels}
      submitText={t('carDepartment.set')}
      onDone={({ moved }) => {
        chosen.done()
        toast('success', plural('carDepartment.done', moved))
      }}
      onClose={onClose}
    />
  )
}

/** 车辆档案, whose cards are printed and whose departments are set for several at once (40.1). */
export function CarList() {
  const t = useT()
  const mayUpdate = useMay('car:Update')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const bulk = useCallback(
    (ids: readonly number[], done: () => void) =>
      mayUpdate ? <Button size="small" text={t('carDepartment.set')} onClick={() => setChosen({ ids, done })} /> : null,
    [t, mayUpdate],
  )
  const layout = useMemo(() => ({ title: t('carPrint.card'), fields: cardFields, blanks: [t('carPrint.keeper')] }), [t])
  return (
    <>
      <PrintableList record={car} layout={layout} emptyText={t('dispatchBoard.noCars')} bulk={bulk} />
      {chosen === null ? null : <SetDepartment chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
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
