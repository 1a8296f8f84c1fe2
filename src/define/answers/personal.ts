/** Answers of the personal centre (10.3) and of registration. Moments are `yyyy-MM-dd HH:mm:ss`. */
import type { OwnPhrase } from '../phrases.ts'
import type { ProposedAnswer } from '../workflows/proposals.ts'
import type { StandingSession } from './access.ts'
import type { PageOf } from './answers.ts'

/** The own data; the account number is masked even for its owner (PER-03). */
export interface Profile {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly empNo: string
  readonly deptName: string
  readonly post: string
  readonly gender: string
  readonly mobile: string
  readonly email: string
  readonly officePhone: string
  readonly avatar: string
  readonly bankName: string
  readonly bankAccount: string
  readonly version: number
}
/** One attempt to sign in. */
export interface OwnSignIn {
  readonly id: number
  readonly success: boolean
  readonly reason: string
  readonly ip: string
  readonly agent: string
  readonly at: string
}
/** How it stands with the second factor. */
export interface SecondFactor {
  readonly isOn: boolean
  /** A role of the person demands one. */
  readonly isRequired: boolean
  readonly confirmedAt: string | null
  /** Recovery codes that were not used. */
  readonly recoveryLeft: number
}
/** What is put into an authenticator app. */
export interface SecondFactorOffer {
  readonly secret: string
  readonly uri: string
}
/** Told once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[]
}

export type DelegationState = 'scheduled' | 'active' | 'ended'
/** A time in which somebody else decides. */
export interface OwnDelegation {
  readonly id: number
  readonly toUserId: number
  readonly toUserName: string
  /** Empty: all types. */
  readonly ticketTypes: readonly string[]
  /** Only applications of less than this, in yuan; null for any amount. */
  readonly below: string | null
  readonly takesOpen: boolean
  readonly startAt: string
  readonly endAt: string
  readonly reason: string
  /** The leave that opened it. */
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly state: DelegationState
}
/** Whether messages of a content type are pushed. */
export type Pushes = Readonly<Record<string, boolean>>

/** A department as the registration form offers it, parents before children. */
export interface OfferedDepartment {
  readonly id: number
  readonly name: string
  readonly nameEn: string
  readonly parent: number | null
  readonly path: string
}
/** A request for an account. */
export interface RegistrationRow {
  readonly id: number
  readonly name: string
  readonly empNo: string
  readonly deptId: number
  readonly deptName: string
  readonly mobile: string
  readonly email: string
  readonly state: string
  readonly reason: string
  /** Of the account it became. */
  readonly username: string | null
  readonly createdAt: string
  readonly decidedByName: string | null
  readonly decidedAt: string | null
}
/** A request for a new password, with what is needed to verify who it is. */
export interface ResetRow {
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly empNo: string
  readonly deptName: string
  readonly mobile: string
  readonly ip: string
  readonly state: string
  readonly reason: string
  readonly createdAt: string
  readonly decidedByName: string | null
  readonly decidedAt: string | null
}

declare module './answers.ts' {
  interface Answers {
    'GET /api/personal/profile/': Profile
    'PUT /api/personal/profile/': Profile
    'POST /api/personal/avatar/': null
    'GET /api/personal/session/': PageOf<StandingSession>
    'POST /api/personal/session/:id/end/': null
    'GET /api/personal/sign_in/': readonly OwnSignIn[]
    'GET /api/personal/second_factor/': SecondFactor
    'POST /api/personal/second_factor/offer/': SecondFactorOffer
    'POST /api/personal/second_factor/confirm/': RecoveryCodes
    'POST /api/personal/second_factor/recovery/': RecoveryCodes
    'GET /api/personal/delegation/': PageOf<OwnDelegation>
    'POST /api/personal/delegation/': { readonly id: number }
    'POST /api/personal/delegation/:id/end/': null
    'GET /api/personal/push/': Pushes
    'PUT /api/personal/push/': Pushes
    'GET /api/personal/phrases/': readonly OwnPhrase[]
    'POST /api/personal/phrases/': OwnPhrase
    'PUT /api/personal/phrases/:id/': OwnPhrase
    'DELETE /api/personal/phrases/:id/': null
    'GET /api/register/departments/': readonly OfferedDepartment[]
    'POST /api/register/': null
    'POST /api/forgot_password/': null
    'GET /api/system/user/registration/': PageOf<RegistrationRow>
    'POST /api/system/user/registration/:id/accept/': { readonly userId: number; readonly username: string }
    'POST /api/system/user/registration/:id/refuse/': null
    'GET /api/system/user/password_reset/': PageOf<ResetRow>
    'POST /api/system/user/password_reset/:id/reset/': { readonly password: string } | ProposedAnswer
    'POST /api/system/user/password_reset/:id/refuse/': null
  }
}
