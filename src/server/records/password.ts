/** Records whose actions ask for the doer's own password again (SYS-122). */
import { z } from 'zod'
import type { RouteDefinition } from '#src/define/server.ts'
import { askOwnPassword } from '#src/server/access/ownPassword.ts'
import type { Services } from '#src/server/app/services.ts'
import { objectOf } from './forms.ts'
import type { RecordModel } from './model.ts'
import { findRow } from './read.ts'

const removal = z.object({ id: z.unknown(), confirmed: z.boolean().optional(), password: z.unknown() }).partial()

/** The same route behind `password` in its body. The action has a transaction of its own, after that of the password. */
export function behindPassword(services: Services, model: RecordModel, plain: RouteDefinition): RouteDefinition {
  const permission = plain.permission
  if (permission === 'public' || permission === 'signedIn') throw new RangeError(`${plain.url} asks for no permission`)
  return {
    ...plain,
    body: plain.method === 'DELETE' ? removal : (plain.body ?? z.unknown()),
    ownTransaction: true,
    handle: async (request) => {
      const { id } = request.params as { readonly id?: number }
      if (id !== undefined) await findRow(model, request, permission, id)
      const { password, ...body } = objectOf(request.body)
      await askOwnPassword(services, request, password)
      return request.write((unit) => plain.handle({ ...request, body, unit }))
    },
  }
}
