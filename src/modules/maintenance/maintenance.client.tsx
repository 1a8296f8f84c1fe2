import { MaintenancePage } from './board/MaintenancePage.client.tsx'
import { MyRepairs } from './orders/MyRepairs.client.tsx'
import { RoomTarget } from './orders/RoomTarget.client.tsx'

export default { pages: { '/maintenance': MaintenancePage, '/r/{code}': RoomTarget }, personal: { repairs: MyRepairs } }
