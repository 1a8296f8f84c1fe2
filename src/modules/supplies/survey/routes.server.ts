/** 换季征订: calls of managers and of whoever is asked. */
import { z } from 'zod'
import { sheets } from '#src/define/ledgers.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { answerOwn, ownSurveys, pasteAnswers } from './answer.server.ts'
import { cellText } from './cell.ts'
import { openSurvey } from './open.server.ts'
import { cancelSurvey, orderSurvey, remindSurvey } from './order.server.ts'
import { matrixOf, surveysOf } from './read.server.ts'

const id = z.coerce.number().int().positive()
const params = z.object({ id })
const plan = 'equipmentClothing:RenewPlan'

export const surveyRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/clothing/survey/',
    permission: 'equipmentClothing:Register',
    handle: ({ base, access }) => surveysOf(base, access),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/',
    permission: plan,
    operation: { text: 'supplies.surveyOpen' },
    body: z.strictObject({
      name: z.string().trim().min(4).max(60),
      itemIds: z.array(z.number().int().positive()).min(1).max(20),
      deptIds: z.array(z.number().int().positive()).max(500).default([]),
      dueDate: z.iso.date(),
    }),
    handle: async ({ base, access, body }) => ({ id: await openSurvey(base, access, body) }),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/survey/own/',
    permission: 'signedIn',
    handle: ({ base, access }) => ownSurveys(base, access),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/survey/:id/',
    permission: 'equipmentClothing:Register',
    params,
    handle: ({ base, access, language, params: given }) => matrixOf(base, access, language, given.id),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/survey/:id/sheet/',
    permission: 'equipmentClothing:Export',
    params,
    async handle({ base, access, language, params: given }) {
      const { items, people } = await matrixOf(base, access, language, given.id)
      const title = (key: string): string => base.textOf(language, `survey.${key}`) ?? key
      return base.ledger(sheets).table(
        'clothing-survey',
        [{ title: title('empNo') }, { title: title('person') }, ...items.map(({ name }) => ({ title: name }))],
        people.map(({ empNo, name, lines }) => [empNo, name, ...lines.map(cellText)]),
      )
    },
  }),
  route({
    method: 'PUT',
    url: '/api/clothing/survey/:id/own/',
    permission: 'signedIn',
    operation: { text: 'supplies.surveyAnswer' },
    params,
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            itemId: z.number().int().positive(),
            size: z.string().trim().max(20).nullable(),
            qty: z.number().int().min(0).max(99),
          }),
        )
        .max(20),
    }),
    async handle({ base, access, params: given, body }) {
      await answerOwn(base, access, given.id, body.lines)
      return ownSurveys(base, access)
    },
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/paste/',
    permission: plan,
    operation: { text: 'supplies.surveyPaste' },
    params,
    body: z.strictObject({ text: z.string().min(1).max(100_000) }),
    handle: ({ base, access, params: given, body }) => pasteAnswers(base, access, given.id, body.text),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/remind/',
    permission: plan,
    operation: { text: 'supplies.surveyRemind' },
    params,
    handle: async ({ base, params: given }) => ({ people: await remindSurvey(base, given.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/order/',
    permission: plan,
    operation: { text: 'supplies.surveyOrder' },
    params,
    handle: ({ base, access, params: given }) => orderSurvey(base, access, given.id),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/cancel/',
    permission: plan,
    operation: { text: 'supplies.surveyCancel' },
    params,
    async handle({ base, params: given }) {
      await cancelSurvey(base, given.id)
      return given
    },
  }),
]
