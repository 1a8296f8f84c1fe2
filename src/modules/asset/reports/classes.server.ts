/** GB/T 14885: the class of a card that names none. */
import { sql } from 'kysely'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'

/** The class whose words the name contains, else that of the whole category; null when there is none. */
export async function classOf(unit: UnitOfWork, category: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from asset_class where category = ${category} and deleted_at is null
      and (is_default or exists (select from unnest(string_to_array(words, ' ')) word where word <> '' and ${name}::text like '%' || word || '%'))
    order by is_default, length(words) desc, code limit 1`.execute(unit.db)
  return rows[0]?.code ?? null
}

/** A category has one class of its own: the newest one that is said to be. */
async function keepOneDefault(
  values: { readonly category?: unknown; readonly isDefault?: unknown },
  unit: UnitOfWork,
  except: number,
) {
  if (values.isDefault !== true) return
  await sql`
    update asset_class set is_default = false where category = ${String(values.category)} and is_default and id <> ${except} and deleted_at is null`.execute(
    unit.db,
  )
}

export const classServer: RecordServer = {
  async beforeCreate(values, unit) {
    await keepOneDefault(values, unit, 0)
    return { ...values, words: values.words ?? '' }
  },
  async beforeUpdate(values, row, unit) {
    await keepOneDefault(values, unit, row.id)
    return { ...values, words: values.words ?? '' }
  },
}
