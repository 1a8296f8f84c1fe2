import { BudgetAnalysisPage } from './BudgetAnalysisPage.client.tsx'
import { FinanceAnalysisPage } from './FinanceAnalysisPage.client.tsx'

export default {
  pages: { '/business/budget-analysis': BudgetAnalysisPage, '/financialanalysis': FinanceAnalysisPage },
}
