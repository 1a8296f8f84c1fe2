/** The register of seals: the one writer of entries and of their numbers (S1, SEA-02, SEA-03). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn } from '#src/fields/values.ts'
import { keepersOf, lockSeal, refuseUnavailable, type SealRow } from './seals.server.ts'

/** An approved use as its steps see it. */
export interface UseRow {
  readonly id: number
  readonly ticketId: number
  readonly sealId: number
  readonly applicantId: number
  readonly docTitle: string
  readonly pages: number
  readonly docHash: string
  readonly stamps: number
  readonly stampedCount: number
  readonly state: RowOf<'seal_use'>['state']
  readonly approvedOn: string
  readonly takeOut: boolean
  readonly takeOutFrom: Date | null
  readonly takeOutTo: Date | null
  readonly handedOutAt: Date | null
  readonly escortId: number | null
}

const useColumns = sql`id, ticket_id, seal_id, applicant_id, doc_title, pages, doc_hash, stamps, stamped_count, state, approved_on,
  take_out, take_out_from, take_out_to, handed_out_at, escort_id`

/** The seal and the live use of a ticket, locked in this order. @throws RuleError seal.noUse when there is none, e.g. once it expired */
export async function lockUse(unit: UnitOfWork, ticketId: number): Promise<{ seal: SealRow; use: UseRow }> {
  const { rows: found } = await sql<{ sealId: number }>`
    select seal_id from seal_use where ticket_id = ${ticketId} and state <> 'cancelled'`.execute(unit.db)
  if (!found[0]) throw new RuleError('seal.noUse').at()
  const seal = await lockSeal(unit, found[0].sealId)
  const { rows } = await sql<UseRow>`
    select ${useColumns} from seal_use where ticket_id = ${ticketId} and state <> 'cancelled' for update`.execute(
    unit.db,
  )
  if (!rows[0]) throw new RuleError('seal.noUse').at()
  return { seal, use: rows[0] }
}

/** SEA-01: only the keepers of the seal act on it, and never on their own application. @throws RuleError */
export function refuseStranger(seal: SealRow, applicantId: number, actorId: number): void {
  if (actorId === applicantId) throw new RuleError('rule.SEA-01').at()
  if (!keepersOf(seal).includes(actorId)) throw new RuleError('seal.notKeeper', seal.name).at()
}

/** What the keeper writes down of a stamping. */
export interface Stamping {
  readonly on: string
  readonly count: number
  readonly scan: readonly number[]
  readonly scanPages: number
  readonly photos: readonly number[]
}

export const stampingIn = (form: FormData): Stamping => ({
  on: String(form.stampedAt ?? ''),
  count: Number(form.stampedCount ?? 0),
  scan: fileIdsIn(form.scanFile),
  scanPages: Number(form.scanPages ?? 0),
  photos: fileIdsIn(form.stampPhotos),
})

/** The stamped document is the approved one as far as pages and hash say. @throws RuleError */
async function refuseOtherDocument(unit: UnitOfWork, use: UseRow, { scan, scanPages }: Stamping): Promise<void> {
  if (scan.length === 0) throw new RuleError('seal.scanMissing').at('scanFile')
  if (scanPages !== use.pages) throw new RuleError('seal.pagesDiffer', scanPages, use.pages).at('scanPages')
  const { rows } = await sql`
    select from shared_file where id = any(${[...scan]}::bigint[]) and hash = ${use.docHash}`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('seal.scanIsDraft').at('scanFile')
}

/** @throws RuleError SEA-02 above what is left of the approval, or for a day that cannot be */
function refuseStamping(unit: UnitOfWork, use: UseRow, { on, count }: Stamping): void {
  const left = use.stamps - use.stampedCount
  if (count > left) throw new RuleError('rule.SEA-02', count, left).at('stampedCount')
  if (count < 1) throw new RuleError('seal.nothingStamped').at('stampedCount')
  if (on < use.approvedOn || on > unit.clock.today())
    throw new RuleError('seal.stampedWhen', use.approvedOn, unit.clock.today()).at('stampedAt')
}

/** Draws the next number of the seal in that year: the row is locked to the end of the transaction, so that none is lost. */
async function nextNo(unit: UnitOfWork, sealId: number, year: number): Promise<number> {
  const { rows } = await sql<{ lastNo: number }>`
    insert into seal_counter (seal_id, year, last_no) values (${sealId}, ${year}, 1)
    on conflict (seal_id, year) do update set last_no = seal_counter.last_no + 1 returning last_no`.execute(unit.db)
  return rows[0]?.lastNo ?? 0
}

async function enter(
  unit: UnitOfWork,
  { id, sealId }: Pick<UseRow, 'id' | 'sealId'>,
  stamping: Stamping,
  by: number,
  correctsId: number | null,
): Promise<number> {
  const now = unit.clock.now()
  const year = Number(stamping.on.slice(0, 4))
  const no = await nextNo(unit, sealId, year)
  const { rows } = await sql<{ id: number; ticketId: number }>`
    insert into seal_entry (seal_id, year, no, register_no, use_id, ticket_id, applicant_id, dept_id, doc_title, doc_type, send_to, copies, stamped_at,
      stamped_count, is_outside, scan_file, scan_pages, photos, stamped_by, corrects_id, created_at, created_by, updated_at)
    select seal_id, ${year}::int, ${no}::int, ${`${year}-${String(no).padStart(4, '0')}`}, id, ticket_id, applicant_id, dept_id, doc_title, doc_type, send_to,
      copies, ${stamping.on}::date, ${stamping.count}::int, take_out, ${[...stamping.scan]}::bigint[], ${stamping.scanPages}::int,
      ${[...stamping.photos]}::bigint[], ${by}::bigint, ${correctsId}::bigint, ${now}::timestamptz, ${by}::bigint, ${now}::timestamptz
    from seal_use where id = ${id} returning id, ticket_id`.execute(unit.db)
  await sql`update seal_use set stamped_count = stamped_count + ${stamping.count}::int, updated_at = ${now}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
  const entry = rows[0]
  if (entry === undefined) throw new RuleError('version.conflict')
  const files = [...stamping.scan, ...stamping.photos]
  const to = { record: 'sealEntry', recordId: entry.id }
  await unit.service(fileLinks).share({ record: 'ticket', recordId: entry.ticketId }, to, files)
  await unit.service(fileLinks).share({ record: 'sealUse', recordId: id }, to, files)
  unit.changed('sealEntry', entry.id)
  unit.changed('sealUse', id)
  return entry.id
}

/** Writes a stamping into the register. The seal and the use are locked. */
export async function register(unit: UnitOfWork, use: UseRow, stamping: Stamping, by: number): Promise<number> {
  refuseStamping(unit, use, stamping)
  await refuseOtherDocument(unit, use, stamping)
  return enter(unit, use, stamping, by, null)
}

async function ticketOfUse(unit: UnitOfWork, id: number): Promise<{ ticketId: number }> {
  const { rows } = await sql<{ ticketId: number }>`select ticket_id from seal_use where id = ${id}`.execute(unit.db)
  if (!rows[0]) throw new RuleError('version.conflict')
  return rows[0]
}

/** The use of a row, locked behind its ticket, for an action of a keeper while it is pending. */
async function pendingUse(unit: UnitOfWork, id: number, { userId }: Access) {
  const { ticketId } = await ticketOfUse(unit, id)
  await unit.service(ticketActions).lock(ticketId)
  const locked = await lockUse(unit, ticketId)
  if (locked.use.state !== 'pending') throw new RuleError('version.conflict')
  refuseStranger(locked.seal, locked.use.applicantId, userId)
  return locked
}

export const useServer: RecordServer = {
  actions: {
    async ready({ id }, { readyAt }, unit, access) {
      const { use } = await pendingUse(unit, id, access)
      await sql`update seal_use set ready_at = ${String(readyAt)}::timestamp at time zone 'Asia/Shanghai', updated_at = ${unit.clock.now()}::timestamptz,
        version = version + 1 where id = ${id}`.execute(unit.db)
      unit.notify({
        to: [use.applicantId],
        contentType: 'REMIND',
        title: { key: 'seal.ready', params: [use.docTitle, String(readyAt)] },
        link: `/workflow/ticket/${use.ticketId}`,
      })
    },
    async stampPart({ id }, values, unit, access) {
      const { seal, use } = await pendingUse(unit, id, access)
      await refuseUnavailable(unit, seal, 'partCount')
      const stamping = stampingIn({ ...values, stampedCount: values.partCount ?? null })
      // The last one is registered with the ticket, which it ends.
      if (stamping.count >= use.stamps - use.stampedCount) throw new RuleError('seal.stampAll').at('partCount')
      await register(unit, use, stamping, access.userId)
    },
  },
}

interface EntryRow {
  readonly id: number
  readonly sealId: number
  readonly useId: number
  readonly stampedCount: number
  readonly scanFile: readonly number[]
  readonly scanPages: number
  readonly photos: readonly number[] | null
}

/** SEA-03: strikes an entry through with a reason; what is right is a new entry under the next number. */
async function strike(id: number, values: FormData, unit: UnitOfWork, { userId }: Access): Promise<void> {
  const { rows } = await sql<EntryRow>`
    select id, seal_id, use_id, stamped_count, scan_file, scan_pages, photos from seal_entry where id = ${id}`.execute(
    unit.db,
  )
  const entry = rows[0]
  if (entry === undefined) throw new RuleError('version.conflict')
  const { ticketId } = await ticketOfUse(unit, entry.useId)
  await unit.service(ticketActions).lock(ticketId)
  const { seal, use } = await lockUse(unit, ticketId)
  refuseStranger(seal, use.applicantId, userId)
  const now = unit.clock.now()
  const { rows: struck } = await sql`
    insert into seal_strike (entry_id, reason, struck_at, struck_by)
    values (${id}, ${String(values.reason)}, ${now}::timestamptz, ${userId}) on conflict do nothing returning entry_id`.execute(
    unit.db,
  )
  if (struck.length === 0) throw new RuleError('version.conflict')
  await sql`update seal_use set stamped_count = stamped_count - ${entry.stampedCount}::int, updated_at = ${now}::timestamptz, version = version + 1
    where id = ${use.id}`.execute(unit.db)
  unit.changed('sealEntry', id)
  if (values.rewrite !== true) return
  const right: Stamping = {
    on: String(values.stampedAt),
    count: Number(values.stampedCount),
    scan: entry.scanFile,
    scanPages: entry.scanPages,
    photos: entry.photos ?? [],
  }
  refuseStamping(unit, { ...use, stampedCount: use.stampedCount - entry.stampedCount }, right)
  const corrected = await enter(unit, use, right, userId, id)
  await unit
    .service(fileLinks)
    .share({ record: 'sealEntry', recordId: id }, { record: 'sealEntry', recordId: corrected }, [
      ...right.scan,
      ...right.photos,
    ])
}

const struck = (column: string) => `(select s.${column} from seal_strike s where s.entry_id = r.id)`

export const entryServer: RecordServer = {
  computed: {
    isStruck: 'exists (select from seal_strike s where s.entry_id = r.id)',
    struckReason: struck('reason'),
    struckAt: struck('struck_at'),
    struckBy: struck('struck_by'),
  },
  actions: { strike: ({ id }, values, unit, access) => strike(id, values, unit, access) },
}
