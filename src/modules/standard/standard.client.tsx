import { StandardPage } from './pages/StandardPage.client.tsx'

export default { pages: { '/stockmanage/standardEquipment': StandardPage } }
