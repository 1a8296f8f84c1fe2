import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { spelling } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { DEEPEST_LEVEL } from './area.ts'

interface Parent {
  readonly name: string
  readonly level: string
  readonly enable: boolean
}

async function parentOf(unit: UnitOfWork, id: unknown): Promise<Parent | null> {
  if (typeof id !== 'number') return null
  const { rows } = await sql<Parent>`
    select name, level, enable from area where id = ${id} and deleted_at is null for share`.execute(unit.db)
  if (!rows[0]) throw new ValidationError({ parent: [{ key: 'check.notFound' }] })
  return rows[0]
}

/** SYS-61: nothing is enabled below what is disabled. */
function refuseBelowDisabled(values: FormData, parent: Parent | null): void {
  if (values.enable === true && parent?.enable === false) throw new RuleError('rule.SYS-61', parent.name)
}

const spelled = (unit: UnitOfWork, values: FormData): FormData => {
  const { full, initials } = unit.service(spelling).of(String(values.name))
  return { ...values, pinyin: full.slice(0, 300), initials: initials.slice(0, 60) }
}

/** Levels follow the parent, spellings the name; SYS-61. That a used area stays (SYS-62) is the shell's: whoever has a reference field uses it. */
export const areaServer: RecordServer = {
  computed: {
    pcode: '(select p.code from area p where p.id = r.parent)',
    place: `(select concat_ws(' / ', a.name, b.name, c.name) from area c left join area b on b.id = c.parent left join area a on a.id = b.parent where c.id = r.parent)`,
    hasChildren: 'exists (select 1 from area c where c.parent = r.id and c.deleted_at is null)',
  },
  orders: { name: 'r.pinyin' },
  words: 1,
  pickable: () => sql`r.enable`,
  async beforeCreate(values, unit) {
    const parent = await parentOf(unit, values.parent)
    const level = Number(parent?.level ?? 0) + 1
    if (level > DEEPEST_LEVEL) throw new ValidationError({ parent: [{ key: 'area.tooDeep', params: [DEEPEST_LEVEL] }] })
    refuseBelowDisabled(values, parent)
    return { ...spelled(unit, values), level: String(level) }
  },
  async beforeUpdate(values, row, unit) {
    if (values.enable !== row.enable) refuseBelowDisabled(values, await parentOf(unit, row.parent))
    return values.name === row.name ? values : spelled(unit, values)
  },
  async afterWrite(row, unit, access, before) {
    if (before?.enable !== true || row.enable !== false) return
    const { rows } = await sql<{ id: number }>`
      with recursive below as (
        select id from area where parent = ${row.id} and deleted_at is null
        union all select a.id from area a join below b on a.parent = b.id where a.deleted_at is null)
      update area set enable = false, updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = version + 1
      where enable and id in (select id from below) returning id`.execute(unit.db)
    if (rows.length === 0) return
    unit.traced({ record: 'area', id: row.id, before: { enabledBelow: rows.length }, after: { enabledBelow: 0 } })
    unit.changed('area', null)
  },
}
