import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { ingredient } from '../dishes/ingredient-record.ts'
import { useLabels } from '../labels/useLabels.client.tsx'

/** What stands on the shelf of an ingredient. */
const layout = { head: 'name', fields: ['code', 'spec', 'category', 'unit', 'storage', 'shelfLifeDays', 'openedDays'] }

/** 食材库存, with labels for the chosen ones (50.2). */
export function IngredientList() {
  const { more, paper } = useLabels(ingredient, layout)
  return (
    <>
      <RecordList record={ingredient} more={more} />
      {paper}
    </>
  )
}
