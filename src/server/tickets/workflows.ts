import { sql } from 'kysely'
import { verify } from '#machines/ticket/verify.ts'
import { ListAnswer } from '#src/define/answer.ts'
import { momentText } from '#src/define/days.ts'
import { notFound } from '#src/define/problem.ts'
import type { VerifyAnswer, WorkflowDetail, WorkflowRow } from '#src/define/tickets.ts'
import { factsOf } from '#src/fields/conditions.ts'
import { readThresholds } from './facts.ts'
import { type Reader, textOrNull } from './lines.ts'
import type { Version } from './versions.ts'

interface Row {
  readonly id: number
  readonly key: string
  readonly groupKey: string
  readonly code: string
  readonly status: WorkflowRow['status']
  readonly isOffered: boolean
  readonly updatedAt: Date
  readonly currentVersionId: number
  readonly running: number
}

/** Filters of the list (20.9). */
export interface WorkflowQuery {
  readonly page: number
  readonly limit: number
  readonly group: string | undefined
  readonly status: string | undefined
  readonly search: string | undefined
}

const readRows = ({ base }: Reader, id: number | null, group: string | undefined, status: string | undefined) =>
  sql<Row>`
  select w.id, w.key, w.group_key, w.code, w.status, w.is_offered, w.updated_at, w.current_version_id,
    (select count(*)::int from ticket t where t.type = w.key and t.status in ('running', 'handling') and t.deleted_at is null) as running
  from workflow w where w.current_version_id is not null and (${id}::bigint is null or w.id = ${id}::bigint)
    and (${group ?? null}::text is null or w.group_key = ${group ?? null}::text) and (${status ?? null}::text is null or w.status = ${status ?? null}::text)
  order by w.sort, w.id`.execute(base.db)

async function rowOf({ engine, base }: Reader, row: Row): Promise<WorkflowRow> {
  const version = await engine.versions.byId(base.db, row.currentVersionId)
  const title = (language: 'zhHans' | 'en') => engine.texts.find(language, `applications.${row.key}.title`) ?? row.key
  return {
    id: row.id,
    key: row.key,
    name: title('zhHans'),
    nameEn: title('en'),
    group: row.groupKey,
    code: row.code,
    versionNo: version.no,
    status: row.status,
    offered: row.isOffered,
    states: version.definition.states.length,
    running: row.running,
    updatedAt: momentText(row.updatedAt),
  }
}

/** All workflows; they are few, so names are searched here. */
export async function listWorkflows(reader: Reader, query: WorkflowQuery): Promise<ListAnswer> {
  const { rows } = await readRows(reader, null, query.group, query.status)
  const all = await Promise.all(rows.map((row) => rowOf(reader, row)))
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

/** The current version of a workflow. @throws Refusal 4004. */
export async function versionOf(reader: Reader, id: number): Promise<Version> {
  return reader.engine.versions.byId(reader.base.db, (await findRow(reader, id)).currentVersionId)
}

interface VersionLine {
  readonly versionNo: number
  readonly status: string
  readonly publishedAt: Date | null
  readonly contentHash: string
  readonly tickets: number
}

async function roleNames({ base, language }: Reader): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{
    key: string
    name: string
    nameEn: string
  }>`select key, name, name_en from role where deleted_at is null`.execute(base.db)
  return Object.fromEntries(rows.map(({ key, name, nameEn }) => [key, language === 'en' ? nameEn : name]))
}

/** A workflow with its definition and history. */
export async function workflowDetail(reader: Reader, id: number): Promise<WorkflowDetail> {
  const row = await findRow(reader, id)
  const version = await reader.engine.versions.byId(reader.base.db, row.currentVersionId)
  const { rows } = await sql<VersionLine>`
    select v.version_no, v.status, v.published_at, v.content_hash,
      (select count(*)::int from ticket t where t.version_id = v.id and t.type = ${row.key} and t.status in ('running', 'handling') and t.deleted_at is null) as tickets
    from workflow_version v where v.workflow_id = ${id} order by v.version_no desc`.execute(reader.base.db)
  return {
    ...(await rowOf(reader, row)),
    definition: version.definition,
    form: version.form,
    roles: await roleNames(reader),
    versions: rows.map(({ versionNo, status, publishedAt, contentHash, tickets }) => ({
      versionNo,
      status,
      publishedAt: textOrNull(publishedAt),
      hash: contentHash,
      tickets,
    })),
  }
}

/** Names a condition may use: form fields, and what is known of applicant and department. */
function knownFacts(version: Version): readonly string[] {
  return [
    ...Object.keys(factsOf(version.fields, {})),
    'amount',
    'applicant.rankLevel',
    'applicant.isDeptLeader',
    'applicant.id',
    'dept.key',
  ]
}

/** What publishing proves of the current version (25.10), in the reader's language. */
export async function verifyWorkflow(reader: Reader, id: number): Promise<VerifyAnswer> {
  const { engine, base, language } = reader
  const version = await versionOf(reader, id)
  const faults = verify(version.definition, {
    fields: knownFacts(version),
    thresholds: readThresholds(version, base.settings),
  })
  return {
    ok: faults.length === 0,
    faults: faults.map(({ rule, state, message, path }) => ({
      rule,
      state,
      path,
      message: (engine.texts.find(language, message.key) ?? message.key).replace(/\{(\w+)\}/g, (_, name: string) =>
        String(message.params[name] ?? ''),
      ),
    })),
  }
}
