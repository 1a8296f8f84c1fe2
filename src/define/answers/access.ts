/** Answers of sign-in and of what a browser asks about the person who signed in. Moments are `yyyy-MM-dd HH:mm:ss`. */
import type { PageOf } from './answers.ts'

/** New tokens. A page of this product gets its refresh token in a cookie that scripts cannot read. */
export interface TokenPair {
  readonly access: string
  readonly refresh?: string
}

/** A captcha, as a picture or as a small sum in words; empty when none is asked. */
export interface CaptchaAnswer {
  readonly key?: string
  /** The picture as a data address. */
  readonly image_base?: string
  readonly question?: string
}

export interface RoleName {
  readonly id: number
  readonly key: string
  readonly name: string
}
export interface OwnDepartment {
  readonly dept_id: number
  readonly dept_name: string
}

/** Who signed in, and the tokens. */
export interface LoginAnswer extends TokenPair {
  readonly username: string
  readonly name: string
  readonly userId: number
  readonly avatar: string
  readonly dept_info: OwnDepartment
  readonly role_info: readonly RoleName[]
  readonly mustChangePassword: boolean
  /** 0 while the password has to be changed, else at least 1. */
  readonly pwd_change_count: number
}

/** A department that the person leads. */
export interface LedDepartment {
  readonly id: number
  readonly name: string
  readonly sort: number
  readonly parent: number | null
}

/** The person's own data, under the names of the specification (§3). */
export interface UserInfo {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatar: string
  readonly email: string
  readonly mobile: string
  readonly gender: number
  /** At least 1: whoever has to change the password first gets no answer. */
  readonly pwd_change_count: number
}
export interface OwnUserInfo extends UserInfo {
  readonly dept_info: OwnDepartment
  readonly role_info: readonly RoleName[]
  readonly admin_dept: readonly LedDepartment[]
}

/** A menu item under the names of the specification (§2). */
export interface MenuItem {
  readonly id: number
  readonly parent: number | null
  readonly title: string
  readonly name: string
  readonly icon: string
  readonly sort: number
  readonly path: string
  readonly web_path: string
  readonly component: string
  readonly component_name: string
  readonly is_catalog: boolean
  readonly is_link: boolean
  readonly link_url: string
  readonly visible: boolean
  readonly cache: boolean
  readonly is_affix: boolean
  readonly is_iframe: boolean
  readonly status: boolean
}

/** A session that stands: who is signed in, from where. */
export interface StandingSession {
  readonly id: string
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly deptName: string
  readonly ip: string
  readonly agent: string
  readonly createdAt: string
  readonly lastSeenAt: string
  /** It has a live connection. */
  readonly isOnline: boolean
  /** It is the session that asks. */
  readonly isOwn: boolean
}

/** A permission that something asks for and no button grants. */
export interface UnregisteredPermission {
  readonly value: string
  readonly usedBy: readonly string[]
}

declare module './answers.ts' {
  interface Answers {
    'GET /api/captcha/': CaptchaAnswer
    'POST /api/login/': LoginAnswer
    'POST /token/refresh/': TokenPair
    'POST /api/token/refresh/': TokenPair
    'POST /api/logout/': null
    'POST /api/system/user/change_password/': null
    'PUT /api/system/user/change_password/': null
    'POST /api/system/user/verify_password/': null
    'GET /api/system/user/user_info/': OwnUserInfo
    'GET /api/system/menu/web_router/': readonly MenuItem[]
    'GET /api/system/menu_button/menu_button_all_permission/': readonly string[]
    'GET /api/system/menu_button/unregistered/': readonly UnregisteredPermission[]
    'GET /api/system/session/': PageOf<StandingSession>
    'GET /api/system/access_check/': AccessCheck
    'GET /api/system/access_check/addresses/': readonly CheckedAddress[]
    'POST /api/system/session/:id/kick/': null
  }
}

/** A permission that is asked for, and what of the person's roles grants it. */
export interface CheckedPermission {
  readonly permission: string
  /** Its menu and button in words. */
  readonly name: string
  /** The rows it reaches in the end, in words; null when it is not held. */
  readonly scope: string | null
  readonly roles: readonly { readonly name: string; readonly scope: string }[]
  /** Every role in use that grants it. */
  readonly grantedBy: readonly string[]
}

/** A page by its path, or a type of application by its key. */
export interface CheckedAddress {
  readonly address: string
  readonly title: string
}

/** Whether a person may use an address, and why (60.2). */
export interface AccessCheck {
  readonly person: { readonly id: number; readonly name: string; readonly deptName: string; readonly roles: string[] }
  readonly target: {
    readonly kind: 'page' | 'call' | 'application'
    readonly title: string
    readonly address: string
  }
  readonly isAllowed: boolean
  /** The decision in a sentence. */
  readonly verdict: string
  readonly permissions: readonly CheckedPermission[]
  /** What separates or bounds besides, in sentences. */
  readonly limits: readonly string[]
}
