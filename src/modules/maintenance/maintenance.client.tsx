import { MaintenancePage } from './board/MaintenancePage.client.tsx'
import { MyRepairs } from './orders/MyRepairs.client.tsx'

export default { pages: { '/maintenance': MaintenancePage }, personal: { repairs: MyRepairs } }
