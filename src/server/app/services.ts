import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Addresses } from '#src/define/addresses.server.ts'
import type { Messages } from '#src/define/messages.ts'
import type { ModuleDefinition } from '#src/define/module.ts'
import type { Clock, ModuleServer } from '#src/define/server.ts'
import type { ServiceProvision } from '#src/define/services.ts'
import { modules as shippedModules } from '#src/modules.ts'
import type { Directory } from '../access/directory.ts'
import { createDirectory } from '../access/directory.ts'
import { createLastSeen, type LastSeen } from '../access/last-seen.ts'
import { createMachines, type Machines, machineGrantsService } from '../access/machines.ts'
import type { Tokens } from '../access/tokens.ts'
import { createWhiteList, openableCallsService, type WhiteList } from '../access/whiteList.ts'
import type { AuditKeys } from '../audit/keys.ts'
import { type Calls, createCalls } from '../audit/operations/sentences/calls.ts'
import { operationSentencesService } from '../audit/operations/sentences/service.ts'
import type { BackupPlace } from '../backups/place.ts'
import type { Caches } from '../caches.ts'
import { createCaches } from '../caches.ts'
import type { Database } from '../database/database.ts'
import { fileLinksService } from '../files/links.ts'
import type { ScannerAddress } from '../files/scanner.ts'
import { serverCatalogues } from '../messages/catalogues.ts'
import { createFigures, type Figures } from '../metrics/figures.ts'
import { createPeopleNames, type PeopleNames } from '../organisation/peopleNames.ts'
import { spellingService } from '../organisation/pinyin.ts'
import { roleRightsService } from '../organisation/rightsOfOffice.ts'
import { separationService } from '../organisation/separation.ts'
import { recordProposalsService } from '../records/confirmation.ts'
import { recordReachService } from '../records/reach.ts'
import { sheetsService } from '../records/transfer/sheets.ts'
import { secretsService } from '../secrets/ledger.ts'
import type { Vault } from '../secrets/vault.ts'
import type { LiveCalendar } from '../settings/calendar.ts'
import { createCalendar } from '../settings/calendar.ts'
import type { Dictionaries } from '../settings/dictionaries.ts'
import { createDictionaries } from '../settings/dictionaries.ts'
import type { LiveSettings } from '../settings/settings.ts'
import { createSettings } from '../settings/settings.ts'
import type { Texts } from '../texts.ts'
import { createTexts } from '../texts.ts'
import { ticketActionsService } from '../tickets/commands/moduleActions.ts'
import { assignmentLedger } from '../tickets/delegation/assignment.ts'
import { createOrganisation, type HeldOrganisation } from '../tickets/delegation/organisation.ts'
import { substituteService } from '../tickets/delegation/substitutes.ts'
import { ticketDraftsService } from '../tickets/links/draftFor.ts'
import { ticketDeadlinesService } from '../tickets/timers/follow.ts'
import type { DesignedTypes } from '../tickets/versions/designed.ts'
import { createDesigned } from '../tickets/versions/designed.ts'
import { createParser, type Parser, type ParserOptions } from '../uploads/parser.ts'
import { webHookTargetsService } from '../webHooks/target.ts'
import type { Outbox } from '../work.ts'
import { moduleServers as shippedServers } from './moduleServers.ts'

/** How this server runs, out of its environment variables (97-api). */
export interface Mode {
  /** False only for the demo on loopback. */
  readonly production: boolean
  readonly captcha: boolean
  /** Uploaded files, the embedded database and generated keys. */
  readonly dataDir: string
  /** Origins besides the server's own from which live connections and cookies come, e.g. behind a proxy. */
  readonly publicOrigin: string | null
  /** From where administrators may work; null is from everywhere. */
  readonly adminFrom: Addresses | null
  /** Hosts that web hooks may call although they are not public, or without TLS; `host` or `host:port`. */
  readonly webHookHosts?: readonly string[]
  /** Where a virus scanner listens that speaks the protocol of clamd; without one only the type is checked (SYS-84). */
  readonly scanner?: ScannerAddress | null
  /** Where the heads of the audit logs are kept outside the database (SYS-134). */
  readonly auditDir?: string | null
}

/** Everything the server's parts share. One per process. */
export interface Services {
  readonly database: Database
  readonly clock: Clock
  readonly mode: Mode
  readonly settings: LiveSettings
  readonly calendar: LiveCalendar
  readonly dictionaries: Dictionaries
  readonly directory: Directory
  readonly whiteList: WhiteList
  /** The calls that the operation log tells of. */
  readonly calls: Calls
  readonly lastSeen: LastSeen
  readonly machines: Machines
  readonly names: PeopleNames
  /** Who leads, holds roles, can act and stands in. */
  readonly organisation: HeldOrganisation
  /** Types and words that administrators have published. */
  readonly designed: DesignedTypes
  readonly caches: Caches
  readonly texts: Texts
  readonly tokens: Tokens
  readonly modules: readonly ModuleDefinition[]
  /** Server parts by module name, in the order of `modules`. */
  readonly moduleServers: ReadonlyMap<string, ModuleServer>
  readonly provisions: ReadonlyMap<string, ServiceProvision>
  readonly outbox: Outbox
  /** Seals sensitive texts at rest. */
  readonly vault: Vault
  /** Signs the audit logs. */
  readonly auditKeys: AuditKeys
  /** Where the backups lie. */
  readonly backups: BackupPlace
  readonly log: Logger
  /** What this node counts. */
  readonly figures: Figures
  /** Resolves after that many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>
  /** Parses what people upload. */
  readonly parser: Parser
}

export interface ServicesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly mode: Mode
  readonly tokens: Tokens
  readonly outbox: Outbox
  readonly vault: Vault
  readonly auditKeys: AuditKeys
  readonly backups: BackupPlace
  readonly log: Logger
  /** Default: a timer. */
  readonly pause?: (milliseconds: number) => Promise<unknown>
  /** Default: what stands in `modules.ts`. */
  readonly modules?: readonly ModuleDefinition[]
  readonly moduleServers?: ReadonlyMap<string, ModuleServer>
  /** Default: the process of the server's build, with the usual limits. */
  readonly parser?: Pick<ParserOptions, 'file' | 'limits'>
}

/** Puts the services together; caches are still empty until `caches.load()`. */
export function createServices(options: ServicesOptions): Services {
  const modules = options.modules ?? shippedModules
  const moduleServers = options.moduleServers ?? shippedServers(modules)
  const settings = createSettings(options.vault)
  const calendar = createCalendar(settings)
  const directory = createDirectory()
  const dictionaries = createDictionaries()
  const whiteList = createWhiteList(options.clock)
  const designed = createDesigned()
  const names = createPeopleNames()
  const organisation = createOrganisation(options.clock)
  const parser = createParser({ log: options.log, ...options.parser })
  const catalogues: readonly Messages[] = [...serverCatalogues, ...modules.map((module) => module.messages)]
  const texts = createTexts(catalogues, dictionaries, designed)
  const services: Services = {
    database: options.database,
    clock: options.clock,
    mode: options.mode,
    settings,
    calendar,
    dictionaries,
    directory,
    whiteList,
    calls: createCalls(),
    lastSeen: createLastSeen(options.database, options.log),
    machines: createMachines(options.database, options.clock, options.log),
    names,
    organisation,
    designed,
    caches: createCaches(options.database, {
      access: directory,
      settings,
      calendar,
      dictionary: dictionaries,
      whiteList,
      names,
      organisation,
      workflow: designed,
    }),
    texts,
    tokens: options.tokens,
    modules,
    moduleServers,
    provisions: new Map(
      [
        substituteService,
        separationService,
        roleRightsService,
        recordProposalsService(() => services),
        recordReachService(() => services),
        spellingService,
        fileLinksService,
        sheetsService(parser, texts),
        secretsService(options.vault),
        assignmentLedger(() => services),
        ticketActionsService(() => services),
        ticketDraftsService(() => services),
        ticketDeadlinesService(() => services),
        openableCallsService(whiteList),
        machineGrantsService(directory),
        webHookTargetsService(options.mode),
        operationSentencesService(() => services),
        ...[...moduleServers.values()].flatMap((server) => server.services ?? []),
      ].map((provision) => [provision.name, provision]),
    ),
    outbox: options.outbox,
    vault: options.vault,
    auditKeys: options.auditKeys,
    backups: options.backups,
    log: options.log,
    figures: createFigures(options.database),
    pause: options.pause ?? setTimeout,
    parser,
  }
  return services
}
