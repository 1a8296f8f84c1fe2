import { StockCountPage } from './counts/phone/StockCountPage.client.tsx'
import { StockPage } from './pages/StockPage.client.tsx'

export default { pages: { '/stockmanage/inAndOutManage': StockPage, '/scan/stock': StockCountPage } }
