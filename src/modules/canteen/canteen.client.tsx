import { IngredientPage } from './ingredients/IngredientPage.client.tsx'
import { MaterialPage } from './materials/MaterialPage.client.tsx'
import { MenuPage } from './menus/MenuPage.client.tsx'
import { MyMeals } from './orders/MyMeals.client.tsx'
import { OrderPage } from './orders/OrderPage.client.tsx'

export default {
  pages: {
    '/restaurant/canteenMenu': MenuPage,
    '/restaurant/ingredient': IngredientPage,
    '/restaurant/materials': MaterialPage,
    '/restaurant/order': OrderPage,
  },
  personal: { meals: MyMeals },
}
