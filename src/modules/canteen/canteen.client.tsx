import { MenuPage } from './menus/MenuPage.client.tsx'
import { OrderPage } from './orders/OrderPage.client.tsx'

export default { pages: { '/restaurant/canteenMenu': MenuPage, '/restaurant/order': OrderPage } }
