import { BudgetAnalysisPage } from './budget/BudgetAnalysisPage.client.tsx'
import { FinanceAnalysisPage } from './finance/FinanceAnalysisPage.client.tsx'

export default {
  pages: { '/business/budget-analysis': BudgetAnalysisPage, '/financialanalysis': FinanceAnalysisPage },
}
