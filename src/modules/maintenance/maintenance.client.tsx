import { MaintenancePage } from './board/MaintenancePage.client.tsx'

export default { pages: { '/maintenance': MaintenancePage } }
