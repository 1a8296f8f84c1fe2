/** Import of a national table of areas (60.6): a csv read as it arrives, checked as a whole, written in one transaction. */

import { sql } from 'kysely'
import { FileAnswer } from '#src/define/answer.ts'
import { recordOperation } from '#src/define/operations/operations.ts'
import { badFile } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { type SheetFaults, sheets, spelling } from '#src/define/services.ts'
import { DEEPEST_LEVEL } from './area.ts'

const COLUMNS = ['code', 'name', 'pcode', 'level'] as const
const MAX_ROWS = 60_000
const MAX_BYTES = 10 * 1024 * 1024
const MAX_NAME_LENGTH = 50
/** Characters of a cell. */
const MAX_CELL_LENGTH = 300
/** Rows of one statement. */
const CHUNK = 5_000
/** Rows after which others get their turn while names are spelled. */
const BREATH = 400

interface Line {
  /** Line of the file, the head counted. */
  readonly at: number
  readonly code: string
  readonly name: string
  readonly pcode: string
  /** Null where it is none. */
  readonly level: number | null
}

/** Rows of the file; every cell that is wrong by itself is noted. */
function linesOf(rows: readonly (readonly string[])[], faults: SheetFaults): readonly Line[] {
  const [head, ...body] = rows
  if (head?.map((cell) => cell.replace('\ufeff', '').toLowerCase()).join() !== COLUMNS.join())
    throw badFile('area.csvHead')
  if (body.length === 0) throw badFile('area.csvEmpty')
  const seen = new Map<string, number>()
  return body.flatMap((cells, index): Line[] => {
    const at = index + 2
    const [code = '', name = '', pcode = '', level = ''] = cells
    // Which cell is missing or too much cannot be known, so nothing else is said of the row.
    if (cells.length !== COLUMNS.length) {
      faults.add(at, 'code', code, { key: 'area.csvCells', params: [COLUMNS.length, cells.length] })
      return []
    }
    const earlier = seen.get(code)
    if (!/^(\d{6}|\d{9})$/.test(code)) faults.add(at, 'code', code, { key: 'check.pattern.areaCode' })
    else if (earlier !== undefined) faults.add(at, 'code', code, { key: 'area.csvTwice', params: [earlier] })
    else seen.set(code, at)
    if (name === '') faults.add(at, 'name', name, { key: 'check.required' })
    else if ([...name].length > MAX_NAME_LENGTH)
      faults.add(at, 'name', name, { key: 'check.tooLong', params: [MAX_NAME_LENGTH] })
    const isLevel = /^[1-4]$/.test(level)
    if (!isLevel) faults.add(at, 'level', level, { key: 'area.tooDeep', params: [DEEPEST_LEVEL] })
    return [
      {
        at,
        code,
        name: name.normalize('NFC'),
        pcode: pcode === '0' ? '' : pcode,
        level: isLevel ? Number(level) : null,
      },
    ]
  })
}

interface Known {
  readonly code: string
  readonly level: number
  readonly pcode: string | null
  readonly enable: boolean
}

/** Parents exist, here or in the file, one level above; nothing known moves; nothing new stands below what is disabled. */
async function checkPlaces(unit: UnitOfWork, lines: readonly Line[], faults: SheetFaults): Promise<void> {
  const { rows } = await sql<Known>`
    select a.code, a.level::int as level, p.code as pcode, a.enable from area a left join area p on p.id = a.parent
    where a.deleted_at is null and a.code = any(${[...new Set(lines.flatMap((line) => [line.code, line.pcode]))]}::text[])`.execute(
    unit.db,
  )
  const known = new Map(rows.map((row) => [row.code, row]))
  const given = new Map(lines.map((line) => [line.code, line]))
  for (const { at, code, pcode, level } of lines) {
    const before = known.get(code)
    const above = pcode === '' ? null : (known.get(pcode) ?? given.get(pcode))
    const isMoved = before !== undefined && (before.pcode ?? '') !== pcode
    const isUnknown = above === undefined || code === pcode
    if (isMoved) faults.add(at, 'pcode', pcode, { key: 'area.csvMoved', params: [before.pcode ?? ''] })
    else if (isUnknown) faults.add(at, 'pcode', pcode, { key: 'area.csvParent', params: [pcode] })
    else if (!before && known.get(pcode)?.enable === false)
      faults.add(at, 'pcode', pcode, { key: 'area.csvDisabled', params: [pcode] })
    if (isMoved || isUnknown || level === null || above?.level === null) continue
    const right = (above?.level ?? 0) + 1
    if (level !== right) faults.add(at, 'level', level, { key: 'area.csvLevel', params: [right] })
  }
}

interface Spelled extends Line {
  readonly pinyin: string
  readonly initials: string
}

async function spell(unit: UnitOfWork, lines: readonly Line[]): Promise<readonly Spelled[]> {
  const { of } = unit.service(spelling)
  const known = new Map<string, { readonly full: string; readonly initials: string }>()
  const spelled: Spelled[] = []
  for (const line of lines) {
    const own = known.get(line.name) ?? of(line.name)
    known.set(line.name, own)
    spelled.push({ ...line, pinyin: own.full.slice(0, 300), initials: own.initials.slice(0, 60) })
    // So many names would keep everybody else waiting for seconds.
    if (spelled.length % BREATH === 0) await new Promise(setImmediate)
  }
  return spelled
}

async function writeAll(
  unit: UnitOfWork,
  userId: number,
  lines: readonly Spelled[],
): Promise<{ created: number; updated: number }> {
  const now = unit.clock.now()
  let created = 0
  let updated = 0
  for (let level = 1; level <= DEEPEST_LEVEL; level += 1) {
    const own = lines.filter((line) => line.level === level)
    for (let at = 0; at < own.length; at += CHUNK) {
      const { rows } = await sql<{ created: number; updated: number }>`
        with saved as (
          insert into area (code, name, level, parent, pinyin, initials, created_at, created_by, updated_at, updated_by)
          select g.code, g.name, g.level, p.id, g.pinyin, g.initials, ${now}::timestamptz, ${userId}::bigint, ${now}::timestamptz, ${userId}::bigint
          from jsonb_to_recordset(${JSON.stringify(own.slice(at, at + CHUNK))}::jsonb)
            as g(code text, name text, pcode text, level text, pinyin text, initials text)
            left join area p on p.code = g.pcode and p.deleted_at is null
          on conflict (code) where deleted_at is null do update set name = excluded.name, pinyin = excluded.pinyin, initials = excluded.initials,
            updated_at = excluded.updated_at, updated_by = excluded.updated_by, version = area.version + 1 where area.name <> excluded.name
          returning xmax = 0 as fresh)
        select count(*) filter (where fresh) as created, count(*) filter (where not fresh) as updated from saved`.execute(
        unit.db,
      )
      created += rows[0]?.created ?? 0
      updated += rows[0]?.updated ?? 0
    }
  }
  return { created, updated }
}

export const areaImportRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/system/area/import_template/',
    operation: recordOperation('area', 'template'),
    permission: 'area:Import',
    handle: async () =>
      new FileAnswer({
        name: 'area_template.csv',
        mime: 'text/csv; charset=utf-8',
        content: Buffer.from(`\ufeff${COLUMNS.join()}\r\n`),
      }),
  }),
  route({
    method: 'POST',
    url: '/api/system/area/import_data/',
    operation: recordOperation('area', 'import'),
    permission: 'area:Import',
    ownTransaction: true,
    upload: { maxBytes: MAX_BYTES },
    async handle({ unit, access, language, upload, write }) {
      if (!upload) throw badFile('file.missing')
      const limits = { rows: MAX_ROWS, cell: MAX_CELL_LENGTH }
      const rows = await unit.service(sheets).readCsv(upload.content, limits, access.userId)
      const faults = unit.service(sheets).faults(language)
      const lines = linesOf(rows, faults)
      await checkPlaces(unit, lines, faults)
      faults.refuse()
      const spelled = await spell(unit, lines)
      return write(async (writing) => {
        // Others may have changed the areas meanwhile; what is checked now stays true until it is written.
        await sql`lock table area in share row exclusive mode`.execute(writing.db)
        await checkPlaces(writing, lines, faults)
        faults.refuse()
        const done = await writeAll(writing, access.userId, spelled)
        writing.traced({ record: 'area', id: 0, before: null, after: { imported: lines.length, ...done } })
        writing.changed('area', null)
        return done
      })
    },
  }),
]
