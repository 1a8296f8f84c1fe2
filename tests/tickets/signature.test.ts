import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { only } from '#src/server/database/only.ts'
import { isSignedByRank, lastSignature, signFor } from '#src/server/tickets/commands/signature.ts'
import { hashOf } from '#src/server/tickets/log/canonical.ts'
import { detailOf, seeTicket } from '#src/server/tickets/queries/detail.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { errand } from './applications.ts'
import { type Bureau, type Name, openBureau } from './bureau.ts'
import { expectSound, refusal } from './words.ts'

describe.each(oneEngine)('signatures on %s', (kind) => {
  let bureau: Bureau
  let pictures = 0
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  /** A picture the person has uploaded. */
  const picture = async (name: Name, mime = 'image/png'): Promise<number> => {
    pictures += 1
    const { rows } = await sql<{ id: number }>`
      insert into file (hash, name, mime, size, uploader_id, created_at)
      values (${hashOf([name, mime, pictures])}, 'signature.png', ${mime}, 10, ${bureau.id(name)}, ${bureau.clock.now()}) returning id`.execute(
      bureau.database.db,
    )
    return only(rows).id
  }
  const prove = (name: Name, ticketId: number, fileId: number) =>
    bureau.read((unit) => signFor(unit, bureau.services.vault, bureau.access(name), ticketId, fileId))
  const approve = (name: Name, ticketId: number, signature?: string) =>
    bureau.ask(name, ticketId, { type: 'approve', comment: '', ...(signature && { signature }) })
  const filed = async (price: string) => (await bureau.submit('zhao', 'errand', { price })).ticket.id
  const detail = (name: Name, id: number) =>
    bureau.read(async (unit) => {
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      const seen = await seeTicket(reader, bureau.access(name), id)
      return {
        detail: await detailOf(reader, bureau.access(name), seen),
        timeline: await timelineOf(reader, bureau.access(name), seen),
      }
    })

  it('WF-04 a leader signs an application of the bureau leader; others need not', () => {
    const [leader, audit] = errand.workflow.states
    const [chief, staff] = [{ roles: ['staff', 'bureauLeader'] }, { roles: ['staff'] }]
    expect([
      isSignedByRank(leader, chief),
      isSignedByRank(audit, chief),
      isSignedByRank(leader, staff),
      isSignedByRank({ ...audit, requireSignature: true }, staff),
    ]).toEqual([true, false, false, false])
  })

  it('20.7 requireSignature: without a proof nothing is approved; with one the picture stands on task, log and page', async () => {
    const id = await filed('31.00')
    expect((await detail('qian', id)).detail.mustSign).toBe(true)
    expect(await refusal(approve('qian', id))).toBe('wf.signatureRequired')
    const fileId = await picture('qian')
    await approve('qian', id, await prove('qian', id, fileId))
    const { detail: shown, timeline } = await detail('zhao', id)
    expect(shown.steps[0]?.people).toMatchObject([{ outcome: 'approve', signature: fileId }])
    expect(timeline.filter((row) => row.action === 'approve')).toMatchObject([{ signature: fileId }])
    const { rows } = await sql<{ signatureFileId: number; hash: string; linked: boolean }>`
      select k.signature_file_id, e.event -> 'signature' ->> 'hash' as hash,
        exists (select from file_link l where l.file_id = ${fileId} and l.record = 'ticket' and l.record_id = ${id}) as linked
      from ticket_task k join ticket_event e on e.ticket_id = k.ticket_id and e.type = 'approve'
      where k.ticket_id = ${id} and k.signature_file_id is not null`.execute(bureau.database.db)
    expect(rows).toMatchObject([
      { signatureFileId: fileId, hash: expect.stringMatching(/^[0-9a-f]{64}$/), linked: true },
    ])
    expect(await bureau.read((unit) => lastSignature(unit, bureau.access('qian')))).toEqual({ fileId })
    await expectSound(bureau, id)
  })

  it('20.7 a proof is for one person, one ticket and five minutes, and for a picture of one’s own', async () => {
    const [one, other] = [await filed('32.00'), await filed('33.00')]
    const fileId = await picture('qian')
    const proof = await prove('qian', one, fileId)
    expect(await refusal(approve('qian', other, proof)), 'another ticket').toBe('wf.signatureRequired')
    expect(await refusal(approve('qian', one, `${proof.slice(0, -4)}AAAA`)), 'altered').toBe('wf.signatureRequired')
    expect(await refusal(approve('qian', one, await prove('suns', one, await picture('suns')))), 'another person').toBe(
      'wf.signatureRequired',
    )
    expect(await refusal(prove('qian', one, await picture('suns')))).toBe('4000 fileId check.fileOwner')
    expect(await refusal(prove('qian', one, await picture('qian', 'application/pdf')))).toBe(
      '4000 fileId check.fileOwner',
    )
    bureau.clock.advance(5 * 60_000 + 1000)
    expect(await refusal(approve('qian', one, proof)), 'too late').toBe('wf.signatureRequired')
    expect(await refusal(approve('qian', one, await prove('qian', one, fileId)))).toBeNull()
  })
})
