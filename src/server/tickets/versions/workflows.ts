import { sql } from 'kysely'
import { ListAnswer } from '#src/define/answer.ts'
import { momentText } from '#src/define/days.ts'
import { notFound } from '#src/define/problem.ts'
import type { VerifyAnswer, WorkflowDetail, WorkflowRow } from '#src/define/workflows/workflows.ts'
import { type Standing, standingDesign, standingDesigns } from '../designs/drafts.ts'
import { examine } from '../designs/faults/examine.ts'
import { readHead, type WorkflowHead } from '../designs/workflow.ts'
import { namesOf } from '../participants/people.ts'
import { type Reader, textOrNull } from '../queries/lines.ts'

interface Row extends WorkflowHead {
  readonly updatedAt: Date
  readonly running: number
  readonly hasTickets: boolean
  readonly draftRevision: number
}

/** Filters of the list (20.9). */
export interface WorkflowQuery {
  readonly page: number
  readonly limit: number
  readonly group: string | undefined
  readonly status: string | undefined
  readonly search: string | undefined
}

const readRows = ({ unit }: Reader, id: number | null, group: string | undefined, status: string | undefined) =>
  sql<Row>`
  select w.id, w.key, w.group_key, w.code, w.icon, w.sort, w.is_shipped, w.is_offered, w.status, w.current_version_id,
    greatest(w.updated_at, d.updated_at) as updated_at, coalesce(d.revision, 0) as draft_revision,
    (select count(*)::int from ticket t where t.type = w.key and t.status in ('running', 'handling') and t.deleted_at is null) as running,
    exists (select from ticket t where t.type = w.key and t.round > 0 and t.deleted_at is null) as has_tickets
  from workflow w left join workflow_version d on d.workflow_id = w.id and d.status = 'draft'
  where w.deleted_at is null and (${id}::bigint is null or w.id = ${id}::bigint)
    and (${group ?? null}::text is null or w.group_key = ${group ?? null}::text) and (${status ?? null}::text is null or w.status = ${status ?? null}::text)
  order by w.sort, w.id`.execute(unit.db)

function rowOf(row: Row, { definition, basics, versionNo }: Standing): WorkflowRow {
  return {
    id: row.id,
    key: row.key,
    name: basics.name,
    nameEn: basics.nameEn,
    group: row.groupKey,
    code: row.code,
    versionNo: row.currentVersionId === null ? 0 : versionNo,
    status: row.status,
    offered: row.isOffered,
    states: definition.states.length,
    running: row.running,
    hasTickets: row.hasTickets,
    isShipped: row.isShipped,
    draftRevision: row.draftRevision,
    updatedAt: momentText(row.updatedAt),
  }
}

/** All workflows; they are few, so names are searched here. */
export async function listWorkflows(reader: Reader, query: WorkflowQuery): Promise<ListAnswer<WorkflowRow>> {
  const { rows } = await readRows(reader, null, query.group, query.status)
  const designs = await standingDesigns(reader.engine, reader.unit.db, rows)
  const all = rows.flatMap((row) => {
    const design = designs.get(row.id)
    return design ? [rowOf(row, design)] : []
  })
  const keyword = query.search?.toLowerCase() ?? ''
  const found = all.filter((row) =>
    [row.key, row.name, row.nameEn, row.code].some((text) => text.toLowerCase().includes(keyword)),
  )
  const page = found.slice((query.page - 1) * query.limit, query.page * query.limit)
  return new ListAnswer(page, { page: query.page, limit: query.limit, total: found.length })
}

async function findRow(reader: Reader, id: number): Promise<Row> {
  const { rows } = await readRows(reader, id, undefined, undefined)
  if (!rows[0]) throw notFound()
  return rows[0]
}

interface VersionLine {
  readonly versionNo: number
  readonly status: string
  readonly publishedAt: Date | null
  readonly publishedBy: number | null
  readonly confirmedBy: number | null
  readonly isShipped: boolean
  readonly contentHash: string
  readonly tickets: number
}

async function roleNames({ unit, language }: Reader): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{
    key: string
    name: string
    nameEn: string
  }>`select key, name, name_en from role where deleted_at is null`.execute(unit.db)
  return Object.fromEntries(rows.map(({ key, name, nameEn }) => [key, language === 'en' ? nameEn : name]))
}

/** A workflow with its definition and history. */
export async function workflowDetail(reader: Reader, id: number): Promise<WorkflowDetail> {
  const row = await findRow(reader, id)
  const design = await standingDesign(reader.engine, reader.unit.db, row)
  const { rows } = await sql<VersionLine>`
    select v.version_no, v.status, v.published_at, v.published_by, v.confirmed_by, v.is_shipped, v.content_hash,
      (select count(*)::int from ticket t where t.version_id = v.id and t.type = ${row.key} and t.status in ('running', 'handling') and t.deleted_at is null) as tickets
    from workflow_version v where v.workflow_id = ${id} and v.status <> 'draft' order by v.version_no desc`.execute(
    reader.unit.db,
  )
  const names = await namesOf(
    reader.engine,
    reader.unit.db,
    reader.language,
    rows.flatMap((line) => [line.publishedBy, line.confirmedBy]),
  )
  return {
    ...rowOf(row, design),
    definition: design.definition,
    form: design.form,
    roles: await roleNames(reader),
    versions: rows.map(
      ({ versionNo, status, publishedAt, publishedBy, confirmedBy, isShipped, contentHash, tickets }) => ({
        versionNo,
        status,
        publishedAt: textOrNull(publishedAt),
        publishedBy: names.get(publishedBy ?? 0) ?? null,
        confirmedBy: names.get(confirmedBy ?? 0) ?? null,
        isShipped,
        hash: contentHash,
        tickets,
      }),
    ),
  }
}

/** What publishing proves of the version in force (25.10), in the reader's language. */
export async function verifyWorkflow(reader: Reader, id: number): Promise<VerifyAnswer> {
  const head = await readHead(reader.unit.db, id)
  return examine(reader, head, await standingDesign(reader.engine, reader.unit.db, head))
}
