import { sql } from 'kysely'
import { fieldsOf as factsNamedBy } from '#machines/ticket/conditions.ts'
import type { Facts } from '#machines/ticket/definition.ts'
import { conditionsOf } from '#machines/ticket/partition.ts'
import { verify } from '#machines/ticket/verify.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Design } from '#src/define/designs.ts'
import type { Executor } from '#src/define/server.ts'
import type { VerifyAnswer } from '#src/define/tickets.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { Reader } from '../lines.ts'
import { formFaults, outsideFacts } from './formFaults.ts'
import { type Found, found } from './found.ts'
import { customFaults, shippedFaults } from './shippedFaults.ts'
import { staffFaults } from './staffFaults.ts'
import type { WorkflowHead } from './workflow.ts'

const THRESHOLD = 'config.'

/** The thresholds that the conditions of a design name, with today's values; a name that is no number of the configuration is missing. */
export async function namedThresholds(db: Executor, definition: Design['definition']): Promise<Facts> {
  const names = conditionsOf(definition)
    .flatMap(factsNamedBy)
    .filter((name) => name.startsWith(THRESHOLD))
    .map((name) => name.slice(THRESHOLD.length))
  const { rows } = await sql<{ key: string; value: number }>`
    select key, value from config_item where key = any(${[...new Set(names)]}::text[]) and jsonb_typeof(value) = 'number' and not secret`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ key, value }) => [`${THRESHOLD}${key}`, Number(value)]))
}

const CODE = /^[A-Z]{2}$/

async function basicsFaults(db: Executor, head: WorkflowHead, { basics }: Design): Promise<readonly Found[]> {
  const { rows } = await sql<{ key: string }>`
    select key from workflow where code = ${basics.code} and id <> ${head.id} and deleted_at is null limit 1`.execute(
    db,
  )
  return [
    ...(basics.name === '' || basics.nameEn === '' ? [found('20.1', 'unnamed', null)] : []),
    ...(CODE.test(basics.code) ? [] : [found('20.1', 'code', null)]),
    ...rows.map(({ key }) => found('20.1', 'codeTaken', null, { code: basics.code, key })),
  ]
}

/** Everything that speaks against publishing a design (25.10, WFD-01..08), in the reader's language; an empty list of faults means that it may be published. */
export async function examine(
  { engine, base, language }: Reader,
  head: WorkflowHead,
  design: Design,
): Promise<VerifyAnswer> {
  const { definition, form } = design
  const application = engine.applications.get(head.key)
  const { services, models } = engine.records
  const staff = await staffFaults(base.db, design)
  const faults = [
    ...verify(definition, {
      fields: [...Object.keys(factsOf(formFieldsOf(form), {})), ...outsideFacts],
      thresholds: await namedThresholds(base.db, definition),
    }),
    // A shipped type that is not offered yet speaks of a form that is still to come.
    ...(head.isShipped && !application
      ? []
      : formFaults(design, { dictionaries: services.dictionaries.all(), records: new Set(models.keys()) })),
    ...(application ? shippedFaults(application, design) : head.isShipped ? [] : customFaults(design)),
    ...staff.faults,
    ...(await basicsFaults(base.db, head, design)),
  ]
  const said = (fault: Found & { readonly path?: readonly string[] }) => ({
    rule: fault.rule,
    state: fault.state,
    path: fault.path ?? [],
    message: (engine.texts.find(language, fault.message.key) ?? fault.message.key).replace(
      /\{(\w+)\}/g,
      (_, name: string) => String(fault.message.params[name] ?? ''),
    ),
  })
  return { ok: faults.length === 0, faults: faults.map(said), warnings: staff.warnings.map(said) }
}
