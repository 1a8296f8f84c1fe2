import { AwayTab } from './AwayTab.client.tsx'
import { MyLeave } from './MyLeave.client.tsx'

export default {
  pages: {},
  personal: { leave: MyLeave },
  applicationTabs: { leaveApproval: { away: AwayTab } },
}
