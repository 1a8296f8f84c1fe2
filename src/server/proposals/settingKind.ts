import { sql } from 'kysely'
import { problemOf } from '#src/define/problem.ts'
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
  const people = async ({ unit, language }: ProposalCall, owner: string): Promise<string> => {
    const names = await services.names.of(unit.db, language, await holdersOfOwner(unit, owner))
    return [...names.values()].join(texts.find(language, 'proposal.comma') ?? ', ')
  }
  return kindOf<SettingContent>({
    name: 'setting',
    readBy: 'config:Search',
    async lock(unit, { id }) {
      await sql`select from config_item where id = ${id} for update`.execute(unit.db)
    },
    async basis(unit, { id }) {
      const { rows } = await sql<{ version: number }>`select version from config_item where id = ${id}`.execute(unit.db)
      return rows[0] === undefined ? null : `v${rows[0].version}`
    },
    async apply({ unit, access }, { id, value }, proposer) {
      await storeConfirmed(unit, vault, { ...access, userId: proposer.id }, id, value)
    },
    async describe(call, { id, value }) {
      const item = await findItem(call.unit, id)
      const gains = namesOwner(item.key)
        ? problemOf('proposal.gains.owner', await people(call, String(value)), await people(call, String(item.value)))
        : problemOf(item.key.startsWith(THRESHOLDS) ? 'proposal.gains.threshold' : 'proposal.gains.value')
      return {
        gains: [texts.say(call.language, gains)],
        changes: valueChanges(texts, call.language, item, value),
        diff: null,
      }
    },
  })
}
