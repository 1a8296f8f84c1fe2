/** How rows are called in sentences: by their title fields, but by none that is a key or a path. */
import type { RecordModel } from '#src/server/records/model.ts'
import type { Records } from '#src/server/records/records.ts'

/** Records whose titles are for those who know the keys. */
const spokenTitles: Readonly<Record<string, readonly string[]>> = {
  menuButton: ['menuId', 'name'],
  whiteList: ['reason'],
}

export const titleFieldsOf = (model: RecordModel): readonly string[] =>
  spokenTitles[model.definition.name] ?? model.definition.titleFields

/** The model under the title its rows have in sentences; undefined for what is no record. */
export function spokenModel(records: Records, record: string): RecordModel | undefined {
  const model = records.models.get(record)
  if (model === undefined || spokenTitles[record] === undefined) return model
  return { ...model, definition: { ...model.definition, titleFields: titleFieldsOf(model) } }
}
