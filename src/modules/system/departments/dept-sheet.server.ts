/** Departments out of a spreadsheet (60.3): the columns of `import_dept_data`, in any order of the rows. */

import type { Access } from '#src/define/access.ts'
import { type Language, languages } from '#src/define/messages.ts'
import { recordOperation } from '#src/define/operations/operations.ts'
import { badFile, type Problem, RuleError, ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import { systemMessages } from '../system.messages.ts'
import type { DepartmentImport } from './departments.types.ts'
import { type DeptRow, deptRow, importDepartments, mostRows, pathOf, pathsOf } from './dept-import.server.ts'

const MAX_BYTES = 5 * 1024 * 1024

const names = ['name', 'nameEn', 'key', 'parentPath', 'sort', 'leader'] as const
type Name = (typeof names)[number]
const needed: readonly Name[] = ['name', 'key', 'sort']

function titleOf(language: Language, name: Name): string {
  const { dept, records } = systemMessages[language]
  if (name === 'parentPath') return dept.parentPath
  return name === 'leader' ? dept.leaderEmpNo : records.dept.fields[name]
}

/** Problems by `<row>.<title>`, as a table shows them. */
type Found = Record<string, Problem[]>

const refuse = (found: Found): void => {
  if (Object.keys(found).length > 0) throw new ValidationError(found)
}

/** Columns by place; titles count in both languages. */
function readHead(head: readonly unknown[], language: Language): readonly (Name | null)[] {
  const found: Found = {}
  const titles = head.map((cell) =>
    String(cell ?? '')
      .replace(/\s*\*?\s*$/, '')
      .trim(),
  )
  const columns = titles.map((title) => {
    const name = names.find((one) => one === title || languages.some((each) => titleOf(each, one) === title))
    if (title !== '' && name === undefined) found[`1.${title}`] = [{ key: 'import.unknownColumn' }]
    return name ?? null
  })
  for (const name of needed)
    if (!columns.includes(name)) found[`1.${titleOf(language, name)}`] = [{ key: 'import.missingColumn' }]
  refuse(found)
  return columns
}

interface Line {
  /** As the spreadsheet counts, the head being row 1. */
  readonly at: number
  readonly row: DeptRow
}

interface Sheet {
  readonly lines: readonly Line[]
  /** Paths of rows that are wrong. */
  readonly leftOut: ReadonlySet<string>
  readonly found: Found
}

/** The rows that can be read, and what is wrong with the others. */
function readLines(
  body: readonly (readonly unknown[])[],
  columns: readonly (Name | null)[],
  language: Language,
): Sheet {
  const found: Found = {}
  const leftOut = new Set<string>()
  const first = new Map<string, number>()
  const lines = body.flatMap((cells, index): Line[] => {
    const at = index + 2
    const text = (name: Name): string => String(cells[columns.indexOf(name)] ?? '').trim()
    if (names.every((name) => text(name) === '')) return []
    const parsed = deptRow.safeParse({
      ...Object.fromEntries(names.map((name) => [name, text(name)])),
      sort: text('sort') === '' ? undefined : Number(text('sort')),
    })
    const earlier = first.get(text('key'))
    if (text('key') !== '' && earlier === undefined) first.set(text('key'), at)
    if (earlier !== undefined)
      found[`${at}.${titleOf(language, 'key')}`] = [{ key: 'import.doubleRow', params: [earlier] }]
    for (const { path } of parsed.error?.issues ?? [])
      found[`${at}.${titleOf(language, path[0] as Name)}`] = [
        { key: text(path[0] as Name) === '' ? 'check.required' : 'check.invalid' },
      ]
    if (parsed.success && earlier === undefined) return [{ at, row: parsed.data }]
    leftOut.add(pathOf({ name: text('name'), parentPath: text('parentPath') }))
    return []
  })
  return { lines, leftOut, found }
}

/** A department comes after the one it stands below. */
const depth = ({ row }: Line): number => (row.parentPath === '' ? 0 : row.parentPath.split('/').length)

async function importSheet(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  [head = [], ...body]: readonly (readonly unknown[])[],
): Promise<DepartmentImport> {
  if (body.length === 0) throw badFile('import.empty')
  const { leftOut, found, ...read } = readLines(body, readHead(head, language), language)
  const lines = read.lines.toSorted((one, other) => depth(one) - depth(other))
  try {
    const imported = await importDepartments(
      unit,
      { access, language },
      lines.map(({ row }) => row),
      leftOut,
    )
    refuse(found)
    return imported
  } catch (error) {
    const thrown = error instanceof ValidationError || error instanceof RuleError ? error.problems : null
    if (thrown === null) throw error
    // Nothing else was found by the import: what is thrown is what the sheet itself has.
    if (thrown === found) throw error
    // The places of `import_dept_data` are those of its list: `data.3.parentPath`.
    const placed = Object.entries(thrown).map(([path, problems]): [string, readonly Problem[]] => {
      const [, index = '', name = ''] = path.split('.')
      return [`${lines[Number(index)]?.at ?? 0}.${titleOf(language, name as Name)}`, problems]
    })
    const rowOf = ([path]: [string, unknown]): number => Number(path.split('.')[0])
    throw new ValidationError(
      Object.fromEntries([...Object.entries(found), ...placed].sort((one, other) => rowOf(one) - rowOf(other))),
    )
  }
}

export const deptSheetRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/system/dept/import_template/',
    operation: recordOperation('dept', 'template'),
    permission: 'dept:Import',
    handle: async ({ unit, language }) => {
      const paths = [...(await pathsOf(unit)).keys()]
      return unit.service(sheets).template(
        'dept_template',
        names.map((name) => ({
          title: titleOf(language, name) + (needed.includes(name) ? ' *' : ''),
          ...(name === 'parentPath' && { choices: paths }),
        })),
      )
    },
  }),
  route({
    method: 'POST',
    url: '/api/system/dept/import_data/',
    operation: recordOperation('dept', 'import'),
    permission: 'dept:Import',
    ownTransaction: true,
    upload: { maxBytes: MAX_BYTES },
    handle: async ({ unit, access, language, upload, write }) => {
      if (!upload) throw badFile('file.missing')
      const table = await unit.service(sheets).read(upload.content, mostRows, access.userId)
      return write((writing) => importSheet(writing, access, language, table))
    },
  }),
]
