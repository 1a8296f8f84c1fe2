/** From a batch to those who ate of it, and from a meal back to the batches of its dishes (90.3). */
import { sql } from 'kysely'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { STORE } from './goods.server.ts'
import type { Trace, TracedBatch, TracedMeal } from './ingredients.types.ts'

const batchColumns = sql`b.id as batch_id, g.name as ingredient, b.batch_no, b.received_on, b.use_by, b.qty::text as qty, b.hold_reason,
  (select v.name from shared_store_entry e join ingredient_receipt r on r.doc_no = e.doc_no join shared_vendor v on v.id = r.vendor_id
    where e.batch_id = b.id and e.type = 'purchaseIn' order by e.id limit 1) as vendor`

/** Meals for which some of the batch was issued, with the dishes that contain it and everybody who ate. */
export async function traceBatch(unit: UnitOfWork, batchId: number): Promise<Trace> {
  const { rows } = await sql<TracedBatch>`
    select ${batchColumns} from ingredient_batch b join ingredient g on g.id = b.ingredient_id where b.id = ${batchId}`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  const { rows: meals } = await sql<TracedMeal>`
    select m.id as menu_id, m.date, m.meal_type, o.doc_no, (-sum(e.qty))::text as qty,
      (select coalesce(jsonb_agg(d.name order by d.id), '[]') from dish d where m.dishes @> jsonb_build_array(jsonb_build_object('dishId', d.id))
        and d.ingredients @> jsonb_build_array(jsonb_build_object('ingredientId', b.ingredient_id))) as dishes,
      (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(a.guest_name, u.name), 'dept', p.name, 'portions', a.portions) order by a.id), '[]')
        from meal_order a join shared_app_user u on u.id = a.person_id join shared_department p on p.id = a.dept_id
        where a.menu_id = m.id and a.state in ('verified', 'settled') and a.verified_at is not null) as diners
    from shared_store_entry e join ingredient_batch b on b.id = e.batch_id join ingredient_out o on o.doc_no = e.doc_no and o.kind = 'issue'
      join menu_plan m on m.id = o.menu_id
    where e.store = ${STORE} and e.batch_id = ${batchId} and e.type = 'otherOut'
    group by m.id, o.doc_no, b.ingredient_id order by m.date, m.id`.execute(unit.db)
  return { batch: rows[0], meals }
}

/** The batches that were issued for a meal: where a complaint leads. */
export async function traceMeal(unit: UnitOfWork, menuId: number): Promise<readonly TracedBatch[]> {
  const { rows } = await sql<TracedBatch>`
    select ${batchColumns} from ingredient_batch b join ingredient g on g.id = b.ingredient_id
    where b.id in (select e.batch_id from shared_store_entry e join ingredient_out o on o.doc_no = e.doc_no and o.menu_id = ${menuId} where e.store = ${STORE})
    order by g.name, b.id`.execute(unit.db)
  return rows
}
