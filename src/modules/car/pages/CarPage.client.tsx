import { tabsOf } from '#src/client/platform/parts/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { DispatchBoard } from '../board/DispatchBoard.client.tsx'
import { OwnTrips } from '../own/OwnTrips.client.tsx'
import { UseList } from '../use/UseList.client.tsx'
import { CarList, TripList } from './PrintableLists.client.tsx'

const PATH = '/carmanagement/car'
const tabs = tabsOf(PATH)
const fleetTabs = tabs.filter(({ key }) => key !== 'today')
const driverTabs = tabs.filter(({ key }) => key === 'today' || key === 'trips')
const boards = { dispatch: DispatchBoard, today: OwnTrips }
const panels = { ...boards, cars: CarList, trips: TripList, use: UseList }
/** What the fleet opens every day, the archive and the board first; papers, cards and lists of the year stand under one tab. */
const DAILY = ['cars', 'dispatch', 'today', 'trips', 'services', 'refuels', 'violations']
const apart = Object.keys(boards)

/** `/carmanagement/car` (40.1); drivers have their day in place of the board. */
export function CarPage() {
  const mayPlan = useMay('car:Search')
  return <RecordTabs path={PATH} tabs={mayPlan ? fleetTabs : driverTabs} panels={panels} apart={apart} daily={DAILY} />
}
