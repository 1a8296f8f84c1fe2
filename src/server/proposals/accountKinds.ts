/** SYS-138: resets of people in office, and owners who have their accounts again. */
import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { problemOf } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { RESET_APPROVAL_HOURS } from '#src/define/workflows/proposals.ts'
import type { Services } from '#src/server/app/services.ts'
import { only } from '#src/server/database/only.ts'
import {
  approveReset,
  type OwnerContent,
  type ResetContent,
  resetBasis,
} from '#src/server/organisation/accountProposals.ts'
import { endHandover, handoverOf } from '#src/server/organisation/handover.ts'
import { type Kind, kindOf } from './kind.ts'

const lockAccount = async (unit: UnitOfWork, { id }: { readonly id: number }): Promise<void> => {
  await sql`select from app_user where id = ${id} for update`.execute(unit.db)
}

export function accountKinds({ texts }: Services): readonly Kind[] {
  const nameOf = async (unit: UnitOfWork, id: number, language: Parameters<typeof nameIn>[0]): Promise<string> => {
    const { rows } = await sql<BilingualName>`select name, name_en from app_user where id = ${id}`.execute(unit.db)
    return nameIn(language, only(rows))
  }
  return [
    kindOf<ResetContent>({
      name: 'accountReset',
      readBy: 'user:ResetPassword',
      lock: lockAccount,
      basis: resetBasis,
      apply: ({ unit }, content, proposer) => approveReset(unit, content, proposer.id),
      async describe({ unit, language }, { id, credential }) {
        const gains = problemOf(`proposal.gains.${credential}`, await nameOf(unit, id, language), RESET_APPROVAL_HOURS)
        return { gains: [texts.say(language, gains)], changes: [], diff: null }
      },
    }),
    kindOf<OwnerContent>({
      name: 'accountOwner',
      readBy: 'user:ResetPassword',
      requiresPassword: true,
      lock: lockAccount,
      basis: async (unit, { id }) => (await handoverOf(unit, id))?.at.toISOString() ?? null,
      apply: ({ unit }, { id }) => endHandover(unit, id),
      async describe({ unit, language }, { id, barred }) {
        const [by = 0] = barred
        const names = [await nameOf(unit, id, language), await nameOf(unit, by, language)] as const
        const gains = problemOf('proposal.gains.accountOwner', ...names)
        return { gains: [texts.say(language, gains)], changes: [], diff: null }
      },
    }),
  ]
}
