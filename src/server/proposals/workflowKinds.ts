/** Changes of what runs for applications whose group has an owner: a version, switching on or off, moving tickets (SYS-137). */

import { isGateway, type Participant, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { KeyUnder } from '#src/define/names.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import type { ProposedChange } from '#src/define/workflows/proposals.ts'
import { applySwitch, type WorkflowSwitch } from '#src/server/tickets/designs/administer.ts'
import { readDraft, standingDesign } from '#src/server/tickets/designs/drafts.ts'
import { diffVersions } from '#src/server/tickets/designs/history.ts'
import { type VersionContent, versionBasis, workflowBasis } from '#src/server/tickets/designs/owned.ts'
import { publishConfirmed } from '#src/server/tickets/designs/publish.ts'
import type { SpokenForm } from '#src/server/tickets/designs/sentence.ts'
import { lockHead, readHead } from '#src/server/tickets/designs/workflow.ts'
import { canonical } from '#src/server/tickets/log/canonical.ts'
import { type MoveWanted, requestMove } from '#src/server/tickets/moves/runs.ts'
import { type Reader, stateName } from '#src/server/tickets/queries/lines.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import { type Kind, kindOf, type ProposalCall, type ProposalDescription } from './kind.ts'
import { participantWords } from './participants.ts'

const spoken = ({ definition, form }: Pick<Design, 'definition' | 'form'>): SpokenForm => ({
  type: definition.key,
  fields: formFieldsOf(form),
  labels: form.labels,
})

const peopled = ({ definition }: Pick<Design, 'definition'>): readonly StateDefinition[] =>
  definition.states.filter((state) => !isGateway(state))

/** Who acts in which step from now on, and who no longer does, where the two versions differ. */
async function gainsOf(
  { engine, unit, language }: Reader,
  before: Pick<Design, 'definition' | 'form'> | null,
  after: Pick<Design, 'definition' | 'form'>,
): Promise<readonly string[]> {
  const { texts } = engine
  const old = new Map((before === null ? [] : peopled(before)).map((state) => [state.key, state]))
  const now = new Map(peopled(after).map((state) => [state.key, state]))
  const participants: readonly Participant[] = [...old.values(), ...now.values()].map(({ participant }) => participant)
  const words = await participantWords(unit.db, texts, language, participants)
  const say = (key: KeyUnder<'proposal.gains'>, ...params: readonly string[]): string =>
    texts.say(language, { key: `proposal.gains.${key}`, params })
  const later = spoken(after)
  const gained = [...now.values()].flatMap((state): readonly string[] => {
    const was = old.get(state.key)
    const name = state.name[language]
    if (was === undefined)
      return [say(state.kind === 'cc' ? 'readsNow' : 'actsNow', words(state.participant, later), name)]
    if (canonical(was.participant) === canonical(state.participant)) return []
    return [say('actsInstead', name, words(state.participant, later), words(was.participant, later))]
  })
  const lost = [...old.values()].flatMap((state): readonly string[] =>
    now.has(state.key) ? [] : [say('actsNoMore', words(state.participant, later), state.name[language])],
  )
  const sentences = [...gained, ...lost]
  return sentences.length > 0 ? sentences : [say('nobody')]
}

const version = (engine: Engine): Kind<VersionContent> => ({
  name: 'workflowVersion',
  readBy: 'workflow:Retrieve',
  lock: async (unit, { id }) => void (await lockHead(unit.db, id)),
  basis: versionBasis,
  apply: ({ unit, access, language }, content, proposer) =>
    publishConfirmed({ engine, unit, language }, { publisher: proposer.id, confirmer: access.userId }, content),
  async describe(call, { id }) {
    const reader = { engine, unit: call.unit, language: call.language }
    const head = await readHead(call.unit.db, id)
    const draft = await readDraft(reader, id)
    const current = head.currentVersionId === null ? null : await standingDesign(engine, call.unit.db, head)
    const gains = await gainsOf(reader, current, draft)
    if (current === null) return { gains, changes: [], diff: null }
    // The draft is the newest of all.
    return { gains, changes: [], diff: await diffVersions(reader, id, { from: current.versionNo, to: undefined }) }
  },
})

const state = (engine: Engine): Kind<WorkflowSwitch> => ({
  name: 'workflowState',
  readBy: 'workflow:Retrieve',
  lock: async (unit, { id }) => void (await lockHead(unit.db, id)),
  basis: workflowBasis,
  apply: ({ unit }, content, proposer) => applySwitch(unit, proposer.id, content),
  async describe({ unit, language }, { id, status }) {
    const head = await readHead(unit.db, id)
    const { texts } = engine
    const word = (value: string): string => texts.value(language, { dictionary: 'workflowStatus', value })
    return {
      gains: [texts.say(language, { key: `proposal.gains.${status}`, params: [] })],
      changes: [
        { label: texts.say(language, { key: 'proposal.status' }), before: word(head.status), after: word(status) },
      ],
      diff: null,
    }
  },
})

const move = (engine: Engine): Kind<MoveWanted> => ({
  name: 'workflowMove',
  readBy: 'workflow:Retrieve',
  lock: async (unit, { id }) => void (await lockHead(unit.db, id)),
  basis: workflowBasis,
  apply: async ({ unit }, content, proposer) => void (await requestMove(unit, proposer.id, content)),
  async describe({ unit, language }: ProposalCall, { id, from, to, mapping, comment }): Promise<ProposalDescription> {
    const { texts } = engine
    const reader = { engine, unit, language }
    const [old, next] = [await engine.versions.byId(unit.db, from), await engine.versions.byId(unit.db, to)]
    const label = (key: KeyUnder<'proposal'>): string => texts.say(language, { key: `proposal.${key}` })
    const named = (no: number): string => texts.say(language, { key: 'proposal.versionNo', params: [no] })
    const changes: readonly ProposedChange[] = [
      { label: label('version'), before: named(old.no), after: named(next.no) },
      ...Object.entries(mapping).map(([was, becomes]) => ({
        label: label('step'),
        before: stateName(old, was, language),
        after: stateName(next, becomes, language),
      })),
      ...(comment === '' ? [] : [{ label: label('reason'), before: '', after: comment }]),
    ]
    return {
      gains: await gainsOf(reader, old, next),
      changes,
      diff: await diffVersions(reader, id, { from: old.no, to: next.no }),
    }
  },
})

/** The kinds that concern workflows. */
export const workflowKinds = (engine: Engine): readonly Kind[] => [
  kindOf(version(engine)),
  kindOf(state(engine)),
  kindOf(move(engine)),
]
