/** Why a delivery failed, as the log of deliveries keeps it: an entry of dictionary webHookFailure, shown in the reader's language. */
import type { systemDictionaries } from '#src/modules/system/system.names.ts'
import { TargetRefusedError } from './target.ts'

export type WebHookFailure = (typeof systemDictionaries)['webHookFailure'][number]

const codes: Readonly<Record<string, WebHookFailure>> = {
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
}

/** Codes of Node and OpenSSL for certificates that do not hold. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS/

/** The reason of an attempt that got no answer. */
export function failureOf(error: unknown): WebHookFailure {
  if (error instanceof TargetRefusedError) return 'host'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes[code] ?? (certificate.test(code) ? 'certificate' : 'other')
}
