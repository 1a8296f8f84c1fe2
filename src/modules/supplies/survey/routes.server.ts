/** 换季征订: calls of managers and of the people asked. */

import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
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
    handle: ({ unit, access }) => surveysOf(unit, access),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/',
    permission: plan,
    operation: { text: 'supplies.surveyOpen' },
    body: z.strictObject({
      name: z.string().overwrite(trimText).min(4).max(60),
      itemIds: z.array(z.number().int().positive()).min(1).max(20),
      deptIds: z.array(z.number().int().positive()).max(500).default([]),
      dueDate: z.iso.date(),
    }),
    handle: async ({ unit, access, body }) => ({ id: await openSurvey(unit, access, body) }),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/survey/own/',
    permission: 'signedIn',
    handle: ({ unit, access }) => ownSurveys(unit, access),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/survey/:id/',
    permission: 'equipmentClothing:Register',
    params,
    handle: ({ unit, access, language, params: given }) => matrixOf(unit, access, language, given.id),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/survey/:id/sheet/',
    permission: 'equipmentClothing:Export',
    params,
    async handle({ unit, access, language, params: given }) {
      const { items, people } = await matrixOf(unit, access, language, given.id)
      const title = (key: string): string => unit.textOf(language, `survey.${key}`) ?? key
      return unit.service(sheets).table(
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
            size: z.string().overwrite(trimText).max(20).nullable(),
            qty: z.number().int().min(0).max(99),
          }),
        )
        .max(20),
    }),
    async handle({ unit, access, params: given, body }) {
      await answerOwn(unit, access, given.id, body.lines)
      return ownSurveys(unit, access)
    },
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/paste/',
    permission: plan,
    operation: { text: 'supplies.surveyPaste' },
    params,
    body: z.strictObject({ text: z.string().min(1).max(100_000) }),
    handle: ({ unit, access, params: given, body }) => pasteAnswers(unit, access, given.id, body.text),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/remind/',
    permission: plan,
    operation: { text: 'supplies.surveyRemind' },
    params,
    handle: async ({ unit, access, params: given }) => ({ people: await remindSurvey(unit, access, given.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/order/',
    permission: plan,
    operation: { text: 'supplies.surveyOrder' },
    params,
    handle: ({ unit, access, params: given }) => orderSurvey(unit, access, given.id),
  }),
  route({
    method: 'POST',
    url: '/api/clothing/survey/:id/cancel/',
    permission: plan,
    operation: { text: 'supplies.surveyCancel' },
    params,
    async handle({ unit, access, params: given }) {
      await cancelSurvey(unit, access, given.id)
      return given
    },
  }),
]
