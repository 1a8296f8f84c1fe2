import { KeeperDayTab } from './page/KeeperDay.client.tsx'
import { OutCalendar } from './page/OutCalendar.client.tsx'

export default { pages: {}, applicationTabs: { useSeal: { keeper: KeeperDayTab, calendar: OutCalendar } } }
