/** Departments out of a spreadsheet (60.3): the columns of `import_dept_data`, in any order of the rows. */
import { sheets } from '#src/define/ledgers.ts'
import { type Language, languages } from '#src/define/messages.ts'
import { badFile, type Problem, ValidationError } from '#src/define/problem.ts'
import { type Base, type RouteDefinition, route } from '#src/define/server.ts'
import { type DeptRow, deptRow, importDepartments, mostRows, pathsOf } from './dept-import.server.ts'
import { systemMessages } from './system.messages.ts'

const MOST_BYTES = 5 * 1024 * 1024

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

function readLines(
  body: readonly (readonly unknown[])[],
  columns: readonly (Name | null)[],
  language: Language,
): Line[] {
  const found: Found = {}
  const lines = body.flatMap((cells, index): Line[] => {
    const at = index + 2
    const text = (name: Name): string => String(cells[columns.indexOf(name)] ?? '').trim()
    if (names.every((name) => text(name) === '')) return []
    const parsed = deptRow.safeParse({
      ...Object.fromEntries(names.map((name) => [name, text(name)])),
      sort: text('sort') === '' ? undefined : Number(text('sort')),
    })
    if (parsed.success) return [{ at, row: parsed.data }]
    for (const { path } of parsed.error.issues)
      found[`${at}.${titleOf(language, path[0] as Name)}`] = [
        { key: text(path[0] as Name) === '' ? 'check.required' : 'check.invalid' },
      ]
    return []
  })
  refuse(found)
  return lines
}

/** A department comes after the one it stands below. */
const depth = ({ row }: Line): number => (row.parentPath === '' ? 0 : row.parentPath.split('/').length)

async function importSheet(base: Base, userId: number, language: Language, content: Buffer): Promise<unknown> {
  const [head = [], ...body] = await base.ledger(sheets).read(content)
  if (body.length === 0) throw badFile('import.empty')
  if (body.length > mostRows) throw badFile('import.tooManyRows', mostRows)
  const lines = readLines(body, readHead(head, language), language).sort((one, other) => depth(one) - depth(other))
  try {
    return await importDepartments(
      base,
      userId,
      lines.map(({ row }) => row),
    )
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // The places of `import_dept_data` are those of its list: `data.3.parentPath`.
    throw new ValidationError(
      Object.fromEntries(
        Object.entries(error.problems).map(([path, problems]) => {
          const [, index = '', name = ''] = path.split('.')
          return [`${lines[Number(index)]?.at ?? 0}.${titleOf(language, name as Name)}`, problems]
        }),
      ),
    )
  }
}

export const deptSheetRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/system/dept/import_template/',
    permission: 'dept:Import',
    handle: async ({ base, language }) => {
      const paths = [...(await pathsOf(base)).keys()]
      return base.ledger(sheets).template(
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
    permission: 'dept:Import',
    upload: { maxBytes: MOST_BYTES },
    handle: ({ base, access, language, upload }) => {
      if (!upload) throw badFile('file.missing')
      return importSheet(base, access.userId, language, upload.content)
    },
  }),
]
