import { EntitlementMatrix } from './clothing/EntitlementMatrix.client.tsx'
import { MyClothing } from './clothing/MyClothing.client.tsx'
import { CounterPage } from './counter/CounterPage.client.tsx'
import { MySupplies } from './returns/MySupplies.client.tsx'
import { SurveyTab } from './survey/SurveyTab.client.tsx'

export default {
  pages: { '/stockmanage/issueCounter': CounterPage },
  personal: { supplies: MySupplies, clothing: MyClothing },
  applicationTabs: { equipmentClothing: { matrix: EntitlementMatrix, survey: SurveyTab } },
}
