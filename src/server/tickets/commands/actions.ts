import type { z } from 'zod'
import type { Language } from '#src/define/messages.ts'
import { operation } from '#src/define/operations/operations.ts'
import { RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, type RouteRequest, route } from '#src/define/server.ts'
import { pathOf } from '#src/define/tickets/line.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { answerOf } from '../queries/detail.ts'
import type { Engine } from '../versions/engine.ts'
import { type ActionName, actionBodies } from './bodies.ts'
import type { PersonCommand } from './command.ts'
import { dispatch } from './dispatch.ts'
import { checkMentions, tellMentioned } from './mentions.ts'

type BodyOf<Name extends ActionName> = z.output<(typeof actionBodies)[Name]>
type Body = BodyOf<ActionName>
type Params = z.output<typeof idParams>

/** What the call asks of the ticket. An approval without words says so in the speaker's language (WF-09). */
function commandOf(engine: Engine, type: ActionName, body: Body, language: Language): PersonCommand {
  const { comment } = body
  switch (type) {
    case 'transfer':
      return { type, comment, to: (body as BodyOf<'transfer'>).userId }
    case 'delegate':
      return { type, comment, to: (body as BodyOf<'delegate'>).userId }
    case 'addSign': {
      const { userIds, where, mode } = body as BodyOf<'addSign'>
      if (where === 'parallel' && mode !== undefined) throw new RuleError('wf.parallelMode').at('mode')
      return { type, comment, people: userIds, where, method: mode ?? 'all' }
    }
    case 'removeSign':
      return { type, comment, people: (body as BodyOf<'removeSign'>).userIds }
    case 'return': {
      const { target, resume } = body as BodyOf<'return'>
      return { type, comment, target, ...(resume && { resume }) }
    }
    case 'cc':
      return { type, comment, people: (body as BodyOf<'cc'>).userIds }
    case 'comment':
      return { type, comment, people: [...new Set((body as BodyOf<'comment'>).userIds)] }
    case 'approve':
    case 'submit':
    case 'handle': {
      const { formData, signature } = body as BodyOf<'approve'>
      const commentText =
        type === 'approve' && comment === '' ? (engine.texts.find(language, 'ticket.approved') ?? '') : comment
      return { type, comment: commentText, ...(formData && { formData }), ...(signature && { signature }) }
    }
    default:
      return { type, comment }
  }
}

function handlerOf(engine: Engine, type: ActionName) {
  return async ({ unit, access, language, caller, params, body }: RouteRequest<Body, unknown, Params>) => {
    const commandCaller = {
      access,
      language,
      origin: { ip: caller.ip, requestId: caller.requestId },
      revision: body.version ?? null,
    }
    const command = {
      ...commandOf(engine, type, body, language),
      ...(body.visit !== undefined && { visit: body.visit }),
    }
    const decided = await dispatch(engine, unit, params.id, command, commandCaller)
    if (command.type === 'comment' && command.people) {
      await checkMentions(engine, unit, language, decided, command.people)
      tellMentioned(engine, unit, decided, command.people)
    }
    return answerOf({ engine, unit, language }, access, decided)
  }
}

/** `POST /api/workflow/ticket/{id}/<action>/`: one route per action, so that each has its own payload. */
export function actionRoutes(engine: Engine): readonly RouteDefinition[] {
  return (Object.keys(actionBodies) as ActionName[]).map((name) =>
    route({
      method: 'POST',
      url: `/api/workflow/ticket/:id/${pathOf(name)}/`,
      operation: operation(`ticket.${name}`, { of: 'ticket' }),
      permission: 'signedIn',
      params: idParams,
      body: actionBodies[name] as z.ZodType<Body>,
      handle: handlerOf(engine, name),
    }),
  )
}
