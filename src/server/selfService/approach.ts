import { RuleError, rateLimited } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { spendCaptcha } from '#src/server/access/signIn/captcha.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'

/** A captcha and its answer, as every call without a token carries one. */
export interface AnsweredCaptcha {
  readonly captcha: string
  readonly captchaKey: string
}

/** Whether these calls are answered at all. @throws RuleError selfService.off */
export async function assertOffered(services: Services): Promise<void> {
  await services.caches.load()
  if (!services.settings.boolean('login.selfService')) throw new RuleError('selfService.off')
}

/** The captcha, then the limit, in a transaction of their own: a wrong answer uses the captcha up although the call is refused. @throws RuleError captcha.invalid, Refusal 4029 */
export async function approach(
  services: Services,
  { captcha, captchaKey }: AnsweredCaptcha,
  count: (unit: UnitOfWork) => Promise<boolean>,
): Promise<void> {
  const isNeeded = services.mode.captcha && services.settings.boolean('base.captchaState')
  const verdict = await write(services, async (unit) => {
    if (isNeeded && !(await spendCaptcha(unit, captchaKey, captcha))) return 'captcha'
    return (await count(unit)) ? 'open' : 'tooMany'
  })
  if (verdict === 'captcha') throw new RuleError('captcha.invalid')
  if (verdict === 'tooMany') throw rateLimited()
}
