import { StockPage } from './pages/StockPage.client.tsx'

export default { pages: { '/stockmanage/inAndOutManage': StockPage } }
