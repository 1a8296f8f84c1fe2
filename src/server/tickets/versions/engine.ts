import type { Access } from '#src/define/access.ts'
import type { ApplicationDefinition } from '#src/define/application.ts'
import type { EffectName } from '#src/define/names.ts'
import type { ApplicationServer, Effect, Executor, ModuleServer } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { type Records, recordsOf } from '#src/server/records/records.ts'
import { markRun } from '../commands/effects.ts'
import { takeSignature } from '../commands/signature.ts'
import type { Organisation } from '../delegation/organisation.ts'
import { familyFaults } from '../links/check.ts'
import { fileChild } from '../links/file.ts'
import { type Participants, participantsIn } from '../participants/participants.ts'
import { readApplicant } from '../participants/people.ts'
import { summaryOf } from '../summary/line.ts'
import { mayStart } from './designed.ts'
import { applicationsOf } from './shipped.ts'
import { createVersions, type Versions } from './versions.ts'

/** Every type there is now, by key: shipped ones, then those administrators made. */
export interface Applications {
  get(key: string): ApplicationDefinition | undefined
  values(): readonly ApplicationDefinition[]
}

/** What every part of the ticket engine uses: the definitions, their server parts, the effects by name and the compiled versions. One per process. */
export interface Engine {
  readonly versions: Versions
  readonly applications: Applications
  /** Those that came with the program: what it relies on in them cannot be designed away (WFD-04, WFD-06). */
  readonly shipped: ReadonlyMap<string, ApplicationDefinition>
  /** Types that are not open yet: their workflow is there, their form and effects come later. */
  /** APP-01: whether this person may begin a ticket of a type. */
  readonly mayStart: (access: Access, type: string) => boolean
  readonly servers: ReadonlyMap<string, ApplicationServer>
  /** Modules that assign tickets to people. */
  readonly assigners: readonly NonNullable<ModuleServer['assigns']>[]
  readonly effects: ReadonlyMap<EffectName, Effect>
  /** Knows who files an application. */
  readonly applicant: typeof readApplicant
  /** The organisation as it stood at a revision, or later; the newest one without. */
  readonly organisation: (db: Executor, revision: number | null) => Promise<Organisation>
  /** Finds the people of states. */
  readonly participants: Participants
  /** Keeps effects from running twice. */
  readonly markRun: typeof markRun
  /** Asks for the signature of an approval. */
  readonly takeSignature: typeof takeSignature
  /** Files the ticket of a state (I19). */
  readonly fileChild: typeof fileChild
  /** Tells what a form applies for in one line. */
  readonly summaryOf: typeof summaryOf
  /** Compares tickets that belong together. */
  readonly family: typeof familyFaults
  readonly texts: Services['texts']
  /** Names and existence of what forms point at. */
  readonly records: Records
  /** Seals the secrets of forms. */
  readonly vault: Services['vault']
  /** Signs the log of tickets. */
  readonly auditKeys: Services['auditKeys']
}

const known = new WeakMap<Services, Engine>()

/** The engine of these services, made once. @throws Error when an application names an effect that no module has. */
export function engineOf(services: Services): Engine {
  const engine = known.get(services) ?? createEngine(services)
  known.set(services, engine)
  return engine
}

function createEngine(services: Services): Engine {
  const parts = [...services.moduleServers.values()]
  // Object.entries forgets that the keys are effect names.
  const effects = new Map(parts.flatMap((part) => Object.entries(part.effects ?? {}) as [EffectName, Effect][]))
  const shipped = new Map(applicationsOf(services.modules).map((application) => [application.key, application]))
  const { designed, directory } = services
  for (const application of shipped.values()) {
    const { onHandle, ...hooks } = application.effects
    const names = [...Object.values(hooks), ...Object.values(onHandle ?? {})].flat()
    const missing = names.find((name) => !effects.has(name))
    if (missing !== undefined)
      throw new Error(`application ${application.key} names the effect ${missing}, which no module has`)
  }
  return {
    versions: createVersions(),
    applications: {
      get: (key) => shipped.get(key) ?? designed.applications().get(key),
      values: () => [...shipped.values(), ...designed.applications().values()],
    },
    shipped,
    mayStart: (access, type) => mayStart(designed, directory.below, access, type),
    servers: new Map(parts.flatMap((part) => Object.entries(part.applications ?? {}))),
    assigners: parts.flatMap(({ assigns }) => assigns ?? []),
    effects,
    applicant: readApplicant,
    organisation: (db, revision) =>
      revision === null ? services.organisation.latest(db) : services.organisation.at(db, revision),
    participants: participantsIn(services.organisation),
    markRun,
    takeSignature,
    fileChild,
    summaryOf,
    family: familyFaults,
    texts: services.texts,
    vault: services.vault,
    auditKeys: services.auditKeys,
    records: recordsOf(services),
  }
}
