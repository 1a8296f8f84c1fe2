import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { RuleError, versionConflict } from '#src/define/problem.ts'
import type { Executor, UnitOfWork } from '#src/define/server.ts'
import type { Design, Draft, WorkflowBasics } from '#src/define/workflows/designs.ts'
import { only } from '#src/server/database/only.ts'
import { namesOf } from '../participants/people.ts'
import type { Reader } from '../queries/lines.ts'
import type { Engine } from '../versions/engine.ts'
import { contentHash } from '../versions/versions.ts'
import { shippedBasics } from './basics.ts'
import { withFigures } from './figures.ts'
import { lockHead, readHead, type WorkflowHead } from './workflow.ts'

/** A stored version with what an administrator wrote. */
interface Stored extends Pick<Design, 'definition' | 'form'> {
  readonly id: number
  readonly versionNo: number
  readonly basics: WorkflowBasics | null
  readonly revision: number
  readonly basedOn: number | null
  readonly updatedAt: Date | null
  readonly updatedBy: number | null
}

const columns = sql.raw('id, version_no, definition, form, basics, revision, based_on, updated_at, updated_by')

async function storedDraft(db: Executor, workflowId: number): Promise<Stored | null> {
  const { rows } = await sql<Stored>`
    select ${columns} from workflow_version where workflow_id = ${workflowId} and status = 'draft'`.execute(db)
  return rows[0] ?? null
}

async function storedCurrent(db: Executor, head: WorkflowHead): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select ${columns} from workflow_version where id = ${head.currentVersionId}`.execute(db)
  return only(rows)
}

async function draftOf({ engine, unit: { db }, language }: Reader, head: WorkflowHead): Promise<Draft> {
  const draft = await storedDraft(db, head.id)
  const { definition, form, basics, ...stored } = draft ?? (await storedCurrent(db, head))
  const names = await namesOf(engine, db, language, [draft?.updatedBy ?? null])
  return {
    definition,
    form,
    basics: basics ?? shippedBasics(engine, head),
    revision: draft?.revision ?? 0,
    updatedAt: draft?.updatedAt ? momentText(draft.updatedAt) : null,
    updatedBy: names.get(draft?.updatedBy ?? 0) ?? null,
    basedOn: draft ? draft.basedOn : stored.versionNo,
  }
}

/** The draft, else the design of the current version. @throws Refusal 4004. */
export async function readDraft(reader: Reader, id: number): Promise<Draft> {
  return draftOf(reader, await readHead(reader.unit.db, id))
}

/** A design with the number of its version. */
export type Standing = Design & Pick<Stored, 'versionNo'>

/** What is in force of each workflow, or the draft of one that was never published; by workflow. */
export async function standingDesigns(
  engine: Engine,
  db: Executor,
  heads: readonly WorkflowHead[],
): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await sql<Stored & { workflowId: number }>`
    select workflow_id, ${columns} from workflow_version v where workflow_id = any(${heads.map(({ id }) => id)}::bigint[])
      and (id = any(${heads.map(({ currentVersionId }) => currentVersionId)}::bigint[]) or (status = 'draft' and version_no = 1))`.execute(
    db,
  )
  const stored = new Map(rows.map((row) => [row.workflowId, row]))
  return new Map(
    heads.flatMap((head): [number, Standing][] => {
      const row = stored.get(head.id)
      if (row === undefined) return []
      const { definition, form, basics, versionNo } = row
      return [[head.id, { definition, form, versionNo, basics: basics ?? shippedBasics(engine, head) }]]
    }),
  )
}

/** The same of one. @throws Error for a workflow without any version, which cannot be. */
export async function standingDesign(engine: Engine, db: Executor, head: WorkflowHead): Promise<Standing> {
  const design = (await standingDesigns(engine, db, [head])).get(head.id)
  if (design === undefined) throw new Error(`workflow ${head.key} has neither version nor draft`)
  return design
}

/** WFD-06: a design belongs to its workflow, and a shipped one keeps what the program knows it by. */
function refuseForeign(head: WorkflowHead, { definition, basics }: Design): void {
  if (definition.key !== head.key) throw new RuleError('rule.WFD-06')
  if (head.isShipped && (definition.group !== head.groupKey || basics.code !== head.code))
    throw new RuleError('rule.WFD-06')
}

/** Puts a design into the place of the draft; the number it takes when published is the next free one. */
export async function insertDraft(
  unit: UnitOfWork,
  access: Access,
  head: Pick<WorkflowHead, 'id'>,
  design: Design,
  basedOn: number | null,
): Promise<void> {
  const now = unit.clock.now()
  await sql`
    insert into workflow_version (workflow_id, version_no, definition, form, basics, content_hash, status, based_on, created_at, updated_at, updated_by)
    select ${head.id}, coalesce(max(version_no), 0) + 1, ${JSON.stringify(design.definition)}::json, ${JSON.stringify(design.form)}::json,
      ${JSON.stringify(design.basics)}::json, ${contentHash(design.definition, design.form)}, 'draft', ${basedOn}, ${now}, ${now}, ${access.userId}
    from workflow_version where workflow_id = ${head.id}`.execute(unit.db)
}

/** Saves the draft of a workflow, creating it with the first call. @throws Refusal 4009 when it was saved by another session meanwhile, RuleError WFD-06. */
export async function saveDraft(
  reader: Reader,
  access: Access,
  id: number,
  revision: number,
  given: Design,
): Promise<Draft> {
  const { unit } = reader
  const design = withFigures(given)
  const head = await lockHead(unit.db, id)
  refuseForeign(head, design)
  const draft = await storedDraft(unit.db, id)
  if ((draft?.revision ?? 0) !== revision) throw versionConflict()
  if (draft === null) {
    const current = await storedCurrent(unit.db, head)
    await insertDraft(unit, access, head, design, current.versionNo)
  } else
    await sql`
      update workflow_version set definition = ${JSON.stringify(design.definition)}::json, form = ${JSON.stringify(design.form)}::json,
        basics = ${JSON.stringify(design.basics)}::json, content_hash = ${contentHash(design.definition, design.form)},
        revision = revision + 1, updated_at = ${unit.clock.now()}, updated_by = ${access.userId} where id = ${draft.id}`.execute(
      unit.db,
    )
  unit.traced({
    record: 'workflow',
    id,
    before: draft && { draftRevision: draft.revision, hash: contentHash(draft.definition, draft.form) },
    after: { draftRevision: revision + 1, hash: contentHash(design.definition, design.form) },
  })
  unit.changed('workflow', id)
  return draftOf(reader, head)
}

/** Forgets the draft; what is published stays. @throws RuleError workflow.onlyDraft where nothing was published yet. */
export async function dropDraft(unit: UnitOfWork, id: number): Promise<void> {
  const head = await lockHead(unit.db, id)
  if (head.currentVersionId === null) throw new RuleError('workflow.onlyDraft')
  const { rows } = await sql<{ revision: number }>`
    delete from workflow_version where workflow_id = ${id} and status = 'draft' returning revision`.execute(unit.db)
  if (rows[0] === undefined) return
  unit.traced({ record: 'workflow', id, before: { draftRevision: rows[0].revision }, after: null })
  unit.changed('workflow', id)
}

/** The draft for publishing, held. @throws Refusal 4009 when it is not the one the caller saw. */
export async function takeDraft(
  engine: Engine,
  unit: UnitOfWork,
  head: WorkflowHead,
  revision: number,
): Promise<Design & Pick<Stored, 'id' | 'versionNo'>> {
  const draft = await storedDraft(unit.db, head.id)
  if (draft === null) throw new RuleError('workflow.noDraft')
  if (draft.revision !== revision) throw versionConflict()
  return { ...draft, basics: draft.basics ?? shippedBasics(engine, head) }
}
