import { FundPlanPage } from './fund/FundPlanPage.client.tsx'
import { FundPlans } from './fund/FundPlans.client.tsx'
import { YearPlanning } from './YearPlanning.client.tsx'

export default {
  pages: {
    '/business/year-planning': YearPlanning,
    '/business/financial-planning': FundPlans,
    '/business/financial-planning/{id}': FundPlanPage,
  },
}
