/** The charts whose generated paths are walked on the server and on screen. */
import type { ModuleServer } from '#src/define/server.ts'
import { modules } from '#src/modules.ts'
import { moduleServers } from '#src/server/app/moduleServers.ts'
import type { ModelPath } from '#tests/models/model.ts'

/** FIN-11 keeps everyday claims below the first threshold, and so out of the upper states of their chart; to walk those it is lifted. */
export function withoutFin11(): ReadonlyMap<string, ModuleServer> {
  const servers = new Map(moduleServers(modules))
  const finance = servers.get('finance')!
  const claim = finance.applications!.financialReimbursementOne!
  const check: NonNullable<typeof claim.check> = async (form, context) =>
    Object.fromEntries(
      Object.entries((await claim.check?.(form, context)) ?? {}).filter(([, list]) =>
        list.every((problem) => problem.key !== 'preApproval.required'),
      ),
    )
  return servers.set('finance', {
    ...finance,
    applications: { ...finance.applications, financialReimbursementOne: { ...claim, check } },
  })
}

/** Types whose paths are walked on screen, too (33.4). */
export const onScreen = ['leaveApproval'] as const

export const definitionOf = (type: string) =>
  modules.flatMap((module) => module.applications).find((application) => application.key === type)!.workflow

/** Where each step of a path leads from and to, and by what; facts and people aside. */
export const arrowsOf = (path: ModelPath): readonly string[] =>
  path.steps.map(({ event, state }, index) =>
    JSON.stringify([
      (index === 0 ? path.initial : path.steps[index - 1]!.state).value,
      event.type,
      'target' in event ? event.target : null,
      'where' in event ? event.where : null,
      state.value,
    ]),
  )
