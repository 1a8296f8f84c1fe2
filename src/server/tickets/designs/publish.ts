import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { PublishAnswer, WorkflowBasics } from '#src/define/workflows/designs.ts'
import { propose } from '#src/server/proposals/proposals.ts'
import { canonical } from '../log/canonical.ts'
import type { Reader } from '../queries/lines.ts'
import { requestRun } from '../tests/runs.ts'
import { contentHash } from '../versions/versions.ts'
import { takeDraft } from './drafts.ts'
import { examine } from './faults/examine.ts'
import { seatsOfVersion, type VersionContent, versionBasis } from './owned.ts'
import { grantType } from './permissions.ts'
import { lockHead, type WorkflowHead } from './workflow.ts'

interface Standing {
  readonly definition: WorkflowDefinition
  readonly contentHash: string
  readonly basics: WorkflowBasics | null
  readonly versionNo: number
}

/** A draft that passed its proof. */
interface Checked {
  readonly head: WorkflowHead
  readonly draft: Awaited<ReturnType<typeof takeDraft>>
  readonly hash: string
  readonly before: Standing | undefined
}

/** Proves the draft of a locked workflow. @throws RuleError workflow.faulty with all faults as data, workflow.unchanged, Refusal 4009. */
async function checked(reader: Reader, head: WorkflowHead, revision: number): Promise<Checked> {
  const { engine, unit } = reader
  const draft = await takeDraft(engine, unit, head, revision)
  const verdict = await examine(reader, head, draft)
  if (!verdict.ok) throw new RuleError('workflow.faulty', verdict.faults.length).with(verdict)
  compileWorkflow(draft.definition)
  const hash = contentHash(draft.definition, draft.form)
  const { rows } = await sql<Standing>`
    select content_hash, definition, basics, version_no from workflow_version where id = ${head.currentVersionId}`.execute(
    unit.db,
  )
  const before = rows[0]
  if (before?.contentHash === hash && canonical(before.basics) === canonical(draft.basics))
    throw new RuleError('workflow.unchanged')
  return { head, draft, hash, before }
}

/**
 * Makes the draft the version that new tickets start on; whatever runs stays on its own (WF-13). It is proved here, in the
 * transaction that publishes, so that no call gets a faulty version through; who and when stay with it (WFD-07). A version of a
 * group with an owner waits for the owner's confirmation, and so does one that lets a person decide who decides nothing now, for a security administrator or the auditor; the former one stands until then (SYS-137, SYS-139).
 * @throws RuleError workflow.faulty with all faults as data, workflow.unchanged, proposal.waiting, proposal.nobody, Refusal 4009.
 */
export async function publishDraft(
  reader: Reader,
  access: Access,
  id: number,
  revision: number,
): Promise<PublishAnswer> {
  const { unit } = reader
  const version = await checked(reader, await lockHead(unit.db, id), revision)
  const { head, draft } = version
  const groups = [...(head.currentVersionId === null ? [] : [head.groupKey]), draft.definition.group]
  const seats = await seatsOfVersion(unit, access.userId, groups, version.before?.definition ?? null, draft.definition)
  if (seats.length === 0) return putInForce(reader, access.userId, null, version)
  const content: VersionContent = { id, revision }
  const proposal = await propose(unit, access, {
    kind: 'workflowVersion',
    subject: `workflow.version:${id}`,
    content,
    basis: (await versionBasis(unit, content)) ?? '',
    name: draft.basics.name,
    nameEn: draft.basics.nameEn,
    seats,
  })
  return { id, versionNo: draft.versionNo, ...proposal }
}

/** Puts a version in force that its group's owner has confirmed: proved again, since the house may have changed meanwhile. @throws as `publishDraft`. */
export async function publishConfirmed(
  reader: Reader,
  { publisher, confirmer }: { readonly publisher: number; readonly confirmer: number },
  { id, revision }: VersionContent,
): Promise<void> {
  const head = await lockHead(reader.unit.db, id)
  await putInForce(reader, publisher, confirmer, await checked(reader, head, revision))
}

async function putInForce(
  { engine, unit }: Reader,
  publisher: number,
  confirmer: number | null,
  { head, draft, hash, before }: Checked,
): Promise<PublishAnswer> {
  const { id } = head
  const now = unit.clock.now()
  await sql`update workflow_version set status = 'history' where workflow_id = ${id} and status = 'published'`.execute(
    unit.db,
  )
  await sql`
    update workflow_version set status = 'published', content_hash = ${hash}, published_at = ${now}, published_by = ${publisher}, confirmed_by = ${confirmer}
    where id = ${draft.id}`.execute(unit.db)
  await sql`
    update workflow set current_version_id = ${draft.id}, group_key = ${draft.definition.group}, code = ${draft.basics.code}, icon = ${draft.basics.icon},
      status = case when status = 'draft' then 'published' else status end, updated_at = ${now}, updated_by = ${publisher}, version = version + 1
    where id = ${id}`.execute(unit.db)
  await grantType(unit, engine, publisher, head, draft, before?.basics?.createRoleKeys ?? [])
  await requestRun(unit, publisher, { workflowId: id, versionId: draft.id, kind: 'paths', seed: 0, walks: 0 })
  unit.traced({
    record: 'workflow',
    id,
    before: before ? { versionNo: before.versionNo, hash: before.contentHash } : null,
    after: { versionNo: draft.versionNo, hash, publishedBy: publisher, ...(confirmer && { confirmedBy: confirmer }) },
  })
  unit.changed('workflow', id)
  return { id, versionNo: draft.versionNo }
}
