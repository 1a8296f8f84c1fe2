import type { FastifyRequest } from 'fastify'
import type { Language } from '#src/define/messages.ts'
import type { RoleName } from '#src/define/names.ts'
import { Refusal } from '#src/define/problem.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import type { SignedIn } from '#src/server/access/authenticate.ts'
import { authenticate, bearerOf } from '#src/server/access/authenticate.ts'
import type { Services } from '#src/server/app/services.ts'
import { languageOf } from './language.ts'

/** `base.maintenanceNotice` as administrators write it; `endAt` `yyyy-MM-dd HH:mm:ss`, empty when nobody knows. */
export interface MaintenanceNotice {
  readonly title: string
  readonly titleEn: string
  readonly text: string
  readonly textEn: string
  readonly endAt: string
}

const ADMINISTRATOR: RoleName = 'sysAdmin'

function inLanguage(notice: MaintenanceNotice, language: Language) {
  const isEnglish = language === 'en'
  return {
    title: (isEnglish && notice.titleEn) || notice.title,
    text: (isEnglish && notice.textEn) || notice.text,
    endAt: notice.endAt,
  }
}

/** During maintenance every call but those of system administrators is answered 5000 with the notice (10.1). @throws Refusal */
export async function assertNoMaintenance(
  services: Services,
  route: Pick<RouteDefinition, 'duringMaintenance'>,
  request: FastifyRequest,
  signedIn: SignedIn | null,
): Promise<void> {
  if (!services.settings.boolean('base.maintenanceOn') || route.duringMaintenance === true) return
  const token = bearerOf(request.headers.authorization)
  // An open call may carry a token too: the start-up calls of an administrator do.
  const caller = signedIn ?? (token === null ? null : await authenticate(services, token))
  if (caller?.access.roles.includes(ADMINISTRATOR)) return
  const notice = services.settings.json<MaintenanceNotice>('base.maintenanceNotice')
  const language = languageOf(request.headers['accept-language'])
  throw new Refusal(5000, { key: 'maintenance' }, inLanguage(notice, language))
}
