import { sql } from 'kysely'
import { type Problem, RuleError, rateLimited } from '#src/define/problem.ts'
import type { Caller, UnitOfWork } from '#src/define/server.ts'
import { MAX_CLOCK_SKEW_MS } from '#src/server/clock.ts'
import { FAILURE_MINUTES } from '#src/server/organisation/locks.ts'
import type { Vault } from '#src/server/secrets/vault.ts'
import { checkPassword } from '../passwords.ts'
import { mostHours, type OpenedSession, openSession } from '../session.ts'
import { type AddressQueue, delayAt, isKnownAt } from './addressDelay.ts'
import { spendCaptcha } from './captcha.ts'
import { secondFactorSince, takeCode } from './secondFactor.ts'
import { secondStep } from './secondStep.ts'

const MINUTE = 60_000
/** What the sign-in page sends. */
export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha: string
  readonly captchaKey: string
  readonly remember: boolean
  /** Code of the authenticator app, or a recovery code; empty in the first step. */
  readonly otp: string
}

/** The account that signs in. */
export interface Account {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly nameEn: string
  readonly deptId: number
  readonly avatar: string
  readonly isDemo: boolean
  readonly mustChangePassword: boolean
  readonly passwordChangedAt: Date
  readonly pwdChangeCount: number
}
interface StoredAccount extends Account {
  readonly passwordHash: string
  readonly enabled: boolean
}

/** How an attempt ended, as the login log keeps it (LOG-06). */
type Reason = 'ok' | 'captcha' | 'password' | 'locked' | 'disabled' | 'address' | 'totp' | 'rateLimited'

/** Each step of a sign-in is a transaction of its own, since a refused attempt must be kept as well. */
type Transaction = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>

async function log(
  unit: UnitOfWork,
  attempt: { username: string; userId: number | null; caller: Caller },
  reason: Reason,
): Promise<number> {
  const { username, userId, caller } = attempt
  const { rows } = await sql<{ id: number }>`
    insert into login_log (user_id, username, success, reason, ip, agent, at)
    values (${userId}, ${username}, ${reason === 'ok'}, ${reason}, ${caller.ip}, ${caller.agent}, ${unit.clock.now()})
    returning id`.execute(unit.db)
  return rows[0]?.id ?? 0
}

/** What failed later than that failed by a clock that was wrong: it would lock for as long as the clock was ahead. */
const soon = (unit: UnitOfWork): Date => new Date(unit.clock.now().getTime() + MAX_CLOCK_SKEW_MS)

/** Minutes the name stays locked for this address, 0 when it is not. Failures anywhere lock it everywhere but at addresses of its owner, where only failures from there count: guessing from outside locks nobody out. Unknown names lock like known ones, so that a lock tells nothing (LOG-01, LOG-02). */
async function lockedMinutes(unit: UnitOfWork, username: string, ip: string): Promise<number> {
  const most = unit.settings.number('login.maxFail')
  const where = (await isKnownAt(unit, username, ip)) ? sql`and ip = ${ip}` : sql``
  const { rows } = await sql<{ at: Date }>`
    select at from login_log l
    where username = ${username} ${where} and reason in ('password', 'totp') and at <= ${soon(unit)}
      and id > coalesce((select failures_after from app_user u where u.username = ${username}), 0)
    order by id desc limit ${most}`.execute(unit.db)
  const [newest, oldest] = [rows[0]?.at, rows[most - 1]?.at]
  if (!newest || !oldest || newest.getTime() - oldest.getTime() > FAILURE_MINUTES * MINUTE) return 0
  const until = newest.getTime() + unit.settings.number('login.lockMinutes') * MINUTE
  return Math.max(0, Math.ceil((until - unit.clock.now().getTime()) / MINUTE))
}

/** What is known before the costly look at the password. */
interface Approach {
  readonly account: StoredAccount | null
  /** Milliseconds the attempt waits first (LOG-03). */
  readonly delay: number
}

/** Captcha and delay of the address, before the costly look at the password. */
async function approach(
  unit: UnitOfWork,
  credentials: Credentials,
  caller: Caller,
  { captcha }: Pick<SignInPorts, 'captcha'>,
): Promise<'captcha' | Approach> {
  // Whoever works there is not slowed down by what others do behind the same address.
  const delay = (await isKnownAt(unit, credentials.username, caller.ip)) ? 0 : await delayAt(unit, caller.ip)
  const isCaptchaNeeded = captcha === 'always' || (captcha === 'slowed' && delay > 0)
  if (isCaptchaNeeded && !(await spendCaptcha(unit, credentials.captchaKey, credentials.captcha))) {
    await log(unit, { username: credentials.username, userId: null, caller }, 'captcha')
    return 'captcha'
  }
  const { rows } = await sql<StoredAccount>`
    select id, username, name, name_en, dept_id, avatar, is_demo, must_change_password, password_changed_at, pwd_change_count, password_hash,
      state as enabled
    from app_user where username = ${credentials.username} and deleted_at is null`.execute(unit.db)
  return { account: rows[0] ?? null, delay }
}

type Denial = 'locked' | 'password' | 'disabled' | 'address'
type Verdict =
  | { readonly reason: Denial; readonly minutes: number }
  | { readonly reason: 'otp'; readonly ask: Problem }
  | { readonly reason: 'ok'; readonly session: OpenedSession }

/** Whether the account may sign in from where the call comes. */
type MayEnter = (account: Account) => boolean

/** What is told; an address or a switched-off account only to those who know the password (LOG-07). */
const denials = { password: 'login.failed', disabled: 'login.disabled', address: 'login.address' } as const

async function lockName(unit: UnitOfWork, username: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${username}, 1))`.execute(unit.db)
}

/** Decides with the failures counted under a lock, so that guesses sent at once do not get past the limit together. */
async function decide(
  unit: UnitOfWork,
  credentials: Credentials,
  caller: Caller,
  {
    account,
    fits,
    mayEnter,
    vault,
  }: { account: StoredAccount | null; fits: boolean; mayEnter: MayEnter; vault: Vault },
): Promise<Verdict> {
  await lockName(unit, credentials.username)
  const attempt = { username: credentials.username, userId: account?.id ?? null, caller }
  const refuse = async (reason: Denial, minutes = 0): Promise<Verdict> => {
    await log(unit, attempt, reason)
    return { reason, minutes }
  }
  const minutes = await lockedMinutes(unit, credentials.username, caller.ip)
  if (minutes > 0) return refuse('locked', minutes)
  if (!account || !fits) return refuse('password')
  if (!account.enabled) return refuse('disabled')
  if (!mayEnter(account)) return refuse('address')
  const step = await secondStep(unit, vault, { userId: account.id, username: account.username }, credentials.otp)
  if (step !== 'done') {
    if (credentials.otp !== '') await log(unit, attempt, 'totp')
    return { reason: 'otp', ask: step }
  }
  const entry = await log(unit, attempt, 'ok')
  await sql`update app_user set last_login_at = ${unit.clock.now()}, failures_after = ${entry} where id = ${account.id}`.execute(
    unit.db,
  )
  const session = await openSession(unit, {
    userId: account.id,
    ip: caller.ip,
    agent: caller.agent,
    remember: credentials.remember,
    mostHours: await mostHours(unit, account.id),
    // With a second factor in force no session is opened without it.
    secondFactorSince: await secondFactorSince(unit, account.id),
  })
  return { reason: 'ok', session }
}

/** What a sign-in needs of the server. */
export interface SignInPorts {
  readonly mayEnter: MayEnter
  readonly vault: Vault
  readonly queue: AddressQueue
  /** When a captcha is asked for: `never` in automated checks, `slowed` where the configuration has it off (LOG-03). */
  readonly captcha: 'always' | 'slowed' | 'never'
}

/** Signs a person in (LOG-01 to LOG-03, LOG-05 to LOG-07); refuses with the texts of §0.7. */
export async function signIn(
  transaction: Transaction,
  credentials: Credentials,
  caller: Caller,
  ports: SignInPorts,
): Promise<{ account: Account; session: OpenedSession }> {
  const { mayEnter, vault, queue } = ports
  const approached = await transaction((unit) => approach(unit, credentials, caller, ports))
  if (approached === 'captcha') throw new RuleError('captcha.invalid').at('captcha')
  const { account: found, delay } = approached
  if (delay > 0 && !(await queue.wait(caller.ip, delay))) {
    await transaction((unit) => log(unit, { username: credentials.username, userId: null, caller }, 'rateLimited'))
    throw rateLimited()
  }
  const fits = await checkPassword(found?.passwordHash ?? null, credentials.password)
  const verdict = await transaction((unit) =>
    decide(unit, credentials, caller, { account: found, fits, mayEnter, vault }),
  )
  if (verdict.reason === 'ok') {
    if (!found) throw new Error('a session was opened for nobody')
    return { account: found, session: verdict.session }
  }
  if (verdict.reason === 'otp') throw new RuleError(verdict.ask.key, ...(verdict.ask.params ?? [])).at('otp')
  if (verdict.reason === 'locked') throw new RuleError('login.locked', verdict.minutes)
  const denial = new RuleError(denials[verdict.reason])
  throw verdict.reason === 'password' ? denial.at('password') : denial
}

/** Whether a signed-in person knows the own password: the one way to ask for it, since failures count as failed sign-ins wherever it is asked (LOG-02). `field` is what the form calls it. @throws RuleError login.locked, password.wrong */
export async function verifyOwnPassword(
  transaction: Transaction,
  username: string,
  password: string,
  caller: Caller,
  field?: string,
): Promise<void> {
  const stored = await transaction(async (unit) => {
    const { rows } = await sql<{
      id: number
      passwordHash: string
    }>`select id, password_hash from app_user where username = ${username}`.execute(unit.db)
    return rows[0] ?? null
  })
  const fits = await checkPassword(stored?.passwordHash ?? null, password)
  const minutes = await transaction(async (unit) => {
    await lockName(unit, username)
    const locked = await lockedMinutes(unit, username, caller.ip)
    if (locked === 0 && !fits) await log(unit, { username, userId: stored?.id ?? null, caller }, 'password')
    return locked
  })
  if (minutes > 0) throw new RuleError('login.locked', minutes)
  if (fits) return
  const wrong = new RuleError('password.wrong')
  throw field === undefined ? wrong : wrong.at(field)
}

/** Takes a code of a signed-in person; wrong ones count as failed sign-ins (LOG-02). @throws RuleError login.locked, login.otpWrong */
export async function verifyOwnCode(
  transaction: Transaction,
  vault: Vault,
  person: { readonly userId: number; readonly username: string },
  otp: string,
  caller: Caller,
): Promise<void> {
  const minutes = await transaction(async (unit) => {
    await lockName(unit, person.username)
    const locked = await lockedMinutes(unit, person.username, caller.ip)
    if (locked > 0) return locked
    if (await takeCode(unit, vault, person.userId, otp)) return null
    await log(unit, { ...person, caller }, 'totp')
    return 0
  })
  if (minutes === null) return
  if (minutes > 0) throw new RuleError('login.locked', minutes)
  throw new RuleError('login.otpWrong')
}
