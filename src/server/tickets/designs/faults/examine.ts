import { sql } from 'kysely'
import type { Text } from '#machines/ticket/definition/definition.ts'
import { doubts, verify } from '#machines/ticket/verify/verify.ts'
import { surroundingsOf } from '#src/define/facts.ts'
import type { Executor } from '#src/define/server.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import type { VerifyAnswer } from '#src/define/workflows/workflows.ts'
import { readBureau } from '#src/modules/workflows/bureauFacts.server.ts'
import type { Reader } from '../../queries/lines.ts'
import type { WorkflowHead } from '../workflow.ts'
import { childFaults } from './childFaults.ts'
import { formFaults } from './formFaults.ts'
import { nameWarnings } from './nameWarnings.ts'
import { type ServerFault, serverFault } from './serverFault.ts'
import { customFaults, shippedFaults } from './shippedFaults.ts'
import { staffFaults } from './staffFaults.ts'
import { namedParams, sayFault, staffNames } from './words.ts'

const CODE = /^[A-Z]{2}$/
/** What the message key of every fault begins with. */
const FAULT = 'workflow.fault.'

async function basicsFaults(db: Executor, head: WorkflowHead, { basics }: Design): Promise<readonly ServerFault[]> {
  const { rows } = await sql<{ key: string }>`
    select key from workflow where code = ${basics.code} and id <> ${head.id} and deleted_at is null limit 1`.execute(
    db,
  )
  return [
    ...(basics.name === '' || basics.nameEn === '' ? [serverFault('20.1', 'unnamed', null)] : []),
    ...(CODE.test(basics.code) ? [] : [serverFault('20.1', 'code', null)]),
    ...rows.map(({ key }) => serverFault('20.1', 'codeTaken', null, { code: basics.code, key })),
  ]
}

/** What applicants would look for in vain on the card and at the head of the form (20.5). */
function textWarnings({ basics }: Design): readonly ServerFault[] {
  const isHalf = ({ zhHans, en }: Text): boolean => zhHans === '' || en === ''
  return [
    ...(isHalf(basics.purpose) ? [serverFault('20.5', 'purposeMissing', null)] : []),
    ...(isHalf(basics.guide) ? [serverFault('20.5', 'guideMissing', null)] : []),
  ]
}

/** What an administrator would look for in vain where branches are opened (25.3, 25.4). */
function branchWarnings({ definition: { states, resume = 'runAgain' } }: Design): readonly ServerFault[] {
  if (states.every(({ branch }) => branch === undefined)) return []
  return [
    ...(resume === 'runAgain' ? [] : [serverFault('25.3', 'branchesRunAgain', null)]),
    serverFault('25.4', 'branchesNoRetrieve', null),
  ]
}

/** Everything that speaks against publishing a design (25.10, WFD-01..08), in the reader's language; an empty list of faults means that it may be published. */
export async function examine(reader: Reader, head: WorkflowHead, design: Design): Promise<VerifyAnswer> {
  const { engine, unit, language } = reader
  const { definition, form } = design
  const application = engine.shipped.get(head.key)
  const { services, models } = engine.records
  const staff = await staffFaults(unit.db, design)
  const surroundings = surroundingsOf(form, definition, await readBureau(unit.db))
  const proved = verify(definition, surroundings)
  const faults = [
    ...proved,
    // A shipped type that is not offered yet speaks of a form that is still to come.
    ...(head.isShipped && !application
      ? []
      : formFaults(design, { dictionaries: services.dictionaries.all(), records: new Set(models.keys()) })),
    ...(application ? shippedFaults(application, design) : head.isShipped ? [] : customFaults(design)),
    ...staff.faults,
    ...(await childFaults(reader, design)),
    ...(await basicsFaults(unit.db, head, design)),
  ]
  const doubted = proved.length === 0 ? doubts(definition, surroundings) : []
  const warnings = [
    ...staff.warnings,
    ...branchWarnings(design),
    ...nameWarnings(design),
    ...textWarnings(design),
    ...doubted,
  ]
  const params = [...faults, ...warnings].map(({ message }) => message.params)
  const shipped = application?.workflow.states ?? []
  const named = namedParams(engine.texts, language, design, {
    ...(await staffNames(unit.db, language, params)),
    states: new Map(shipped.map(({ key, name }) => [key, name[language]])),
  })
  const worded = ({ rule, state, path, message }: ServerFault & { readonly path?: readonly string[] }) => {
    return {
      rule,
      name: message.key.slice(FAULT.length),
      params: message.params,
      state,
      path: path ?? [],
      message: sayFault(engine.texts, language, message.key, named(message.params)),
    }
  }
  return {
    ok: faults.length === 0,
    faults: faults.map(worded),
    warnings: warnings.map(worded),
  }
}
