/** Every operation of the document the server answers, with each of its parts left out, empty, wrong, too long, too large or foreign: a clear refusal in the caller's language, never a fault, and nothing written by what was refused. */
import { setTimeout as after } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApi } from '#src/define/api/openapi.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Fields } from '#src/fields/field.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { runs } from '#tests/harness/runs.ts'
import { type AskedLanguage, faultOf, isAccepted } from './answers.ts'
import { openOffice } from './office.ts'
import { addressOf, type Call, callsOf, damaged, damagesOf, knowing, nameOfCall, partsOf, without } from './parts.ts'
import { allowEverything, counting, countWrites } from './writes.ts'

/** An answer that takes longer hangs. */
const MAX_MS = 20_000
/** The day of the document's examples. */
const EXAMPLE_DAY = new Date('2026-03-12T02:00:00Z')
/** Damages of each part, another one at each place; all of them by `FUZZ_DAMAGES=11`. */
const EACH = Number(process.env.FUZZ_DAMAGES ?? Math.min(11, runs(1)))
/** Calls that end the session of whoever calls. */
const ending = ['POST /api/logout/']

/** Names of the fields that hold files, in records, their actions and applications. */
function filesIn({ services: { modules } }: TestApp): readonly string[] {
  const named = (fields: Fields): readonly string[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'files' ? [name] : field.kind === 'lines' ? named(field.fields) : [],
    )
  const forms = modules.flatMap(({ records, applications }) => [
    ...records.flatMap(({ fields, actions }) => [
      fields,
      ...Object.values(actions ?? {}).map((one) => one.fields ?? {}),
    ]),
    ...applications.map(formFieldsOf),
  ])
  return forms.flatMap((fields) => named(fields as Fields))
}

describe('every operation of the document', () => {
  let app: TestApp
  let person: Client
  let document: OpenApi
  let calls: readonly Call[]
  let countRows: () => Promise<number>

  beforeAll(async () => {
    app = await startApp()
    app.clock.set(EXAMPLE_DAY)
    person = await openOffice(app).as('ren56')
    const ownFile = await uploadPdf(app, person)
    await allowEverything(app, person.userId)
    document = JSON.parse((await person.get('/api/openapi/')).raw.body) as OpenApi
    const known = {
      year: 2026,
      planYear: 2026,
      ...Object.fromEntries(filesIn(app).map((name) => [name, [ownFile]])),
    }
    calls = Object.entries(document.paths)
      .flatMap(([template, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) => callsOf(document, template, method, operation)),
      )
      .filter((call) => !ending.includes(nameOfCall(call)))
      .map((call) => knowing(call, known))
    countRows = await countWrites(app)
  })
  afterAll(() => app.close())

  async function send(call: Call, language: AskedLanguage): Promise<LightMyRequestResponse | null> {
    const answer = app.app.inject({
      method: call.method,
      url: addressOf(call),
      headers: {
        authorization: `Bearer ${await person.token()}`,
        'accept-language': language,
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(call.body !== undefined && { payload: JSON.stringify(call.body) }),
    })
    return Promise.race([answer, after(MAX_MS, null, { ref: false })])
  }

  let sent = 0
  /** Rows written after the last watched call, as long as nothing else was sent since and it wrote nothing. */
  let rowsBefore: number | null = null
  /** Calls whose described example is refused by validation. */
  const unread: string[] = []
  /** What is wrong with the answer to a call, and the answer. */
  async function attempt(
    call: Call,
  ): Promise<{ readonly fault: string | null; readonly raw: LightMyRequestResponse | null }> {
    sent += 1
    const language = sent % 2 === 0 ? 'en' : 'zh-Hans'
    const isWatched = call.method !== 'GET' && !counting.includes(nameOfCall(call))
    const before = isWatched ? (rowsBefore ?? (await countRows())) : 0
    rowsBefore = null
    const raw = await send(call, language)
    if (raw === null) return { fault: 'no answer', raw }
    const fault = faultOf(raw, language)
    if (fault !== null || !isWatched || isAccepted(raw)) return { fault, raw }
    rowsBefore = await countRows()
    const hasWritten = rowsBefore !== before
    return { fault: hasWritten ? `refused, and yet it wrote: ${raw.payload.slice(0, 200)}` : null, raw }
  }

  /** Names of the fields that a refusal by validation complains of. */
  const complained = (raw: LightMyRequestResponse | null): readonly string[] =>
    raw === null || isAccepted(raw) ? [] : Object.keys(raw.json<{ errors?: object }>().errors ?? {})

  /** The described call without what its validation refuses and nobody has to send: it comes further. */
  async function accepted(call: Call): Promise<{ readonly call: Call; readonly fault: string | null }> {
    const first = await attempt(call)
    let last = first
    for (let shorter = without(call, complained(last.raw)); shorter && last.fault === null; ) {
      last = await attempt(shorter)
      if (complained(last.raw).length === 0) return { call: shorter, fault: last.fault }
      shorter = without(shorter, complained(last.raw))
    }
    if (complained(first.raw).length > 0) unread.push(nameOfCall(call))
    return { call, fault: last.fault }
  }

  it('refuses what is damaged with a key in the language of the caller, and writes nothing for what it refused', {
    timeout: 600_000,
  }, async () => {
    const failures: string[] = []
    for (const [index, described] of calls.entries()) {
      const { call, fault } = await accepted(described)
      const name = nameOfCall(call)
      if (fault !== null) failures.push(`${name} as described: ${fault}`)
      for (const [place, part] of partsOf(call).entries())
        for (const damage of damagesOf(EACH, index + place)) {
          const found = (await attempt(damaged(call, part, damage))).fault
          if (found !== null) failures.push(`${name} ${part.place} ${part.at.join('.')} ${damage}: ${found}`)
        }
    }
    expect(failures.join('\n')).toBe('')
    // Otherwise all later calls were refused for another reason.
    expect((await person.get('/api/system/user/user_info/')).code).toBe(2000)
  })

  it('comes with its examples past the validation of nearly every operation', () => {
    expect(calls.length).toBeGreaterThan(650)
    expect(unread.length, unread.join('\n')).toBeLessThan(calls.length / 15)
  })
})
