/** What an entry of the asset log changed, in words: names in the place of ids, labels in the place of codes. */
import { sql } from 'kysely'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'

const logged = ['state', 'deptId', 'holderId', 'roomId', 'price'] as const
type Logged = (typeof logged)[number]
type Values = Readonly<Partial<Record<Logged, string | number | null>>>

interface Named {
  readonly kind: Logged
  readonly key: string
  readonly name: string
  readonly nameEn: string
}

/** Names of the states, departments and rooms among these values. */
async function namedIn(unit: UnitOfWork, all: readonly Values[]): Promise<readonly Named[]> {
  const idsOf = (field: Logged): readonly number[] => [...new Set(all.flatMap((values) => Number(values[field]) || []))]
  const { rows } = await sql<Named>`
    select 'state' as kind, value as key, label as name, coalesce(label_en, '') as name_en from shared_dictionary_entry where dictionary_key = 'assetState' and deleted_at is null
    union all select 'deptId', id::text, name, name_en from shared_department where id = any(${idsOf('deptId')}::bigint[])
    union all select 'roomId', id::text, name, '' from asset_room where id = any(${idsOf('roomId')}::bigint[])`.execute(
    unit.db,
  )
  return rows
}

const isSame = (one: Values[Logged], other: Values[Logged]): boolean => String(one ?? '') === String(other ?? '')

async function changesIn(unit: UnitOfWork, language: Language, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; before: Values; after: Values }>`
    select id, coalesce(before, '{}'::jsonb) as before, coalesce(after, '{}'::jsonb) as after from asset_log where id = any(${ids}::bigint[])`.execute(
    unit.db,
  )
  const all = rows.flatMap(({ before, after }) => [before, after])
  const named = await namedIn(unit, all)
  const people = await unit.namesOf(
    all.map(({ holderId }) => (typeof holderId === 'number' ? holderId : null)),
    language,
  )
  const nothing = unit.textOf(language, 'assetPage.nothing') ?? ''
  const word = (field: Logged, value: Values[Logged]): string => {
    if (value === null || value === undefined || value === '') return nothing
    if (field === 'price') return Number(value).toFixed(2)
    if (field === 'holderId') return people.get(Number(value)) ?? nothing
    const found = named.find(({ kind, key }) => kind === field && key === String(value))
    return found === undefined ? nothing : nameIn(language, found)
  }
  const [colon, comma] = language === 'en' ? [': ', '; '] : ['：', '；']
  return new Map(
    rows.map(({ id, before, after }) => [
      id,
      logged
        .filter((field) => field in before && !isSame(before[field], after[field]))
        .map(
          (field) =>
            `${unit.textOf(language, `records.asset.fields.${field}`) ?? field}${colon}${word(field, before[field])} → ${word(field, after[field])}`,
        )
        .join(comma),
    ]),
  )
}

export const logServer: RecordServer = {
  computed: { change: "''" },
  async complete(rows, unit, language) {
    const changes = await changesIn(
      unit,
      language,
      rows.map(({ id }) => Number(id)),
    )
    return rows.map((row) => ({ ...row, change: changes.get(Number(row.id)) || null }))
  },
}
