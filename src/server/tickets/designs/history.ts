import { sql } from 'kysely'
import { alterationsOf, type Detour, type Detours, detoursOf, isWalkable } from '#machines/ticket/verify/diff.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { knownFacts } from '#src/define/facts.ts'
import { notFound } from '#src/define/problem.ts'
import type { Design, DiffAnswer, VersionAnswer, WorkflowBasics } from '#src/define/workflows/designs.ts'
import { readBureau } from '#src/modules/workflows/bureauFacts.server.ts'
import { canonical } from '../log/canonical.ts'
import { namesOf } from '../participants/people.ts'
import { type Reader, textOrNull } from '../queries/lines.ts'
import { shippedBasics } from './basics.ts'
import { factLabel, factSentence, type SpokenForm } from './sentence.ts'
import { readHead } from './workflow.ts'

interface Row extends Pick<Design, 'definition' | 'form'> {
  readonly versionNo: number
  readonly status: string
  readonly basics: WorkflowBasics | null
  readonly publishedAt: Date | null
  readonly publishedBy: number | null
  readonly isShipped: boolean
  readonly contentHash: string
}

/** One version of a workflow, the draft by its coming number. @throws Refusal 4004. */
export async function readVersion({ engine, unit, language }: Reader, id: number, no: number): Promise<VersionAnswer> {
  const head = await readHead(unit.db, id)
  const { rows } = await sql<Row>`
    select version_no, status, definition, form, basics, published_at, published_by, is_shipped, content_hash
    from workflow_version where workflow_id = ${id} and version_no = ${no}`.execute(unit.db)
  const row = rows[0]
  if (row === undefined) throw notFound()
  const names = await namesOf(engine, unit.db, language, [row.publishedBy])
  return {
    versionNo: row.versionNo,
    status: row.status,
    definition: row.definition,
    form: row.form,
    basics: row.basics ?? shippedBasics(engine, head),
    publishedAt: textOrNull(row.publishedAt),
    publishedBy: names.get(row.publishedBy ?? 0) ?? null,
    isShipped: row.isShipped,
    hash: row.contentHash,
  }
}

const nothing: Detours = { detours: [], isComplete: false }

const basicsNames = ['name', 'nameEn', 'code', 'icon', 'purpose', 'guide', 'createRoleKeys', 'createDeptIds'] as const

/** The two versions that are compared by default: the newest (a draft counts as such) and the one before it. */
async function newestOf({ unit }: Reader, id: number): Promise<readonly number[]> {
  await readHead(unit.db, id)
  const { rows } = await sql<{ versionNo: number }>`
    select version_no from workflow_version where workflow_id = ${id} order by version_no desc limit 2`.execute(unit.db)
  return rows.map(({ versionNo }) => versionNo)
}

/** 25.11 the difference of two versions: by behaviour, each changed route with an application that takes it, and in what they are. @throws Refusal 4004. */
export async function diffVersions(
  reader: Reader,
  id: number,
  range: { readonly from: number | undefined; readonly to: number | undefined },
): Promise<DiffAnswer> {
  const [newest = 1, previous = newest] = await newestOf(reader, id)
  const { from = previous, to = newest } = range
  const [before, after] = [await readVersion(reader, id, from), await readVersion(reader, id, to)]
  const bureau = await readBureau(reader.unit.db)
  const known = {
    ...knownFacts(before.form, before.definition, bureau.entriesOf),
    ...knownFacts(after.form, after.definition, bureau.entriesOf),
  }
  const domains = Object.fromEntries(Object.entries(known).map(([name, { domain }]) => [name, domain]))
  const [left, right] = [formFieldsOf(before.form), formFieldsOf(after.form)]
  const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  const { detours, isComplete } =
    isWalkable(before.definition) && isWalkable(after.definition)
      ? detoursOf(before.definition, after.definition, bureau.thresholds, domains)
      : nothing
  const { engine, language } = reader
  const form: SpokenForm = {
    type: after.definition.key,
    fields: { ...left, ...right },
    labels: { ...before.form.labels, ...after.form.labels },
  }
  const example = ({ facts }: Detour): string =>
    Object.entries(facts)
      .map(([name, value]) => factSentence(engine.texts, language, form, name, value))
      .join(engine.texts.find(language, 'workflow.condition.and') ?? ', ')
  return {
    from,
    to,
    isComplete,
    detours: detours.map((detour) => ({ ...detour, example: example(detour) })),
    alterations: alterationsOf(before.definition, after.definition),
    fields: fields
      .filter((name) => canonical(left[name]) !== canonical(right[name]))
      .map((name) => ({
        name,
        label: factLabel(engine.texts, language, form, name),
        what: left[name] === undefined ? 'added' : right[name] === undefined ? 'removed' : 'changed',
      })),
    basics: basicsNames.filter((name) => canonical(before.basics[name]) !== canonical(after.basics[name])),
    names: Object.fromEntries(
      [...before.definition.states, ...after.definition.states].map(({ key, name }) => [key, name]),
    ),
  }
}
