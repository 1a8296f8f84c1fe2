/** Ways through the session machine that a person, a server and another tab can go in a browser. */
import {
  type Credentials,
  type SessionEvent,
  SessionFailure,
  type SessionInput,
  type SessionSnapshot,
  sessionMachine,
} from '#machines/session/session.ts'
import { longPathsCoveringTransitions } from '#tests/models/model.ts'
import { startUp } from '#tests/models/session.fixture.ts'
import { PASSWORD } from './caller.ts'

/** `base.lockSeconds` of the seed. */
export const LOCK_SECONDS = 900

const person = { username: 'pan42', remember: false }
const first: Credentials = { ...person, access: 'first', refresh: 'r1' }
const renewed: Credentials = { ...person, access: 'renewed', refresh: 'r2' }
const somebodyElse: Credentials = { username: 'ge43', remember: false, access: 'other', refresh: 'r9' }
const nobody: SessionInput = { credentials: null, locked: false, ownLockSeconds: null, problem: null }
const signedIn = { access: first.access, refresh: first.refresh, username: first.username }

/** The server says no. */
export const refused = new SessionFailure('refused', { key: 'refused', text: null })
/** Nobody can be reached. */
export const unreachable = new SessionFailure('unreachable', { key: 'unreachable', text: null })

const events = ({ context }: SessionSnapshot): readonly SessionEvent[] => [
  { type: 'SIGN_IN', username: first.username, password: PASSWORD, captcha: '', captchaKey: '', remember: false },
  { type: 'SIGN_OUT' },
  { type: 'UNAUTHORIZED', token: context.access ?? '' },
  { type: 'PASSWORD_CHANGE_REQUIRED' },
  { type: 'CHANGE_PASSWORD', oldPassword: PASSWORD, newPassword: 'Jingbao#2027x' },
  { type: 'RETRY' },
  { type: 'RELOAD' },
  { type: 'ACTIVE' },
  { type: 'LOCK' },
  { type: 'UNLOCK', password: PASSWORD },
  { type: 'LOCK_TIME_SET', seconds: LOCK_SECONDS },
  { type: 'TOKEN_CHANGED', ...renewed },
  { type: 'TOKEN_CHANGED', ...somebodyElse },
  { type: 'SIGNED_OUT_ELSEWHERE', expired: false },
  { type: 'SIGNED_OUT_ELSEWHERE', expired: true },
  { type: 'LOCKED_ELSEWHERE' },
  { type: 'UNLOCKED_ELSEWHERE' },
]

/** The pages are there, and nothing is on its way. */
export const isIdle = (moment: SessionSnapshot): boolean => moment.matches({ signedIn: { page: { ready: 'idle' } } })
const isOpen = (moment: SessionSnapshot): boolean => moment.matches({ signedIn: { screen: 'open' } })
export const isRenewing = (moment: SessionSnapshot): boolean => moment.hasTag('renewing')

/** One thing at a time, and nothing for which the screen has no button at that moment. */
function isDoable(moment: SessionSnapshot, { type }: { readonly type: string }): boolean {
  if (!moment.matches('signedIn') || /^xstate\.(done|error)/.test(type)) return true
  const isCalm = isIdle(moment) && isOpen(moment) && !isRenewing(moment)
  switch (type) {
    case 'SIGN_OUT':
      return isCalm
    case 'RELOAD':
      return isOpen(moment) && moment.hasTag('ready') && !isRenewing(moment)
    case 'RETRY':
    case 'CHANGE_PASSWORD':
      return isOpen(moment)
    case 'UNLOCK':
    case 'UNLOCKED_ELSEWHERE':
      return isIdle(moment)
    case 'TOKEN_CHANGED':
      return isOpen(moment) && (isIdle(moment) || isRenewing(moment))
    case 'PASSWORD_CHANGE_REQUIRED':
      return isCalm || (isOpen(moment) && moment.matches({ signedIn: { page: { fresh: 'loading' } } }))
    default:
      return isCalm
  }
}

const data = startUp(LOCK_SECONDS)
/** The ways: out of a locked screen a long one, and the empty browser. */
export const paths = longPathsCoveringTransitions(sessionMachine, {
  events,
  answers: {
    signIn: [
      { output: { ...signedIn, mustChangePassword: false } },
      { output: { ...signedIn, mustChangePassword: true } },
      { error: refused },
    ],
    signOut: [{ output: undefined }, { error: unreachable }],
    refresh: [{ output: renewed }, { error: refused }, { error: unreachable }],
    loadStartUp: [{ output: data }, { error: unreachable }],
    reloadStartUp: [{ output: data }, { error: unreachable }],
    changePassword: [{ output: undefined }, { error: refused }],
    verifyPassword: [{ output: undefined }, { error: refused }],
  },
  inputs: [{ ...nobody, credentials: first, locked: true }, nobody],
  goes: (moment, event) => isDoable(moment as SessionSnapshot, event),
  tell: ({ access, username, mustChangePassword, startUp: known }) => [
    access,
    username,
    mustChangePassword,
    known !== null,
  ],
})
