/** The session of this tab: the machine with its real effects. */
import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import {
  lockSecondsOf,
  renewedAccess,
  type SessionActor,
  type SignInForm,
  type StartUp,
  sessionMachine,
  type Tokens,
} from '#machines/session/session.ts'
import { ApiError, codes } from '#src/client/platform/http/error.ts'
import { call } from '#src/client/platform/http/transport.ts'
import { onLanguage } from '#src/client/platform/i18n/index.ts'
import { watchActivity } from './activity.ts'
import * as calls from './calls.ts'
import {
  clearCredentials,
  clearTab,
  onOwnLockSeconds,
  readInput,
  writeCredentials,
  writeLock,
  writeOwnLockSeconds,
  writeProblem,
  writeStartUp,
} from './storage.ts'
import { onTabMessage, tellLock, tellSignedOut, tellTokens } from './tabs.ts'
import { keepUnsaved } from './unsaved.ts'

const currentAccess = (): string => session.getSnapshot().context.access ?? ''

/** A start-up call: renews the token once, as `api` does, but leaves failures to the machine. */
async function read<T>(path: string): Promise<T> {
  const access = currentAccess()
  try {
    return (await call('get', path, { access })).data as T
  } catch (error) {
    if (error instanceof ApiError && error.errKey === 'password.mustChange')
      session.send({ type: 'PASSWORD_CHANGE_REQUIRED' })
    if (!(error instanceof ApiError) || error.code !== codes.unauthorized) throw error
    const renewed = await renewedAccess(session, access)
    if (renewed === null) throw calls.renewalFailure() ?? error
    return (await call('get', path, { access: renewed })).data as T
  }
}

export const session: SessionActor = createActor(
  sessionMachine.provide({
    actors: {
      signIn: fromPromise(({ input }: { input: SignInForm }) => calls.signIn(input)),
      signOut: fromPromise(({ input }: { input: Tokens }) => calls.signOut(input)),
      refresh: fromPromise(({ input }: { input: Tokens }) => calls.refresh(input)),
      loadStartUp: fromPromise<StartUp>(async () => {
        // Six calls are work; after the start of the page, not in one task with it.
        await new Promise((resolve) => setTimeout(resolve))
        return calls.loadStartUp(read)
      }),
      changePassword: fromPromise(({ input }: { input: { oldPassword: string; newPassword: string } }) =>
        calls.changePassword(currentAccess(), input),
      ),
      verifyPassword: fromPromise(({ input }: { input: { password: string } }) =>
        calls.verifyPassword(currentAccess(), input.password),
      ),
    },
    actions: {
      storeCredentials: (_, credentials) => {
        writeCredentials(credentials)
        tellTokens(credentials)
      },
      clearTab,
      clearCookies: clearCredentials,
      announceSignOut: (_, end) => tellSignedOut(end),
      rememberLock: (_, { locked }) => {
        writeLock(locked)
        tellLock(locked)
      },
    },
  }),
  { input: readInput() },
)

export type SessionMoment = SnapshotFrom<typeof sessionMachine>

/** Runs once, as soon as somebody is signed in. */
export function onceSignedIn(run: () => void): void {
  if (session.getSnapshot().matches('signedIn')) {
    run()
    return
  }
  const subscription = session.subscribe((snapshot) => {
    if (!snapshot.matches('signedIn')) return
    subscription.unsubscribe()
    run()
  })
}

/** Starts the session and ties it to the browser: other tabs, the person's activity, the end of the session. */
export function startSession(): void {
  let previous: SessionMoment | undefined
  session.subscribe((moment) => {
    const { startUp } = moment.context
    if (startUp !== null && startUp !== previous?.context.startUp) writeStartUp(startUp)
    // A running timer knows nothing of a limit that was changed meanwhile: the waiting time starts over with it.
    const isLimitNew =
      startUp !== null &&
      previous?.hasTag('ready') === true &&
      lockSecondsOf(moment.context) !== lockSecondsOf(previous.context)
    const ended =
      moment.matches('signedOut') &&
      previous !== undefined &&
      !previous.matches('signedOut') &&
      !previous.matches('signingIn')
    const username = previous?.context.username ?? ''
    previous = moment
    if (isLimitNew) session.send({ type: 'ACTIVE' })
    if (ended) leave(moment, username)
  })
  session.start()
  onTabMessage((message) => session.send(message))
  onOwnLockSeconds((seconds) => session.send({ type: 'LOCK_TIME_SET', seconds }))
  // Titles of menus and labels are the server's and are read again.
  onLanguage(() => session.send({ type: 'RELOAD' }))
  watchActivity(session)
}

/** The person's own lock time, in every tab and for later visits; null: as the settings say. */
export function chooseLockSeconds(seconds: number | null): void {
  writeOwnLockSeconds(seconds)
  session.send({ type: 'LOCK_TIME_SET', seconds })
}

/** After the end a full page load wipes everything of the former person from memory. */
function leave(moment: SessionMoment, username: string): void {
  const { problem } = moment.context
  if (problem === null) {
    location.assign('/login')
    return
  }
  // Not the person's wish: after signing in again they are back where they were.
  writeProblem(problem)
  keepUnsaved(username)
  location.assign(`/login?from=${encodeURIComponent(location.pathname + location.search)}`)
}
