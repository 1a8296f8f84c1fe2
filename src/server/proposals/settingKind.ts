import { sql } from 'kysely'
import type { Services } from '#src/server/app/services.ts'
import { findItem, storeConfirmed } from '#src/server/settings/configuration.ts'
import { type Kind, kindOf, type ProposalCall } from './kind.ts'
import { holdersOfOwner } from './seats.ts'
import { namesOwner, type SettingContent } from './settings.ts'
import { valueChanges } from './settingWords.ts'

/** Amounts at which approval chains part. */
const THRESHOLDS = 'wf.t'

/** A value that others confirm (SYS-137). */
export function settingKind(services: Services): Kind {
  const { texts, vault } = services
  const people = async ({ base, language }: ProposalCall, owner: string): Promise<string> => {
    const names = await services.names.of(base.db, language, await holdersOfOwner(base, owner))
    return [...names.values()].join(texts.find(language, 'proposal.comma') ?? ', ')
  }
  return kindOf<SettingContent>({
    name: 'setting',
    readBy: 'config:Search',
    async lock(base, { id }) {
      await sql`select from config_item where id = ${id} for update`.execute(base.db)
    },
    async basis(base, { id }) {
      const { rows } = await sql<{ version: number }>`select version from config_item where id = ${id}`.execute(base.db)
      return rows[0] === undefined ? null : `v${rows[0].version}`
    },
    async apply({ base, access }, { id, value }, proposer) {
      await storeConfirmed(base, vault, { ...access, userId: proposer.id }, id, value)
    },
    async describe(call, { id, value }) {
      const item = await findItem(call.base, id)
      const gains = namesOwner(item.key)
        ? {
            key: 'proposal.gains.owner',
            params: [await people(call, String(value)), await people(call, String(item.value))],
          }
        : { key: item.key.startsWith(THRESHOLDS) ? 'proposal.gains.threshold' : 'proposal.gains.value' }
      return {
        gains: [texts.say(call.language, gains)],
        changes: valueChanges(texts, call.language, item, value),
        diff: null,
      }
    },
  })
}
