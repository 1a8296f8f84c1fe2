/** Records whose deeds ask for the doer's own password again (SYS-122). */
import { z } from 'zod'
import { RuleError } from '#src/define/problem.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { verifyOwnPassword } from '#src/server/access/signIn.ts'
import { readUser } from '#src/server/access/user.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { objectOf } from './forms.ts'
import type { RecordModel } from './model.ts'
import { findRow } from './read.ts'

const LONGEST = 64

/** The same route behind `password` in its body. A wrong one is kept in the login log and counts towards the lock, so the deed has a transaction of its own. */
export function behindPassword(services: Services, model: RecordModel, plain: RouteDefinition): RouteDefinition {
  return {
    ...plain,
    body: z.unknown(),
    ownTransaction: true,
    handle: async (request) => {
      const { id } = request.params as { readonly id?: number }
      if (id !== undefined) await findRow(model, request, plain.permission, id)
      const { password, ...body } = objectOf(request.body)
      if (typeof password !== 'string' || password.length > LONGEST) throw new RuleError('password.wrong')
      const { username } = await readUser(request.base, request.access.userId, request.language)
      await verifyOwnPassword((work) => write(services, work), username, password, request.caller)
      return request.write((base) => plain.handle({ ...request, body, base }))
    },
  }
}
