/** What is kept of dishes and their ingredients beside the forms. */
import { type SqlBool, sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { firstRepeated } from '../repeated.ts'

async function checkedDish(values: FormData): Promise<FormData> {
  const again = firstRepeated(rowsOf(values.ingredients).map(({ ingredientId }) => ingredientId))
  if (again !== null) throw new RuleError('canteen.ingredientTwice').at(`ingredients.${again}.ingredientId`)
  return values
}

/** A dish that stood on a menu stays for those who look back; it is switched off instead. */
async function refusePlanned(unit: UnitOfWork, id: number): Promise<void> {
  const { rows } = await sql`
    select from menu_plan where deleted_at is null and dishes @> ${JSON.stringify([{ dishId: id }])}::jsonb limit 1`.execute(
    unit.db,
  )
  if (rows.length > 0) throw new RuleError('canteen.dishPlanned')
}

export async function refuseUsed(unit: UnitOfWork, id: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from dish where deleted_at is null and ingredients @> ${JSON.stringify([{ ingredientId: id }])}::jsonb order by id limit 1`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('canteen.ingredientUsed', rows[0].name)
}

export async function checkedIngredient(values: FormData): Promise<FormData> {
  if (Number(values.maxStock) < Number(values.minStock)) throw new RuleError('canteen.maxBelowMin').at('maxStock')
  return values
}

export const dishServer: RecordServer = {
  pickable: () => sql<SqlBool>`r.deleted_at is null and r.state`,
  beforeCreate: checkedDish,
  beforeUpdate: checkedDish,
  beforeRemove: ({ id }, unit) => refusePlanned(unit, id),
}
