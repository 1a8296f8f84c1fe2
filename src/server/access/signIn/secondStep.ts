import type { Problem } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Vault } from '#src/server/secrets/vault.ts'
import { createPass } from './captcha.ts'
import { offer, readSecondFactor, takeCode } from './secondFactor.ts'

/**
 * The second step of a sign-in, for people who have a second factor or whose role demands one: done, or what is asked for.
 * The parameters of what is asked are the pass that spares the next call its captcha and, for who has to set it up first,
 * the address an authenticator app reads.
 */
export async function secondStep(
  unit: UnitOfWork,
  vault: Vault,
  person: { readonly userId: number; readonly username: string },
  otp: string,
): Promise<'done' | Problem> {
  const { isOn, isRequired } = await readSecondFactor(unit, person.userId)
  if (!isOn && !isRequired) return 'done'
  if (otp !== '' && (await takeCode(unit, vault, person.userId, otp))) {
    if (!isOn)
      unit.notify({
        to: [person.userId],
        contentType: 'SYSTEM',
        title: { key: 'notice.secondFactorOn' },
        link: '/personal-center?tab=security',
      })
    return 'done'
  }
  const pass = await createPass(unit, person.username)
  if (isOn) return { key: otp === '' ? 'login.otpNeeded' : 'login.otpWrong', params: [pass] }
  const { uri } = await offer(unit, vault, person)
  return { key: otp === '' ? 'login.otpEnrol' : 'login.otpWrong', params: [pass, uri] }
}
