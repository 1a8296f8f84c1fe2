/** The call that answers "what may I buy how?" (E14), in the reader's language. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { LARGEST } from '#src/define/claims/fields.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import { listOf } from '#src/define/problem.ts'
import { namedIn } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { line } from '#src/fields/shapes.server.ts'
import { factsOf, stockedGoods } from './facts.server.ts'
import type { BuyingGuide } from './guide.types.ts'
import { type BuyingQuestion, planOf } from './plan.ts'
import type { Sentence, StepPage } from './steps.ts'

/** Names of procurement officers that are shown at most. */
const MAX_OFFICERS = 3

const pagePermissions: Readonly<Record<StepPage, Permission>> = {
  '/procurement/disclosure-intention': 'intention:Search',
  '/procurement/project-purchasing': 'purchase:Search',
  '/procurement/selective-module': 'selection:Search',
}

async function officerNames(unit: UnitOfWork, language: Language): Promise<string> {
  const ids = await unit.usersWithRole('procurementOfficer')
  const { rows } = await sql<{ name: string }>`
    select ${namedIn(language, 'u')} as name from shared_app_user u
    where u.id = any(${[...ids]}::bigint[]) and u.state and u.deleted_at is null order by u.id limit ${MAX_OFFICERS}`.execute(
    unit.db,
  )
  return listOf(rows.map(({ name }) => name))[language]
}

/** Makes a sentence in the language; a text that is not there is its key. */
const speaker =
  (unit: UnitOfWork, language: Language) =>
  ({ key, params }: Sentence): string =>
    fillText(
      unit.textOf(language, key) ?? key,
      params.map((param) => {
        if (typeof param !== 'object') return param
        if ('zhHans' in param) return param[language]
        return unit.textOf(language, `dictionaries.${param.dictionary}.entries.${param.value}`) ?? param.value
      }),
    )

/** How the reader may buy this. Nothing is written. */
export async function guideOf(
  unit: UnitOfWork,
  access: Access,
  question: BuyingQuestion,
  language: Language,
): Promise<BuyingGuide> {
  const plan = planOf(question, await factsOf(unit, access, question))
  const say = speaker(unit, language)
  const officers = await officerNames(unit, language)
  return {
    stock: await stockedGoods(unit, access, question),
    method: plan.method,
    why: say(plan.why),
    alternatives: plan.alternatives.map((method) => ({
      method,
      when: say({ key: `procurement.buying.when.${method}`, params: [] }),
    })),
    steps: plan.steps.map(({ title, by, papers, type, page }) => ({
      title: say(
        type === null ? title : { ...title, params: [say({ key: `applications.${type}.title`, params: [] })] },
      ),
      who: say({
        key: `procurement.buying.who.${by === 'officer' && officers !== '' ? 'officers' : by}`,
        params: [officers],
      }),
      papers: papers.map(say),
      type,
      page: page !== null && access.may(pagePermissions[page]) ? page : null,
    })),
    warnings: plan.warnings.map(say),
    start: plan.start,
  }
}

const guideQuery = z.object({
  category: z.enum(['goods', 'works', 'services']),
  amount: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/, { abort: true })
    .refine((amount) => compareMoney(amount, '0.00') > 0 && compareMoney(amount, LARGEST) <= 0)
    .meta({ examples: ['3000.00'] }),
  name: line(60).default(''),
  neededOn: z.iso.date().optional(),
})

export const guideRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/procurement/guide/',
    permission: 'comparison:Create',
    query: guideQuery,
    handle: ({ unit, access, query, language }) =>
      guideOf(unit, access, { ...query, neededOn: query.neededOn ?? null }, language),
  }),
]
