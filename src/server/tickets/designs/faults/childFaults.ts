import { sql } from 'kysely'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { fieldsOf, formFieldsOf } from '#src/define/application.ts'
import type { Design, WorkflowBasics } from '#src/define/workflows/designs.ts'
import type { Reader } from '../../queries/lines.ts'
import { shippedBasics } from '../basics.ts'
import { type ServerFault, serverFault } from './serverFault.ts'

/** Kinds whose values belong to the ticket they were given in. */
const own: readonly string[] = ['files', 'lines']

const filesTickets = ({ states }: WorkflowDefinition): boolean => states.some(({ kind }) => kind === 'sub')

async function ofState(
  { engine, unit }: Reader,
  design: Design,
  state: StateDefinition,
): Promise<readonly ServerFault[]> {
  const { key, child } = state
  if (child === undefined) return []
  const version = await engine.versions.current(unit.db, child.type)
  const application = engine.applications.get(child.type)
  if (!version || !application) return [serverFault('I19', 'childUnknown', key, { type: child.type })]
  const isNested = child.type === design.definition.key || filesTickets(version.definition)
  const from = { ...fieldsOf(application), ...formFieldsOf(design.form) }
  const wrong = Object.entries(child.values).filter(([name, field]) => {
    const [target, source] = [version.fields[name], from[field]]
    return target === undefined || source === undefined || target.kind !== source.kind || own.includes(target.kind)
  })
  return [
    ...(isNested ? [serverFault('I19', 'childNested', key, { type: child.type })] : []),
    ...wrong.map(([name]) => serverFault('I19', 'childField', key, { name })),
  ]
}

/** A workflow that files tickets of another type. */
interface Filing {
  readonly key: string
  readonly code: string
  readonly icon: string
  readonly basics: WorkflowBasics | null
}

/** I19: what a state files exists, files nothing itself, and is given fields of the same kind; and a type that others file does not begin to file any. */
export async function childFaults(reader: Reader, design: Design): Promise<readonly ServerFault[]> {
  const { states, key } = design.definition
  const faults: ServerFault[] = []
  for (const state of states) faults.push(...(await ofState(reader, design, state)))
  if (!filesTickets(design.definition)) return faults
  const { engine, unit, language } = reader
  const { rows } = await sql<Filing>`
    select w.key, w.code, w.icon, v.basics from workflow w join workflow_version v on v.id = w.current_version_id
    where w.deleted_at is null and exists (select from json_array_elements(v.definition -> 'states') s where s -> 'child' ->> 'type' = ${key})
    limit 1`.execute(unit.db)
  return [
    ...faults,
    ...rows.map((row) => {
      const { name, nameEn } = row.basics ?? shippedBasics(engine, row)
      return serverFault('I19', 'childOfOther', null, { name: language === 'en' ? nameEn : name })
    }),
  ]
}
