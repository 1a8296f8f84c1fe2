/** Signed sheets: the text as it was signed, the signature, and a hash over both. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { fillText } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { nextDocumentNo } from '../document-numbers.server.ts'
import type { SignedSheet, Stroke } from './sheet.types.ts'

/** Edition of the declaration that people sign. */
export const TERMS_VERSION = 1
const MAX_STROKES = 400
const MAX_NUMBERS = 2000

/** A signature as it comes: at least one line of two points. */
export const strokesSchema = z
  .array(z.array(z.number().int().min(0).max(2000)).min(4).max(MAX_NUMBERS))
  .min(1)
  .max(MAX_STROKES)

const hashOf = (no: string, kind: string, body: string, strokes: readonly Stroke[]): string =>
  createHash('sha256')
    .update([no, kind, body, JSON.stringify(strokes)].join('\n'))
    .digest('hex')

/** A text of the bureau's language with its values. */
export const wording = (unit: UnitOfWork, key: string, ...values: readonly (string | number)[]): string =>
  fillText(unit.textOf('zhHans', key) ?? key, values)

export interface NewSheet {
  readonly kind: SignedSheet['kind']
  /** Makes the text once the number is known. */
  readonly bodyOf: (no: string) => string
  readonly strokes: readonly Stroke[]
  readonly signerId: number
  readonly deptId: number
  /** Who was at the counter. */
  readonly witnessId: number
  readonly assetIds: readonly number[]
  /** When it was signed; now by default. */
  readonly at?: Date
}

export async function addSheet(
  unit: UnitOfWork,
  sheet: NewSheet,
): Promise<{ readonly sheetId: number; readonly no: string }> {
  const no = await nextDocumentNo(unit, 'QS')
  const body = sheet.bodyOf(no)
  const { rows } = await sql<{ id: number }>`
    insert into asset_sheet (no, kind, body, terms, strokes, hash, signer_id, dept_id, witness_id, pieces, at)
    values (${no}, ${sheet.kind}, ${body}, ${TERMS_VERSION}, ${JSON.stringify(sheet.strokes)}::jsonb, ${hashOf(no, sheet.kind, body, sheet.strokes)}, ${sheet.signerId},
      ${sheet.deptId}, ${sheet.witnessId}, ${sheet.assetIds.length}, ${sheet.at ?? unit.clock.now()}::timestamptz) returning id`.execute(
    unit.db,
  )
  const sheetId = rows[0]?.id ?? 0
  await sql`insert into asset_sheet_line (sheet_id, asset_id) select ${sheetId}::bigint, id from unnest(${[...new Set(sheet.assetIds)]}::bigint[]) id`.execute(
    unit.db,
  )
  unit.changed('assetSheet', null)
  return { sheetId, no }
}

interface StoredSheet extends Omit<SignedSheet, 'isIntact' | 'at'> {
  readonly signerId: number
  readonly at: Date
  readonly day: string
}

/** 领用单: to whoever signed it, and to those who keep assets; printed as often as they like. */
export const printSheet = route({
  method: 'GET',
  url: '/api/assets/sheet/:id/print/',
  permission: 'signedIn',
  params: z.object({ id: z.coerce.number().int().positive() }),
  async handle({ unit, access, params }) {
    const { rows } = await sql<StoredSheet>`
      select s.id, s.no, s.kind, s.body, s.strokes, s.hash, s.signer_id, signer.name as signer, witness.name as witness,
        to_char(s.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as day
      from asset_sheet s join shared_app_user signer on signer.id = s.signer_id join shared_app_user witness on witness.id = s.witness_id where s.id = ${params.id}`.execute(
      unit.db,
    )
    const sheet = rows[0]
    if (sheet === undefined || (sheet.signerId !== access.userId && !access.may('asset:Retrieve'))) throw notFound()
    const { id, no, kind, body, strokes, hash, signer, witness, day } = sheet
    return {
      id,
      no,
      kind,
      body,
      strokes,
      hash,
      signer,
      witness,
      at: day,
      isIntact: hash === hashOf(no, kind, body, strokes),
    }
  },
})
