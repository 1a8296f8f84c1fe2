/** Answers of what browsers ask by themselves, and of the search palette. */
import type { SearchAnswer } from '../records/search.ts'
import type { FileContent } from './answers.ts'

/** Opens one live connection within its seconds. */
export interface SocketTicket {
  readonly ticket: string
  readonly seconds: number
}

/** A published version as browsers see it. */
export interface PublishedVersion {
  readonly version: string
  readonly title: string
  readonly notes: string
  readonly force: boolean
  readonly resetConfig: boolean
}
/** Which release a browser should run; null without a build or a published version. */
export interface Release {
  readonly build: string | null
  readonly version: PublishedVersion | null
}

declare module './answers.ts' {
  interface Answers {
    'POST /api/system/socket_ticket/': SocketTicket
    'GET /api/init/version/': Release
    'POST /api/system/log/frontendLog/': null
    'GET /api/openapi/': FileContent
    'GET /api/system/search/': SearchAnswer
  }
}
