import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { DiffAnswer } from '#src/define/workflows/designs.ts'
import type { ProposalKind, ProposedChange } from '#src/define/workflows/proposals.ts'

/** Who reads or confirms, in which language. */
export interface ProposalCall {
  readonly unit: UnitOfWork
  readonly access: Access
  readonly language: Language
}

/** Who proposed what is being carried out. */
export interface Proposer {
  readonly id: number
}

/** Carries out what the proposer was permitted to ask for, in their name. */
export const inNameOf = (access: Access, { id }: Proposer): Access => ({
  ...access,
  userId: id,
  may: () => true,
  scope: () => 'all',
})

/** What a proposal would do, in the reader's language. */
export interface ProposalDescription {
  readonly gains: readonly string[]
  readonly changes: readonly ProposedChange[]
  readonly diff: DiffAnswer | null
}

/** One kind of change that a second person confirms. `Content` is what the kind needs to carry it out; it is stored as JSON, and its `barred` are people who may not confirm. */
export interface Kind<Content = unknown> {
  readonly name: ProposalKind
  /** Whoever holds it reads these proposals, besides proposers and those who may confirm. */
  readonly readBy: Permission
  /** Whoever confirms gives their own password again (SYS-122). */
  readonly requiresPassword?: boolean
  /** Locks what is about to change; taken before the proposal's own row, as the proposing call does. */
  lock(unit: UnitOfWork, content: Content): Promise<void>
  /** The object as it is now; a proposal made for another one is void. Null when it is gone. */
  basis(unit: UnitOfWork, content: Content): Promise<string | null>
  /** Carries it out inside the confirming transaction, checking again whatever was checked when it was proposed. */
  apply(call: ProposalCall, content: Content, proposer: Proposer): Promise<void>
  describe(call: ProposalCall, content: Content): Promise<ProposalDescription>
}

/** A kind whose content is checked by the one who stored it. */
export const kindOf = <Content>(kind: Kind<Content>): Kind => kind as unknown as Kind
