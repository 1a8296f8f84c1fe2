/** SYS-24, SYS-139: what a role grants and how far it reaches, where one administrator alone must not change it. */
import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ProposedChange } from '#src/define/workflows/proposals.ts'
import type { RoleReach } from '#src/define/workflows/roleRights.ts'
import type { Services } from '#src/server/app/services.ts'
import { reachOfRole } from '#src/server/organisation/rightsOfOffice.ts'
import { namesOfRights } from '#src/server/organisation/rightsProposals.ts'
import { grantsOfRole, lockAnyRole, setGrants } from '#src/server/organisation/roleGrants.ts'
import type { RoleContent, RoleScopeContent } from '#src/server/organisation/roleProposals.ts'
import { reachOf, setDataScope } from '#src/server/organisation/roleScopes.ts'
import { inNameOf, type Kind, kindOf, type ProposalCall } from './kind.ts'

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

async function peopleOf(unit: UnitOfWork, roleId: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from user_role m join app_user u on u.id = m.user_id
    where m.role_id = ${roleId} and u.state and u.deleted_at is null`.execute(unit.db)
  return rows[0]?.people ?? 0
}

interface OfRole {
  readonly id: number
}

async function lock(unit: UnitOfWork, { id }: OfRole): Promise<void> {
  await sql`select from role where id = ${id} for update`.execute(unit.db)
}

async function basis(unit: UnitOfWork, { id }: OfRole): Promise<string | null> {
  const { rows } = await sql<{ version: number }>`
    select version from role where id = ${id} and deleted_at is null`.execute(unit.db)
  return rows[0] === undefined ? null : `v${rows[0].version}`
}

/** What the holders of a role gain and lose. */
function grantsKind({ texts }: Services): Kind {
  return kindOf<RoleContent>({
    name: 'role',
    readBy: 'role:Search',
    lock,
    basis,
    async apply({ unit, access, language }, { id, version, menus, buttons }, proposer) {
      const role = await lockAnyRole(unit, id, version)
      await setGrants(unit, inNameOf(access, proposer), language, role, { menus, buttons })
    },
    async describe(call, { id, menus, buttons }) {
      const { unit, language } = call
      const held = await grantsOfRole(unit, id)
      const names = await namesOf(call)
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
        ...lines('menus', missing(menus ?? [], held.menus), true),
        ...lines('buttons', missing(buttons, heldButtons), true),
      ]
      const removed = [
        ...lines('menus', menus === null ? [] : missing(held.menus, menus), false),
        ...lines('buttons', missing(heldButtons, buttons), false),
      ]
      const params = [await peopleOf(unit, id), added.length, removed.length]
      return {
        gains: [texts.say(language, { key: 'proposal.gains.role', params })],
        changes: [...added, ...removed],
        diff: null,
      }
    },
  })
}

/** A data scope as the confirming person reads it, with the departments it names. */
async function scopeText(services: Services, { unit, language }: ProposalCall, reach: RoleReach): Promise<string> {
  const { texts } = services
  const name = texts.value(language, { dictionary: 'dataScope', value: String(reach.dataScope) })
  if (reach.scopeDeptIds.length === 0) return name
  const { charge } = await namesOfRights(unit, language, { roleIds: [], leaderOf: reach.scopeDeptIds })
  return texts.say(language, { key: 'proposal.detail', params: [name, charge] })
}

/** How far the holders of a role reach. */
function scopeKind(services: Services): Kind {
  const { texts } = services
  return kindOf<RoleScopeContent>({
    name: 'roleScope',
    readBy: 'role:Search',
    lock,
    basis,
    async apply({ unit, access }, { id, barred: _, ...request }, proposer) {
      const role = await lockAnyRole(unit, id, request.version)
      await setDataScope(unit, inNameOf(access, proposer), role, request)
    },
    async describe(call, content) {
      const { unit, language } = call
      const before = await reachOfRole(unit, content.id)
      const after = reachOf(content)
      const names = (await namesOf(call)).buttons
      const asRole = texts.say(language, { key: 'proposal.asRole' })
      const textOf = (reach: RoleReach | undefined) => (reach === undefined ? asRole : scopeText(services, call, reach))
      const line = async (label: string, old: RoleReach | undefined, fresh: RoleReach | undefined) => ({
        label,
        before: await textOf(old),
        after: await textOf(fresh),
      })
      const ids = [...new Set([...before.overrides.keys(), ...after.overrides.keys()])].sort((a, b) => a - b)
      const lines = await Promise.all([
        line(texts.say(language, { key: 'proposal.dataScope' }), before, after),
        ...ids.map((id) => line(names.get(id) ?? String(id), before.overrides.get(id), after.overrides.get(id))),
      ])
      const params = [await peopleOf(unit, content.id)]
      return {
        gains: [texts.say(language, { key: 'proposal.gains.roleScope', params })],
        changes: lines.filter((one) => one.before !== one.after),
        diff: null,
      }
    },
  })
}

/** Grants and data scopes of roles. */
export const roleKinds = (services: Services): readonly Kind[] => [grantsKind(services), scopeKind(services)]
