import type { LogRow } from '../log/log.ts'
import type { Columns } from './columns.ts'

/** Columns of table ticket_event, its ticket aside. Rows are only added. */
export const eventColumns: Columns<LogRow> = {
  seq: { type: 'int', value: ({ seq }) => seq },
  type: { type: 'text', value: ({ type }) => type },
  event: { type: 'jsonb', value: ({ event }) => event },
  actor_id: { type: 'bigint', value: ({ actorId }) => actorId },
  on_behalf_of: { type: 'bigint', value: ({ onBehalfOf }) => onBehalfOf },
  state: { type: 'text', value: ({ state }) => state },
  visit: { type: 'int', value: ({ visit }) => visit },
  slot: { type: 'text', value: ({ slot }) => slot },
  comment: { type: 'text', value: ({ comment }) => comment },
  form: { type: 'jsonb', value: ({ form }) => form },
  data_hash: { type: 'text', value: ({ dataHash }) => dataHash },
  ip: { type: 'text', value: ({ ip }) => ip },
  request_id: { type: 'text', value: ({ requestId }) => requestId },
  at: { type: 'timestamptz', value: ({ at }) => at },
  prev_hash: { type: 'text', value: ({ prevHash }) => prevHash },
  hash: { type: 'text', value: ({ hash }) => hash },
  key_id: { type: 'text', value: ({ keyId }) => keyId },
}
