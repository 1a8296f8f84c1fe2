import { badFile } from '#src/define/problem.ts'
import { type Caller, type RouteDefinition, route } from '#src/define/server.ts'
import { verifyOwnPassword } from '#src/server/access/signIn.ts'
import { readUser } from '#src/server/access/user.ts'
import { exportLater } from '#src/server/exports/request.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { largestUpload } from '#src/server/records/import.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { actionRoutes } from './actions.ts'
import { type BatchDeed, runBatch } from './batch.ts'
import {
  batchBody,
  chartQuery,
  checksQuery,
  createBody,
  favouriteBody,
  helpersQuery,
  keyParams,
  linesParams,
  replayQuery,
  saveBody,
  signBody,
  startQuery,
  trialBody,
  viewBody,
} from './bodies.ts'
import { cardsOf, setFavourite, startOf } from './cards.ts'
import { chartsOf } from './charting.ts'
import { helpersFor } from './circle.ts'
import { markRead } from './copies.ts'
import { countTickets } from './counts.ts'
import { designedTypes } from './designedTypes.ts'
import { designRoutes } from './designs/routes.ts'
import { simulationRoutes } from './designs/simulate.ts'
import { answerOf, detailOf, seeTicket } from './detail.ts'
import { createTicket, deleteDraft, saveForm } from './drafts.ts'
import { type Engine, engineOf } from './engine.ts'
import { exportChart, exportTickets } from './exporting.ts'
import { conversionRoute, revocationRoute } from './family/routes.ts'
import { lineTemplate, readLineSheet } from './lineSheet.ts'
import type { ReaderOf } from './lines.ts'
import { listTickets } from './list.ts'
import { exportQuery, filterQuery, listQuery } from './listQuery.ts'
import { failedChecks } from './liveCheck.ts'
import { moveRoutes } from './moving/routes.ts'
import { replayOf } from './replaying.ts'
import { reversalOf } from './reversal.ts'
import { lastSignature, signFor } from './signature.ts'
import { statisticsOf } from './statistics.ts'
import { testRoutes } from './testing/routes.ts'
import { timelineOf } from './timeline.ts'
import { checkTrial, previewRoute } from './trial.ts'
import { removeView, saveView, viewsOf } from './views.ts'
import { workflowRoutes } from './workflowRoutes.ts'

const originOf = (caller: Caller) => ({ ip: caller.ip, requestId: caller.requestId })
const TICKETS = '/api/workflow/ticket/'
const VIEWS = '/api/workflow/ticket_view/'
const TYPES = '/api/workflow/application_types/'

/** Tickets are refused or shown by row (WF-18), so their calls need no more than a sign-in; what needs a permission asks for it. */
export function ticketRoutes(services: Services): readonly RouteDefinition[] {
  const engine = engineOf(services)
  const reader: ReaderOf = ({ base, language }) => ({ engine, base, language })
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
  ]
}

function typeRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: TYPES,
      permission: 'signedIn',
      handle: (asked) => cardsOf(reader(asked), asked.access),
    }),
    route({
      method: 'GET',
      url: '/api/workflow/designed_types/',
      permission: 'signedIn',
      handle: async (asked) => designedTypes(reader(asked).engine, asked.access),
    }),
    route({
      method: 'GET',
      url: `${TYPES}:key/`,
      permission: 'signedIn',
      params: keyParams,
      query: startQuery,
      handle: (asked) => startOf(reader(asked), asked.access, asked.params.key, asked.query.from),
    }),
    route({
      method: 'POST',
      url: `${TYPES}:key/favourite/`,
      permission: 'signedIn',
      params: keyParams,
      body: favouriteBody,
      handle: (asked) => setFavourite(reader(asked), asked.access, asked.params.key, asked.body.favourite),
    }),
    route({
      method: 'GET',
      url: `${TYPES}:key/lines/:field/import_template/`,
      permission: 'signedIn',
      params: linesParams,
      handle: (asked) => lineTemplate(reader(asked), asked.access, asked.params.key, asked.params.field),
    }),
    route({
      method: 'POST',
      url: `${TYPES}:key/lines/:field/import_data/`,
      permission: 'signedIn',
      params: linesParams,
      upload: { maxBytes: largestUpload },
      handle: (asked) => {
        if (!asked.upload) throw badFile('file.missing')
        return readLineSheet(reader(asked), asked.access, asked.params.key, asked.params.field, asked.upload.content)
      },
    }),
  ]
}

function ticketListRoutes(services: Services, engine: Engine, reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: TICKETS,
      permission: 'signedIn',
      query: listQuery,
      handle: (asked) => listTickets(reader(asked), asked.access, asked.query),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}counts/`,
      permission: 'signedIn',
      handle: ({ base, access }) => countTickets(base.db, access.userId),
    }),
    route({
      method: 'POST',
      url: TICKETS,
      permission: 'signedIn',
      body: createBody,
      async handle(asked) {
        const { base, access, language, body, caller } = asked
        const asker = { access, language, origin: originOf(caller), revision: null }
        return answerOf(
          reader(asked),
          access,
          await createTicket(engine, base, body.type, body.formData, body.submit, asker),
        )
      },
    }),
    route({
      method: 'POST',
      url: `${TICKETS}preview/`,
      permission: 'signedIn',
      body: trialBody,
      handle: (asked) =>
        previewRoute(reader(asked), asked.access, asked.body.type, asked.body.formData, asked.body.ticketId ?? null),
    }),
    route({
      method: 'POST',
      url: `${TICKETS}check/`,
      permission: 'signedIn',
      body: trialBody,
      handle: (asked) =>
        checkTrial(reader(asked), asked.access, asked.body.type, asked.body.formData, asked.body.ticketId ?? null),
    }),
    ...batchRoutes(services, engine),
  ]
}

/** 20.6: the deeds that many tickets take at once. */
function batchRoutes(services: Services, engine: Engine): readonly RouteDefinition[] {
  const permissions: Readonly<Record<BatchDeed, string>> = {
    approve: 'ticket:BatchApprove',
    claim: 'signedIn',
    urge: 'signedIn',
  }
  return (Object.keys(permissions) as BatchDeed[]).map((deed) =>
    route({
      method: 'POST',
      url: `${TICKETS}batch_${deed}/`,
      permission: permissions[deed],
      body: batchBody,
      ownTransaction: true,
      async handle({ access, language, body, caller, write: keep }) {
        const results = await runBatch(services, engine, { ...body, deed, access, language, origin: originOf(caller) })
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
      permission: 'ticket:Export',
      query: exportQuery,
      handle: (asked) =>
        exportTickets(reader(asked), asked.access, asked.query, (query) =>
          exportLater(services, asked, 'ticket', query),
        ),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}charts/`,
      permission: 'signedIn',
      query: filterQuery,
      handle: (asked) => chartsOf(reader(asked), asked.access, asked.query),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}charts/export_data/`,
      permission: 'ticket:Export',
      query: chartQuery,
      handle: (asked) => exportChart(reader(asked), asked.access, asked.query.chart, asked.query),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}statistics/`,
      permission: 'signedIn',
      handle: ({ base, access }) => statisticsOf(base, access),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}live_checks/`,
      permission: 'signedIn',
      query: checksQuery,
      handle: (asked) => failedChecks(reader(asked), asked.access, asked.query.ids),
    }),
    route({
      method: 'GET',
      url: VIEWS,
      permission: 'signedIn',
      handle: ({ base, access }) => viewsOf(base, access),
    }),
    route({
      method: 'POST',
      url: VIEWS,
      permission: 'signedIn',
      body: viewBody,
      handle: ({ base, access, body }) => saveView(base, access, body.name, body.query),
    }),
    route({
      method: 'DELETE',
      url: `${VIEWS}:id/`,
      permission: 'signedIn',
      params: idParams,
      handle: ({ base, access, params }) => removeView(base, access, params.id),
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
      async handle(asked) {
        const { access, params } = asked
        const seen = await seeTicket(reader(asked), access, params.id)
        const detail = await detailOf(reader(asked), access, seen)
        if (detail.cc.some((copy) => copy.id === access.userId && copy.readAt === null))
          await write(services, (base) => markRead(base, access.userId, params.id))
        return detail
      },
    }),
    route({
      method: 'PUT',
      url: `${TICKETS}:id/`,
      permission: 'signedIn',
      params: idParams,
      body: saveBody,
      async handle(asked) {
        const { base, access, body, params } = asked
        return answerOf(
          reader(asked),
          access,
          await saveForm(engine, base, access, params.id, body.formData, body.version),
        )
      },
    }),
    route({
      method: 'DELETE',
      url: `${TICKETS}:id/`,
      permission: 'signedIn',
      params: idParams,
      handle: ({ base, access, params }) => deleteDraft(base, access, params.id),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/timeline/`,
      permission: 'signedIn',
      params: idParams,
      handle: async (asked) =>
        timelineOf(reader(asked), asked.access, await seeTicket(reader(asked), asked.access, asked.params.id)),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/helpers/`,
      permission: 'signedIn',
      params: idParams,
      query: helpersQuery,
      handle: async (asked) =>
        helpersFor(
          reader(asked),
          asked.access,
          await seeTicket(reader(asked), asked.access, asked.params.id),
          asked.query,
        ),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/reversal/`,
      permission: 'signedIn',
      params: idParams,
      handle: (asked) => reversalOf(reader(asked), asked.access, asked.params.id),
    }),
    route({
      method: 'GET',
      url: `${TICKETS}signature/`,
      permission: 'signedIn',
      handle: ({ base, access }) => lastSignature(base, access),
    }),
    route({
      method: 'POST',
      url: `${TICKETS}:id/sign/`,
      permission: 'signedIn',
      params: idParams,
      body: signBody,
      ownTransaction: true,
      async handle(asked) {
        const { access, language, params, body, caller } = asked
        await seeTicket(reader(asked), access, params.id)
        const { username } = await readUser(asked.base, access.userId, language)
        await verifyOwnPassword((work) => write(services, work), username, body.password, caller)
        // Not kept for a replay: a proof is good for minutes, an idempotency key for a day.
        return { signature: await signFor(asked.base, engine.vault, access, params.id, body.fileId) }
      },
    }),
    route({
      method: 'GET',
      url: `${TICKETS}:id/replay/`,
      permission: 'signedIn',
      params: idParams,
      query: replayQuery,
      handle: async (asked) => replayOf(reader(asked), asked.access, asked.params.id, asked.query.at),
    }),
  ]
}
