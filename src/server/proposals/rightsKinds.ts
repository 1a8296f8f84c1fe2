/** SYS-139: roles with which something is decided, divisions, and accounts that come back into office. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { putInService } from '#src/server/organisation/accounts.ts'
import { writeRoles } from '#src/server/organisation/memberships.ts'
import {
  basisOfRoles,
  type EnableContent,
  heldRights,
  keepRoles,
  namesOfRights,
  type RolesContent,
} from '#src/server/organisation/rightsProposals.ts'
import { inNameOf, type Kind, kindOf } from './kind.ts'

const lock = async (unit: UnitOfWork, { id }: { readonly id: number }): Promise<void> => {
  await sql`select from app_user where id = ${id} for update`.execute(unit.db)
}
const basis = async (unit: UnitOfWork, { id }: { readonly id: number }): Promise<string | null> =>
  (await heldRights(unit, id))?.basis ?? null

export function rightsKinds({ texts }: Services): readonly Kind[] {
  return [
    kindOf<RolesContent>({
      name: 'userRoles',
      readBy: 'user:AssignRole',
      async lock(unit, content) {
        await lock(unit, content)
        await keepRoles(unit, content.roleIds)
      },
      basis: basisOfRoles,
      apply: ({ unit, access, language }, content, proposer) =>
        writeRoles(unit, inNameOf(access, proposer), language, { ...content, version: undefined }),
      async describe({ unit, language }, content) {
        const held = await heldRights(unit, content.id)
        const before = await namesOfRights(unit, language, {
          roleIds: held?.roleIds ?? [],
          leaderOf: held?.charge ?? [],
        })
        const after = await namesOfRights(unit, language, content)
        const lines = [
          { label: texts.say(language, { key: 'proposal.roles' }), before: before.roles, after: after.roles },
          { label: texts.say(language, { key: 'proposal.charge' }), before: before.charge, after: after.charge },
        ]
        const name = language === 'en' && held?.nameEn ? held.nameEn : (held?.name ?? '')
        return {
          gains: [texts.say(language, { key: 'proposal.gains.userRoles', params: [name, after.roles] })],
          changes: lines.filter((line) => line.before !== line.after),
          diff: null,
        }
      },
    }),
    kindOf<EnableContent>({
      name: 'accountEnable',
      readBy: 'user:Search',
      lock,
      basis,
      apply: async ({ unit, access }, { id }, proposer) => {
        await putInService(unit, inNameOf(access, proposer), id, undefined)
      },
      async describe({ unit, language }, { id }) {
        const held = await heldRights(unit, id)
        const { roles } = await namesOfRights(unit, language, { roleIds: held?.roleIds ?? [], leaderOf: [] })
        const name = language === 'en' && held?.nameEn ? held.nameEn : (held?.name ?? '')
        return {
          gains: [texts.say(language, { key: 'proposal.gains.accountEnable', params: [name, roles] })],
          changes: [],
          diff: null,
        }
      },
    }),
  ]
}
