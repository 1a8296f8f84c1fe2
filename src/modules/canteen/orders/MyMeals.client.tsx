import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay, useUser } from '#src/client/platform/session/index.ts'
import { OwnMealsTab } from './OwnMealsTab.client.tsx'

/** 我的用餐 of the personal centre: the next meals with their codes, and the way to one's orders and bills. */
export function MyMeals() {
  const t = useT()
  const { id } = useUser()
  const mayBills = useMay('mealBill:Search')
  return (
    <>
      <p className="meal-bar">
        <Link to={`/restaurant/order?tab=orders&personId=${id}`}>{t('myMeals.orders')}</Link>
        {mayBills ? <Link to={`/restaurant/order?tab=bills&personId=${id}`}>{t('myMeals.bills')}</Link> : null}
      </p>
      <OwnMealsTab />
    </>
  )
}
