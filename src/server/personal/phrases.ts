import { sql } from 'kysely'
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import {
  MAX_OWN_PHRASES,
  MAX_PHRASE_LENGTH,
  minLengthOf,
  type OwnPhrase,
  type PhraseAction,
  phraseActions,
} from '#src/define/phrases.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'
import { idParams } from '#src/server/http/schemas.ts'

const PATH = '/api/personal/phrases/'

/** A sentence on one line; half of a surrogate pair has no place in the database. */
const text = z
  .string()
  .transform((given) => given.replace(/\s+/g, ' ').trim())
  .refine((given) => !/\p{Cs}/u.test(given))
const textBody = z.strictObject({ text })
const phraseBody = z.strictObject({ action: z.enum(phraseActions), text })

/** One's own sentences, oldest first. */
async function ownPhrases(unit: UnitOfWork, userId: number): Promise<readonly OwnPhrase[]> {
  const { rows } = await sql<OwnPhrase>`
    select id, action, text from quick_phrase where user_id = ${userId} order by id`.execute(unit.db)
  return rows
}

function checkText(action: PhraseAction, given: string): void {
  const length = [...given].length
  const min = minLengthOf(action)
  if (length === 0) throw new ValidationError({ text: [{ key: 'check.required' }] })
  if (length < min) throw new ValidationError({ text: [{ key: 'check.tooShort', params: [min] }] })
  if (length > MAX_PHRASE_LENGTH)
    throw new ValidationError({ text: [{ key: 'check.tooLong', params: [MAX_PHRASE_LENGTH] }] })
}

/** @throws RuleError personal.phraseKnown when the person keeps it already, personal.phrasesFull at the limit. */
async function addPhrase(unit: UnitOfWork, userId: number, action: PhraseAction, given: string): Promise<OwnPhrase> {
  checkText(action, given)
  // Two windows of one person must not both keep the last one.
  await sql`select pg_advisory_xact_lock(hashtextextended('quick_phrase ' || ${userId}::bigint, 0))`.execute(unit.db)
  const own = (await ownPhrases(unit, userId)).filter((phrase) => phrase.action === action)
  if (own.some((phrase) => phrase.text === given)) throw new RuleError('personal.phraseKnown')
  if (own.length >= MAX_OWN_PHRASES) throw new RuleError('personal.phrasesFull', MAX_OWN_PHRASES)
  const { rows } = await sql<OwnPhrase>`
    insert into quick_phrase (user_id, action, text, created_at) values (${userId}, ${action}, ${given}, ${unit.clock.now()})
    returning id, action, text`.execute(unit.db)
  return only(rows)
}

/** @throws Refusal 4004 for anybody else's. */
async function changePhrase(unit: UnitOfWork, userId: number, id: number, given: string): Promise<OwnPhrase> {
  const own = await ownPhrases(unit, userId)
  const phrase = own.find((one) => one.id === id)
  if (!phrase) throw notFound()
  checkText(phrase.action, given)
  if (own.some((one) => one.id !== id && one.action === phrase.action && one.text === given))
    throw new RuleError('personal.phraseKnown')
  await sql`update quick_phrase set text = ${given} where id = ${id} and user_id = ${userId}`.execute(unit.db)
  return { ...phrase, text: given }
}

async function removePhrase(unit: UnitOfWork, userId: number, id: number): Promise<void> {
  const { rows } = await sql`
    delete from quick_phrase where id = ${id} and user_id = ${userId} returning id`.execute(unit.db)
  if (rows.length === 0) throw notFound()
}

export function phraseRoutes(): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: PATH,
      permission: 'signedIn',
      handle: ({ unit, access }) => ownPhrases(unit, access.userId),
    }),
    route({
      method: 'POST',
      url: PATH,
      operation: operation('personal.addPhrase'),
      permission: 'signedIn',
      body: phraseBody,
      handle: ({ unit, access, body }) => addPhrase(unit, access.userId, body.action, body.text),
    }),
    route({
      method: 'PUT',
      url: `${PATH}:id/`,
      operation: operation('personal.changePhrase'),
      permission: 'signedIn',
      params: idParams,
      body: textBody,
      handle: ({ unit, access, params, body }) => changePhrase(unit, access.userId, params.id, body.text),
    }),
    route({
      method: 'DELETE',
      url: `${PATH}:id/`,
      operation: operation('personal.removePhrase'),
      permission: 'signedIn',
      params: idParams,
      handle: ({ unit, access, params }) => removePhrase(unit, access.userId, params.id),
    }),
  ]
}
