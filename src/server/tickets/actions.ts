import { sql } from 'kysely'
import type { z } from 'zod'
import { peopleOf } from '#machines/ticket/projection.ts'
import type { Language } from '#src/define/messages.ts'
import { type Base, type RouteDefinition, type RouteRequest, route } from '#src/define/server.ts'
import { pathOf } from '#src/define/tickets.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { type ActionName, actionBodies } from './bodies.ts'
import { answerOf } from './detail.ts'
import { type Decided, dispatch, type PersonWish } from './dispatch.ts'
import type { Engine } from './engine.ts'

type BodyOf<Name extends ActionName> = z.output<(typeof actionBodies)[Name]>
type Body = BodyOf<ActionName>
type Params = z.output<typeof idParams>

/** What the call asks of the ticket. An approval without words says so in the speaker's language (WF-09). */
function wishOf(engine: Engine, type: ActionName, body: Body, language: Language): PersonWish {
  const { comment } = body
  switch (type) {
    case 'transfer':
      return { type, comment, to: (body as BodyOf<'transfer'>).userId }
    case 'delegate':
      return { type, comment, to: (body as BodyOf<'delegate'>).userId }
    case 'addSign': {
      const { userIds, where, mode } = body as BodyOf<'addSign'>
      return { type, comment, people: userIds, where, method: mode }
    }
    case 'removeSign':
      return { type, comment, people: (body as BodyOf<'removeSign'>).userIds }
    case 'return': {
      const { target, resume } = body as BodyOf<'return'>
      return { type, comment, target, ...(resume && { resume }) }
    }
    case 'cc':
      return { type, comment, people: (body as BodyOf<'cc'>).userIds }
    case 'approve':
    case 'submit':
    case 'handle': {
      const { formData, signature } = body as BodyOf<'approve'>
      const said =
        type === 'approve' && comment === '' ? (engine.texts.find(language, 'ticket.approved') ?? '') : comment
      return { type, comment: said, ...(formData && { formData }), ...(signature && { signature }) }
    }
    default:
      return { type, comment }
  }
}

/** A comment names people (20.7 `@user`): those who take part or have a copy are told. */
async function mention(base: Base, { ticket, snapshot }: Decided, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const { rows } = await sql<{ userId: number }>`
    select user_id from ticket_cc where ticket_id = ${ticket.id}`.execute(base.db)
  const known = new Set([...peopleOf(snapshot.context), ...rows.map((row) => row.userId)])
  const to = [...new Set(userIds)].filter((person) => known.has(person))
  if (to.length > 0)
    base.notify({
      to,
      contentType: 'TICKET',
      title: { key: 'notice.ticket.mentioned', params: [ticket.no, ticket.title] },
      link: `/workflow/ticket/${ticket.id}`,
    })
}

function handlerOf(engine: Engine, type: ActionName) {
  return async ({ base, access, language, caller, params, body }: RouteRequest<Body, unknown, Params>) => {
    const asker = {
      access,
      language,
      origin: { ip: caller.ip, requestId: caller.requestId },
      revision: body.version ?? null,
    }
    const wish = { ...wishOf(engine, type, body, language), ...(body.visit !== undefined && { visit: body.visit }) }
    const decided = await dispatch(engine, base, params.id, wish, asker)
    if (type === 'comment') await mention(base, decided, (body as BodyOf<'comment'>).userIds)
    return answerOf({ engine, base, language }, access, decided)
  }
}

/** `POST /api/workflow/ticket/{id}/<action>/`: one route per action, so that each has its own payload. */
export function actionRoutes(engine: Engine): readonly RouteDefinition[] {
  return (Object.keys(actionBodies) as ActionName[]).map((name) =>
    route({
      method: 'POST',
      url: `/api/workflow/ticket/:id/${pathOf(name)}/`,
      permission: 'signedIn',
      params: idParams,
      body: actionBodies[name] as z.ZodType<Body>,
      handle: handlerOf(engine, name),
    }),
  )
}
