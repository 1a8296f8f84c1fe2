import { type OperationKey, operation } from '#src/define/operations/operations.ts'

import { type Caller, type RouteDefinition, route } from '#src/define/server.ts'
import { verifyOwnPassword } from '#src/server/access/signIn/signIn.ts'
import { readUser } from '#src/server/access/user.ts'
import type { Services } from '#src/server/app/services.ts'
import { exportLater } from '#src/server/exports/request.ts'
import { idParams } from '#src/server/http/schemas.ts'

import { write } from '#src/server/work.ts'
import { actionRoutes } from './commands/actions.ts'
import { type BatchAction, runBatch } from './commands/batch.ts'
import {
  batchBody,
  chartQuery,
  checksQuery,
  createBody,
  helpersQuery,
  replayQuery,
  saveBody,
  signBody,
  trialBody,
  viewBody,
} from './commands/bodies.ts'
import { markRead } from './commands/copies.ts'
import { mentionable } from './commands/mentions.ts'
import { lastSignature, signFor } from './commands/signature.ts'
import { designRoutes } from './designs/routes.ts'
import { simulationRoutes } from './designs/simulate.ts'
import { createTicket, deleteDraft, saveForm } from './forms/drafts.ts'
import { failedChecks } from './forms/liveCheck.ts'
import { checkTrial, previewRoute } from './forms/trial.ts'
import { typeRoutes } from './forms/typeRoutes.ts'
import { homeRoutes } from './home/routes.ts'
import { conversionRoute, revocationRoute } from './links/routes.ts'
import { replayOf } from './log/replaying.ts'
import { moveRoutes } from './moves/routes.ts'
import { helpersFor } from './participants/eligiblePeople.ts'

import { chartsOf } from './queries/charting.ts'
import { countTickets } from './queries/counts.ts'
import { answerOf, detailOf, seeTicket } from './queries/detail.ts'
import { exportChart, exportTickets } from './queries/exporting.ts'
import type { ReaderOf } from './queries/lines.ts'
import { listTickets } from './queries/list.ts'
import { exportQuery, filterQuery, listQuery } from './queries/listQuery.ts'
import { reversalOf } from './queries/reversal.ts'
import { statisticsOf } from './queries/statistics.ts'
import { timelineOf } from './queries/timeline.ts'
import { removeView, saveView, viewsOf } from './queries/views.ts'
import { testRoutes } from './tests/routes.ts'

import { type Engine, engineOf } from './versions/engine.ts'
import { workflowRoutes } from './versions/workflowRoutes.ts'

const originOf = (caller: Caller) => ({ ip: caller.ip, requestId: caller.requestId })
const TICKETS = '/api/workflow/ticket/'
const VIEWS = '/api/workflow/ticket_view/'

/** Tickets are refused or shown by row (WF-18), so their calls need no more than a sign-in; what needs a permission asks for it. */
export function ticketRoutes(services: Services): readonly RouteDefinition[] {
  const engine = engineOf(services)
  const reader: ReaderOf = ({ unit, language }) => ({ engine, unit, language })
  return [
    ...typeRoutes(reader),
    ...ticketListRoutes(services, engine, reader),
    ...aroundListRoutes(services, reader),
    ...actionRoutes(engine),
    revocationRoute(reader),
    conversionRoute(reader),
    ...ticketRowRoutes(services, engine, reader),
    ...workflowRoutes(reader),
    ...designRoutes(reader),
    ...simulationRoutes(reader),
    ...testRoutes(reader),
    ...moveRoutes(reader),
    ...homeRoutes(reader),
  ]
}

function ticketListRoutes(services: Services, engine: Engine, reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: TICKETS,
      permission: 'signedIn',
      query: listQuery,
      handle: (request) => listTickets(reader(request), request.access, request.query),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}counts/`,
      permission: 'signedIn',
      handle: ({ unit, access }) => countTickets(unit.db, access.userId),
    }),
    route({
      method: 'POST',
      url: TICKETS,
      operation: operation('ticket.create', { of: 'application', body: 'type' }),
      permission: 'signedIn',
      body: createBody,
      async handle(request) {
        const { unit, access, language, body, caller } = request
        const commandCaller = { access, language, origin: originOf(caller), revision: null }
        return answerOf(
          reader(request),
          access,
          await createTicket(engine, unit, body.type, body.formData, body.submit, commandCaller),
        )
      },
    }),
    route({
      method: 'POST',
      url: `${TICKETS}preview/`,
      operation: operation('ticket.preview', { of: 'application', body: 'type' }),
      permission: 'signedIn',
      unlogged: true,
      body: trialBody,
      handle: (request) =>
        previewRoute(
          reader(request),
          request.access,
          request.body.type,
          request.body.formData,
          request.body.ticketId ?? null,
        ),
    }),
    route({
      method: 'POST',
      url: `${TICKETS}check/`,
      operation: operation('ticket.check', { of: 'application', body: 'type' }),
      permission: 'signedIn',
      unlogged: true,
      body: trialBody,
      handle: (request) =>
        checkTrial(
          reader(request),
          request.access,
          request.body.type,
          request.body.formData,
          request.body.ticketId ?? null,
        ),
    }),
    ...batchRoutes(services, engine),
  ]
}

const batchOperations = {
  approve: 'ticket.batchApprove',
  claim: 'ticket.batchClaim',
  urge: 'ticket.batchUrge',
} as const satisfies Readonly<Record<BatchAction, OperationKey>>

/** 20.6: the actions that many tickets take at once. */
function batchRoutes(services: Services, engine: Engine): readonly RouteDefinition[] {
  const permissions: Readonly<Record<BatchAction, RouteDefinition['permission']>> = {
    approve: 'ticket:BatchApprove',
    claim: 'signedIn',
    urge: 'signedIn',
  }
  return (Object.keys(permissions) as BatchAction[]).map((action) =>
    route({
      method: 'POST',
      url: `${TICKETS}batch_${action}/`,
      operation: operation(batchOperations[action], { of: 'ticket', body: 'ids' }),
      permission: permissions[action],
      body: batchBody,
      ownTransaction: true,
      async handle({ access, language, body, caller, write: keep, writeApart }) {
        const origin = originOf(caller)
        const results = await runBatch(services, engine, {
          ...body,
          action,
          access,
          language,
          origin,
          writeApart,
        })
        return keep(async () => results)
      },
    }),
  )
}

/** What stands around the list: export, charts, saved views, statistics, live checks. */
function aroundListRoutes(services: Services, reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${TICKETS}export_data/`,
      operation: operation('ticket.export'),
      permission: 'ticket:Export',
      query: exportQuery,
      handle: (request) =>
        exportTickets(reader(request), request.access, request.query, (query) =>
          exportLater(services, request, 'ticket', query),
        ),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}charts/`,
      permission: 'signedIn',
      query: filterQuery,
      handle: (request) => chartsOf(reader(request), request.access, request.query),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}charts/export_data/`,
      operation: operation('ticket.export'),
      permission: 'ticket:Export',
      query: chartQuery,
      handle: (request) => exportChart(reader(request), request.access, request.query.chart, request.query),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}statistics/`,
      permission: 'signedIn',
      handle: ({ unit, access }) => statisticsOf(unit, access),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}live_checks/`,
      permission: 'signedIn',
      query: checksQuery,
      handle: (request) => failedChecks(reader(request), request.access, request.query.ids),
    }),
    route({
      method: 'GET',
      url: VIEWS,
      permission: 'signedIn',
      handle: ({ unit, access }) => viewsOf(unit, access),
    }),
    route({
      method: 'POST',
      url: VIEWS,
      operation: operation('ticket.saveView', { of: 'literal', body: 'name' }),
      permission: 'signedIn',
      body: viewBody,
      handle: ({ unit, access, body }) => saveView(unit, access, body.name, body.query),
    }),
    route({
      method: 'DELETE',
      url: `${VIEWS}:id/`,
      operation: operation('ticket.removeView', { of: 'ticketView' }),
      permission: 'signedIn',
      params: idParams,
      handle: ({ unit, access, params }) => removeView(unit, access, params.id),
    }),
  ]
}

function ticketRowRoutes(services: Services, engine: Engine, reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${TICKETS}:id/`,
      permission: 'signedIn',
      params: idParams,
      async handle(request) {
        const { access, params } = request
        const seen = await seeTicket(reader(request), access, params.id)
        const detail = await detailOf(reader(request), access, seen)
        if (detail.cc.some((copy) => copy.id === access.userId && copy.readAt === null))
          await write(services, (unit) => markRead(unit, access.userId, params.id))
        return detail
      },
    }),
    route({
      method: 'PUT',
      url: `${TICKETS}:id/`,
      operation: operation('ticket.save', { of: 'ticket' }),
      permission: 'signedIn',
      params: idParams,
      body: saveBody,
      async handle(request) {
        const { unit, access, body, params } = request
        return answerOf(
          reader(request),
          access,
          await saveForm(engine, unit, access, params.id, body.formData, body.version),
        )
      },
    }),
    route({
      method: 'DELETE',
      url: `${TICKETS}:id/`,
      operation: operation('ticket.delete', { of: 'ticket' }),
      permission: 'signedIn',
      params: idParams,
      handle: ({ unit, access, params }) => deleteDraft(unit, access, params.id),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/timeline/`,
      permission: 'signedIn',
      params: idParams,
      handle: async (request) =>
        timelineOf(
          reader(request),
          request.access,
          await seeTicket(reader(request), request.access, request.params.id),
        ),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/helpers/`,
      permission: 'signedIn',
      params: idParams,
      query: helpersQuery,
      handle: async (request) =>
        helpersFor(
          reader(request),
          request.access,
          await seeTicket(reader(request), request.access, request.params.id),
          request.query,
        ),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/mentionable/`,
      permission: 'signedIn',
      params: idParams,
      handle: async (request) =>
        mentionable(
          reader(request),
          request.access,
          await seeTicket(reader(request), request.access, request.params.id),
        ),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/reversal/`,
      permission: 'signedIn',
      params: idParams,
      handle: (request) => reversalOf(reader(request), request.access, request.params.id),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}signature/`,
      permission: 'signedIn',
      handle: ({ unit, access }) => lastSignature(unit, access),
    }),
    route({
      method: 'POST',
      url: `${TICKETS}:id/sign/`,
      operation: operation('ticket.signature', { of: 'ticket' }),
      permission: 'signedIn',
      params: idParams,
      body: signBody,
      ownTransaction: true,
      async handle(request) {
        const { access, language, params, body, caller } = request
        await seeTicket(reader(request), access, params.id)
        const { username } = await readUser(request.unit, access.userId, language)
        await verifyOwnPassword((work) => write(services, work), username, body.password, caller)
        // Not kept for a replay: a proof is good for minutes, an idempotency key for a day.
        return { signature: await signFor(request.unit, engine.vault, access, params.id, body.fileId) }
      },
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/replay/`,
      permission: 'signedIn',
      params: idParams,
      query: replayQuery,
      handle: async (request) => replayOf(reader(request), request.access, request.params.id, request.query.at),
    }),
  ]
}
