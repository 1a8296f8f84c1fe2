import { sql } from 'kysely'
import { compileWorkflow } from '#machines/ticket/compile.ts'
import type { Access } from '#src/define/access.ts'
import type { PublishAnswer, WorkflowBasics } from '#src/define/designs.ts'
import { RuleError } from '#src/define/problem.ts'
import { canonical } from '../canonical.ts'
import type { Reader } from '../lines.ts'
import { requestRun } from '../testing/runs.ts'
import { contentHash } from '../versions.ts'
import { takeDraft } from './drafts.ts'
import { examine } from './examine.ts'
import { grantType } from './permissions.ts'
import { lockHead } from './workflow.ts'

interface Standing {
  readonly contentHash: string
  readonly basics: WorkflowBasics | null
  readonly versionNo: number
}

/**
 * Makes the draft the version that new tickets start on; whatever runs stays on its own (WF-13). It is proved here, in the
 * transaction that publishes, so that no call gets a faulty version through; who and when stay with it (WFD-07).
 * @throws RuleError workflow.faulty with all faults as data, workflow.unchanged, Refusal 4009.
 */
export async function publishDraft(
  reader: Reader,
  access: Access,
  id: number,
  revision: number,
): Promise<PublishAnswer> {
  const { engine, base } = reader
  const head = await lockHead(base.db, id)
  const draft = await takeDraft(engine, base, head, revision)
  const verdict = await examine(reader, head, draft)
  if (!verdict.ok) throw new RuleError('workflow.faulty', verdict.faults.length).with(verdict)
  compileWorkflow(draft.definition)
  const hash = contentHash(draft.definition, draft.form)
  const { rows } = await sql<Standing>`
    select content_hash, basics, version_no from workflow_version where id = ${head.currentVersionId}`.execute(base.db)
  const before = rows[0]
  if (before?.contentHash === hash && canonical(before.basics) === canonical(draft.basics))
    throw new RuleError('workflow.unchanged')
  const now = base.clock.now()
  await sql`update workflow_version set status = 'history' where workflow_id = ${id} and status = 'published'`.execute(
    base.db,
  )
  await sql`
    update workflow_version set status = 'published', content_hash = ${hash}, published_at = ${now}, published_by = ${access.userId}
    where id = ${draft.id}`.execute(base.db)
  await sql`
    update workflow set current_version_id = ${draft.id}, group_key = ${draft.definition.group}, code = ${draft.basics.code}, icon = ${draft.basics.icon},
      status = case when status = 'draft' then 'published' else status end, updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
    where id = ${id}`.execute(base.db)
  await grantType(base, engine, access, head, draft, before?.basics?.createRoleKeys ?? [])
  await requestRun(base, access.userId, { workflowId: id, versionId: draft.id, kind: 'paths', seed: 0, walks: 0 })
  base.traced({
    record: 'workflow',
    id,
    before: before ? { versionNo: before.versionNo, hash: before.contentHash } : null,
    after: { versionNo: draft.versionNo, hash },
  })
  base.changed('workflow', id)
  return { id, versionNo: draft.versionNo }
}
