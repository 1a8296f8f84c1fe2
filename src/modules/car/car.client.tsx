import { CarPage } from './pages/CarPage.client.tsx'

export default { pages: { '/carmanagement/car': CarPage } }
