import { tabsOf } from '#src/client/platform/parts/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { SampleList } from '../samples/SampleList.client.tsx'
import { MenuList } from './MenuList.client.tsx'
import { WeekMenu } from './WeekMenu.client.tsx'

const PATH = '/restaurant/canteenMenu'
const tabs = tabsOf(PATH)
const panels = { week: WeekMenu, menus: MenuList, samples: SampleList }
const apart = ['week']

/** `/restaurant/canteenMenu` (50.1): everybody reads the week, those who plan it have its lists as well. */
export function MenuPage() {
  return <RecordTabs path={PATH} tabs={tabs} panels={panels} apart={apart} />
}
