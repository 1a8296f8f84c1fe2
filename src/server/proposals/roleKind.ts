/** SYS-24: what a role of one's own grants is changed by two: one security administrator proposes, another one confirms. */
import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { ProposedChange } from '#src/define/workflows/proposals.ts'
import type { Services } from '#src/server/app/services.ts'
import { grantsOfRole, lockAnyRole, setGrants } from '#src/server/organisation/roleGrants.ts'
import type { RoleContent } from '#src/server/organisation/roleProposals.ts'
import { type Kind, kindOf, type ProposalCall } from './kind.ts'

/** Names of menus and permissions by id, deleted ones included: they are about to be taken away. */
async function namesOf({ unit, language }: ProposalCall): Promise<Record<'menus' | 'buttons', Map<number, string>>> {
  const menus = await sql<
    BilingualName & { id: number }
  >`select id, title as name, title_en as name_en from menu`.execute(unit.db)
  const buttons = await sql<{ id: number; value: string }>`select id, value from permission`.execute(unit.db)
  return {
    menus: new Map(menus.rows.map((row) => [row.id, nameIn(language, row)])),
    buttons: new Map(buttons.rows.map(({ id, value }) => [id, value])),
  }
}

const missing = (ids: readonly number[], from: readonly number[]): readonly number[] =>
  ids.filter((id) => !from.includes(id))

/** What the holders of a role gain and lose. */
export function roleKind({ texts }: Services): Kind {
  return kindOf<RoleContent>({
    name: 'role',
    readBy: 'role:Search',
    async lock(unit, { id }) {
      await sql`select from role where id = ${id} for update`.execute(unit.db)
    },
    async basis(unit, { id }) {
      const { rows } = await sql<{ version: number }>`
        select version from role where id = ${id} and deleted_at is null`.execute(unit.db)
      return rows[0] === undefined ? null : `v${rows[0].version}`
    },
    async apply({ unit, access, language }, { id, version, ...grants }, proposer) {
      const role = await lockAnyRole(unit, id, version)
      await setGrants(unit, { ...access, userId: proposer.id }, language, role, grants)
    },
    async describe(call, { id, menus, buttons }) {
      const { unit, language } = call
      const held = await grantsOfRole(unit, id)
      const names = await namesOf(call)
      const { rows } = await sql<{ people: number }>`
        select count(*)::int as people from user_role m join app_user u on u.id = m.user_id
        where m.role_id = ${id} and u.state and u.deleted_at is null`.execute(unit.db)
      const heldButtons = held.buttons.map((button) => button.id)
      const granted = texts.say(language, { key: 'proposal.granted' })
      const line = (label: string, isAdded: boolean): ProposedChange => ({
        label,
        before: isAdded ? '' : granted,
        after: isAdded ? granted : '',
      })
      const lines = (kind: 'menus' | 'buttons', ids: readonly number[], isAdded: boolean): readonly ProposedChange[] =>
        ids.map((one) => line(names[kind].get(one) ?? String(one), isAdded))
      const added = [
        ...lines('menus', missing(menus, held.menus), true),
        ...lines('buttons', missing(buttons, heldButtons), true),
      ]
      const removed = [
        ...lines('menus', missing(held.menus, menus), false),
        ...lines('buttons', missing(heldButtons, buttons), false),
      ]
      const params = [rows[0]?.people ?? 0, added.length, removed.length]
      return {
        gains: [texts.say(language, { key: 'proposal.gains.role', params })],
        changes: [...added, ...removed],
        diff: null,
      }
    },
  })
}
