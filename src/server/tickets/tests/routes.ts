import { sql } from 'kysely'
import { z } from 'zod'
import { textPatterns } from '#src/define/api/openapi.ts'
import { parseMoment } from '#src/define/days.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { KeptCase, TestKind, TestResult, TestRun, TestsAnswer } from '#src/define/workflows/workflowTests.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { sheetAnswer } from '#src/server/records/transfer/sheets.ts'
import { standingDesign } from '../designs/drafts.ts'
import { readHead } from '../designs/workflow.ts'
import { namesOf } from '../participants/people.ts'
import { type Reader, type ReaderOf, textOrNull } from '../queries/lines.ts'
import { useOf } from '../versions/use.ts'
import { requestRun } from './runs.ts'
import { type VersionRow, versionRow } from './version.ts'
import { caseSayer } from './words.ts'

const TESTS = '/api/workflow/workflow/:id/tests/'
const number = z.coerce.number().int().min(1).max(1_000_000)
const day = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z
    .string()
    .refine((text) => parseMoment(text) !== null && text.length === 10)
    .meta(textPatterns.day)
    .optional(),
)
/** Random walks of one run, and the largest seed. */
const MAX_WALKS = 500
const MAX_SEED = 2_000_000_000

interface RunRow extends Omit<TestRun, 'requestedBy' | 'createdAt' | 'finishedAt' | 'result'> {
  readonly result: TestResult<KeptCase> | null
  readonly requestedBy: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

async function newestRun(
  { engine, unit, language }: Reader,
  version: VersionRow,
  kind: TestKind,
): Promise<TestRun | null> {
  const { rows } = await sql<RunRow>`
    select id, kind, state, seed, done, total, failures, error, requested_by, created_at, finished_at, result
    from workflow_test_run where version_id = ${version.id} and kind = ${kind} order by id desc limit 1`.execute(
    unit.db,
  )
  const row = rows[0]
  if (row === undefined) return null
  const names = await namesOf(engine, unit.db, language, [row.requestedBy])
  return {
    ...row,
    result: row.result && { ...row.result, cases: row.result.cases.map(caseSayer(engine.texts, language, version)) },
    requestedBy: names.get(row.requestedBy) ?? { id: row.requestedBy, name: '' },
    createdAt: textOrNull(row.createdAt) ?? '',
    finishedAt: textOrNull(row.finishedAt),
  }
}

async function testsOf(reader: Reader, id: number, no: number | undefined): Promise<TestsAnswer> {
  const head = await readHead(reader.unit.db, id)
  const { basics } = await standingDesign(reader.engine, reader.unit.db, head)
  const { version, versions } = await versionRow(reader.unit.db, id, no)
  return {
    name: basics.name,
    nameEn: basics.nameEn,
    versions,
    versionNo: version.versionNo,
    definition: version.definition,
    form: version.form,
    paths: await newestRun(reader, version, 'paths'),
    random: await newestRun(reader, version, 'random'),
  }
}

/** The report of the newest run as a sheet: one row for each life, with what it did and what went wrong. */
async function reportOf(reader: Reader, id: number, no: number | undefined, kind: TestKind) {
  const { engine, unit, language } = reader
  const { version } = await versionRow(unit.db, id, no)
  const run = await newestRun(reader, version, kind)
  if (run === null || run.result === null) throw notFound()
  const word = (name: string): string => engine.texts.find(language, `workflow.test.${name}`) ?? name
  const columns = ['no', 'testPeople', 'facts', 'steps', 'outcome', 'failure', 'took'].map((name) => ({
    title: word(name),
  }))
  const cells = run.result.cases.map(({ testPeople, facts, steps, failure, took }, index) => [
    index + 1,
    word(testPeople),
    facts.join('; '),
    steps.map(({ action, place }) => `${action} → ${place}`).join('; '),
    word(failure === null ? 'passed' : 'failed'),
    failure?.message ?? '',
    took,
  ])
  return sheetAnswer(`workflow_test_${id}_v${version.versionNo}`, unit.clock.now(), columns, cells, cells.length)
}

/** The generated tests of a workflow's versions (25.11). */
export function testRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: TESTS,
      permission: 'workflow:Retrieve',
      params: idParams,
      query: z.strictObject({ version: number.optional() }),
      handle: (request) => testsOf(reader(request), request.params.id, request.query.version),
    }),
    route({
      method: 'POST',
      url: TESTS,
      operation: operation('workflow.test', { of: 'workflow' }),
      permission: 'workflow:Simulate',
      params: idParams,
      body: z.strictObject({
        version: number.optional(),
        kind: z.enum(['paths', 'random']),
        walks: z.number().int().min(1).max(MAX_WALKS).default(50),
        seed: z.number().int().min(0).max(MAX_SEED).default(1),
      }),
      async handle(request) {
        const { kind, walks, seed, version } = request.body
        const found = await versionRow(request.unit.db, request.params.id, version)
        const wanted = { workflowId: request.params.id, versionId: found.version.id, kind, seed, walks }
        return { id: await requestRun(request.unit, request.access.userId, wanted) }
      },
    }),
    route({
      method: 'GET',
      url: '/api/workflow/workflow/:id/use/',
      permission: 'workflow:Retrieve',
      params: idParams,
      query: z.strictObject({ version: number.optional(), from: day, to: day }),
      handle: ({ params, query, ...request }) =>
        useOf(reader(request), params.id, query.version, { from: query.from, to: query.to }),
    }),
    route({
      method: 'GET',
      url: `${TESTS}export_data/`,
      operation: operation('workflow.export', { of: 'workflow' }),
      permission: 'workflow:Retrieve',
      params: idParams,
      query: z.strictObject({ version: number.optional(), kind: z.enum(['paths', 'random']).default('paths') }),
      handle: (request) => reportOf(reader(request), request.params.id, request.query.version, request.query.kind),
    }),
  ]
}
