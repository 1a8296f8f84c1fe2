/** The live connection in the document of the API, from the types and schemas that it runs on. */
import type { LiveDescription, Parameter } from '#src/define/api/openapi.ts'
import { heartbeat } from '#src/server/live/heartbeat.ts'
import { closeCode } from '#src/server/live/line.ts'
import { liveFrame } from './answers.ts'
import { schemaOf } from './schema.ts'
import type { Say } from './shared.ts'

const closings = Object.keys(closeCode) as (keyof typeof closeCode)[]

/** How `/ws/{token}/` is opened, what each side sends, and why it is closed. */
export function liveDescription(say: Say): LiveDescription {
  const query = (name: 'language' | 'missed', schema: Parameter['schema']): Parameter => ({
    name,
    in: 'query',
    required: false,
    description: say(`live.${name}`),
    schema,
  })
  return {
    path: '/ws/{token}/',
    description: say('live.open'),
    parameters: [
      { name: 'token', in: 'path', required: true, description: say('live.token'), schema: { type: 'string' } },
      query('language', { type: 'string' }),
      query('missed', { type: 'integer', minimum: 0 }),
    ],
    send: { description: say('live.send'), schema: schemaOf(heartbeat) },
    receive: { description: say('live.receive'), schema: liveFrame },
    closeCodes: Object.fromEntries(closings.map((name) => [String(closeCode[name]), say(`live.close.${name}`)])),
  }
}
