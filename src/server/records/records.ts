/** All records of the module list, ready for SQL, and the names other parts ask of them. */
import type { Language } from '#src/define/messages.ts'
import type { Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { modelOf, type RecordModel } from './model.ts'

export interface Records {
  readonly services: Services
  readonly models: ReadonlyMap<string, RecordModel>
}

const known = new WeakMap<Services, Records>()

/** The records of these services; made once. */
export function recordsOf(services: Services): Records {
  let records = known.get(services)
  if (!records) {
    const models = services.modules.flatMap((module) =>
      module.records.map(
        (definition) =>
          [
            definition.name,
            modelOf(
              definition,
              services.moduleServers.get(module.name)?.records?.[definition.name] ?? {},
              services.vault,
            ),
          ] as const,
      ),
    )
    records = { services, models: new Map(models) }
    known.set(services, records)
  }
  return records
}

/** Who reads, and through which executor. */
export interface Reading {
  readonly db: Executor
  readonly language: Language
}
