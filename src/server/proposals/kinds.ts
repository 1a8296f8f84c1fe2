import type { ProposalKind } from '#src/define/workflows/proposals.ts'
import type { Services } from '#src/server/app/services.ts'
import { confirmationKind } from '#src/server/records/confirmation.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { accountKinds } from './accountKinds.ts'
import type { Kind } from './kind.ts'
import { rightsKinds } from './rightsKinds.ts'
import { roleKinds } from './roleKinds.ts'
import { settingKind } from './settingKind.ts'
import { workflowKinds } from './workflowKinds.ts'

/** Every kind of change that a second person confirms, by name. */
export function kindsOf(services: Services): ReadonlyMap<ProposalKind, Kind> {
  const records = recordsOf(services)
  const ofRecords = [...records.models.values()].flatMap((model) => confirmationKind(records, model) ?? [])
  const all = [
    ...workflowKinds(engineOf(services)),
    settingKind(services),
    ...roleKinds(services),
    ...accountKinds(services),
    ...rightsKinds(services),
    ...ofRecords,
  ]
  return new Map(all.map((kind) => [kind.name, kind]))
}
