import { RuleError } from '#src/define/problem.ts'
import type { RouteRequest } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { verifyOwnPassword } from './signIn/signIn.ts'
import { readUser } from './user.ts'

/** Characters of the longest password. */
const MAX_PASSWORD_LENGTH = 64

/** The caller's own password again (SYS-122). A wrong one is kept in the sign-in log and counts towards the lock, so it is asked outside of the call's transaction. @throws RuleError password.wrong */
export async function askOwnPassword(
  services: Services,
  {
    unit,
    access,
    language,
    caller,
  }: Pick<RouteRequest<unknown, unknown, unknown>, 'unit' | 'access' | 'language' | 'caller'>,
  password: unknown,
): Promise<void> {
  if (typeof password !== 'string' || password.length > MAX_PASSWORD_LENGTH) throw new RuleError('password.wrong')
  const { username } = await readUser(unit, access.userId, language)
  await verifyOwnPassword((work) => write(services, work), username, password, caller)
}
