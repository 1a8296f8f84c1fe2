/** Something that went wrong, to be shown to the person: `text` is the server's own sentence, else `key` names one of the catalogue. */
export interface Problem {
  readonly key: string
  readonly text: string | null
  /** The field of the form that it concerns, as the call names it; absent where it concerns the form as a whole. */
  readonly field?: string
}

/**
 * What every provided actor rejects with. `refused`: the server answered no. `unreachable`: nobody
 * answered (timeout, no network, 5xx), so nothing is known about the token.
 */
export class SessionFailure extends Error {
  readonly kind: 'refused' | 'unreachable'
  readonly problem: Problem

  constructor(kind: 'refused' | 'unreachable', problem: Problem) {
    super(problem.key)
    this.name = 'SessionFailure'
    this.kind = kind
    this.problem = problem
  }
}

/** The pair of tokens; `refresh` is null where only the browser's HttpOnly cookie holds it. */
export interface Tokens {
  readonly access: string
  readonly refresh: string | null
}

/** Tokens with their owner; `remember` makes their cookie last 30 days instead of the browser session (LOG-05). */
export interface Credentials extends Tokens {
  readonly username: string
  readonly remember: boolean
}

/** What a person types on the sign-in page; it never enters the context. */
export interface SignInForm {
  readonly username: string
  readonly password: string
  readonly captcha: string
  readonly captchaKey: string
  readonly remember: boolean
  /** Code of the second step, where the server asked for one. */
  readonly otp?: string
}

/** The answer to a sign-in. */
export interface SignInAnswer extends Tokens {
  readonly username: string
  readonly mustChangePassword: boolean
}

/** `GET /api/system/user/user_info/`. */
export interface UserInfo {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatar: string | null
  readonly email: string | null
  readonly mobile: string | null
  readonly gender: number | null
  readonly dept_info: { readonly dept_id: number; readonly dept_name: string } | null
  readonly role_info: readonly { readonly id: number; readonly name: string; readonly key: string }[]
  readonly admin_dept: readonly Department[]
}

/** `GET /api/system/dept/all_dept/`; `name` reads `parent name-name`. */
export interface Department {
  readonly id: number
  readonly name: string
  readonly parent: number | null
  readonly sort: number
}

/** `GET /api/init/dictionary/?dictionary_key=all`: type 1 is a number, type 6 a boolean, both sent as text. */
export interface Dictionary {
  readonly value: string
  readonly children: readonly {
    readonly type: number
    readonly value: string
    readonly label: string
    readonly labelEn: string
    readonly color: string | null
    /** False: hidden in forms, still shown in old records. */
    readonly status?: boolean
    /** Chosen in new forms. */
    readonly isDefault?: boolean
  }[]
}

/** `GET /api/system/menu/web_router/`. */
export interface MenuItem {
  readonly id: number
  readonly parent: number | null
  readonly title: string
  readonly name: string
  readonly icon: string | null
  readonly sort: number
  readonly path: string
  readonly web_path: string
  readonly component: string | null
  readonly component_name: string | null
  readonly is_catalog: boolean
  readonly is_link: boolean
  readonly link_url: string | null
  readonly visible: boolean
  readonly cache: boolean
  readonly is_affix: boolean
  readonly is_iframe: boolean
  readonly status: boolean
}

/** All a signed-in page needs before its first drawing (specification, point 2). */
export interface StartUp {
  readonly user: UserInfo
  readonly permissions: readonly string[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly departments: readonly Department[]
  readonly dictionaries: readonly Dictionary[]
  readonly menus: readonly MenuItem[]
}

/** What the browser kept from the last page: nothing at all on a first visit. */
export interface SessionInput {
  readonly credentials: Credentials | null
  /** The screen was locked when the page was left, or is in another tab; neither a reload nor a new tab opens it. */
  readonly locked: boolean
  /** The person's own screen-lock time in seconds; null or 0: none. */
  readonly ownLockSeconds: number | null
  /** Why the last page load ended at the sign-in page, if it did. */
  readonly problem: Problem | null
}

/** What the session knows; secrets other than the tokens never enter it. */
export interface SessionContext {
  readonly access: string | null
  readonly refresh: string | null
  readonly username: string | null
  readonly remember: boolean
  readonly mustChangePassword: boolean
  readonly wasLocked: boolean
  readonly ownLockSeconds: number | null
  readonly startUp: StartUp | null
  readonly problem: Problem | null
}

/** Everything that may be said to the session. */
export type SessionEvent =
  | ({ readonly type: 'SIGN_IN' } & SignInForm)
  | { readonly type: 'SIGN_OUT' }
  /** A call was answered 401; `token` is the access token it was sent with. Any number may come at once. */
  | { readonly type: 'UNAUTHORIZED'; readonly token: string }
  /** A call was answered that the password must be changed first (LOG-04). */
  | { readonly type: 'PASSWORD_CHANGE_REQUIRED' }
  | { readonly type: 'CHANGE_PASSWORD'; readonly oldPassword: string; readonly newPassword: string }
  /** Loads the start-up data again after it failed. */
  | { readonly type: 'RETRY' }
  /** Loads the start-up data again in the background: roles, menus or dictionaries changed (SYS-14, SYS-54). */
  | { readonly type: 'RELOAD' }
  /** The person did something; sent at most every few seconds, and relayed between tabs. */
  | { readonly type: 'ACTIVE' }
  /** Locks the screen at once, also after the computer slept through the lock time. */
  | { readonly type: 'LOCK' }
  | { readonly type: 'UNLOCK'; readonly password: string }
  /** The person chose an own lock time in seconds; null or 0: none. */
  | { readonly type: 'LOCK_TIME_SET'; readonly seconds: number | null }
  /** Another tab signed in or renewed its token. */
  | ({ readonly type: 'TOKEN_CHANGED' } & Credentials)
  /** Another tab signed out, or found the session expired. */
  | { readonly type: 'SIGNED_OUT_ELSEWHERE'; readonly expired: boolean }
  /** Another tab locked the screen: one person sits before all of them. */
  | { readonly type: 'LOCKED_ELSEWHERE' }
  /** The password was given in another tab. */
  | { readonly type: 'UNLOCKED_ELSEWHERE' }
