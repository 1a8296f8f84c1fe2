import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessOf } from '#src/server/access/access.ts'
import { linkFiles } from '#src/server/files/links.ts'
import { removeOrphans } from '#src/server/files/orphans.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPng as png, tinyPdf, upload } from '#tests/harness/files.ts'
import { zipOf } from './zip.ts'

const DAY = 86_400_000
const compound = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(100),
  ])
const contentTypes = '[Content_Types].xml'

/** A JPEG of one point up to where its size stands, with a byte of what follows. */
const tinyJpeg = Buffer.from('ffd8ffe00002ffc0000b080001000101011100ff', 'hex')

describe.each(oneEngine)('files on %s', (engine) => {
  let app: TestApp
  let dataDir: string
  let pan: Client
  let other: Client
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'files-'))
    app = await startApp({ engine, mode: { dataDir } })
    pan = await app.as('pan42')
    other = await app.as('lu48')
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const stored = (): string[] =>
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  const link = (person: Client, record: string, recordId: number, ids: readonly number[]) =>
    write(app.services, (unit) =>
      linkFiles(
        unit,
        accessOf({ userId: person.userId, name: '', departmentId: 1, sessionId: '' }, app.services.directory),
        record,
        recordId,
        ids,
      ),
    )

  it.each([
    ['a.pdf', tinyPdf, 'application/pdf'],
    ['图片.png', png, 'image/png'],
    ['photo.jpeg', tinyJpeg, 'image/jpeg'],
    ['old.doc', compound('WordDocument'), 'application/msword'],
    ['old.xls', compound('Workbook'), 'application/vnd.ms-excel'],
    [
      'new.docx',
      zipOf([contentTypes, 'word/document.xml']),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'new.xlsx',
      zipOf([contentTypes, 'xl/workbook.xml']),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    ['invoice.ofd', zipOf(['OFD.xml', 'Doc_0/Document.xml']), 'application/ofd'],
    ['papers.zip', zipOf(['a.txt']), 'application/zip'],
  ])('FILE-STD takes %s for what its content is', async (name, content, mime) => {
    const answer = await upload(app, pan, name, content)
    expect(answer).toMatchObject({ code: 2000, data: { name, mime, size: content.length } })
  })

  it.each([
    ['page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['picture.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['program.pdf', Buffer.from('MZ\x90\x00 a program')],
    ['page.html', tinyPdf],
    ['picture.svg', tinyPdf],
    ['no suffix', tinyPdf],
    ['setup.doc', compound('Installer')],
    ['macros.docx', zipOf([contentTypes, 'word/document.xml', 'word/vbaProject.bin'])],
    ['program.zip', zipOf(['META-INF/MANIFEST.MF', 'Main.class'])],
    ['broken.zip', Buffer.from('PK\x03\x04 and no directory')],
    ['empty.pdf', Buffer.alloc(0)],
  ])('FILE-STD refuses %s by its content or its name, and keeps nothing', async (name, content) => {
    const before = stored().length
    const answer = await upload(app, pan, name, content)
    expect(answer.code).toBe(4013)
    expect(stored().length).toBe(before)
  })

  it('FILE-STD refuses more than 20 MB and keeps nothing', async () => {
    const before = stored().length
    const answer = await upload(app, pan, 'large.pdf', Buffer.concat([tinyPdf, Buffer.alloc(20 * 1024 * 1024)]))
    expect(answer.code).toBe(4013)
    expect(stored().length).toBe(before)
  })

  it('SYS-82 stores the same content once', async () => {
    const content = Buffer.concat([tinyPdf, Buffer.from('twice')])
    const first = await upload(app, pan, 'first.pdf', content)
    const count = stored().length
    const second = await upload(app, other, 'second.pdf', content)
    expect(second.data.id).not.toBe(first.data.id)
    expect(stored().length).toBe(count)
  })

  it('SYS-83 gives an unattached file to its uploader only', async () => {
    const { data } = await upload(app, pan, '发票.pdf', tinyPdf)
    const own = await pan.get(`/api/system/file/${data.id}/download/`)
    expect(own.raw.rawPayload.equals(tinyPdf)).toBe(true)
    expect(own.raw.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="__.pdf"; filename*=UTF-8''${encodeURIComponent('发票.pdf')}`,
      'x-content-type-options': 'nosniff',
    })
    expect(await pan.get(`/api/system/file/${data.id}/`)).toMatchObject({
      code: 2000,
      data: { id: data.id, name: '发票.pdf', size: tinyPdf.length },
    })
    expect((await other.get(`/api/system/file/${data.id}/download/`)).code).toBe(4004)
    expect((await other.get(`/api/system/file/${data.id}/`)).code).toBe(4004)
    expect((await app.guest.get(`/api/system/file/${data.id}/download/`)).code).toBe(401)
  })

  it('shows only pictures and pdf in the page', async () => {
    const picture = await upload(app, pan, 'p.png', png)
    const sheet = await upload(app, pan, 's.zip', zipOf(['s.txt']))
    const [shown, saved] = [
      await pan.get(`/api/system/file/${picture.data.id}/download/?inline=1`),
      await pan.get(`/api/system/file/${sheet.data.id}/download/?inline=1`),
    ]
    expect(String(shown.raw.headers['content-disposition'])).toMatch(/^inline/)
    expect(String(saved.raw.headers['content-disposition'])).toMatch(/^attachment/)
  })

  it("refuses to attach somebody else's file or one that does not exist", async () => {
    const { data } = await upload(app, pan, 'mine.pdf', tinyPdf)
    await expect(link(other, 'trial', 1, [data.id])).rejects.toThrow('validation')
    await expect(link(pan, 'trial', 1, [999_999])).rejects.toThrow('validation')
    await link(pan, 'trial', 1, [data.id])
    // Whoever edits the record later sends the whole list back.
    await link(other, 'trial', 1, [data.id])
    await expect(link(other, 'trial', 2, [data.id])).rejects.toThrow('validation')
  })

  it('60.8 removes what was attached to nothing after seven days, and keeps contents that another file has', async () => {
    const shared = Buffer.concat([tinyPdf, Buffer.from('shared')])
    const kept = await upload(app, pan, 'kept.pdf', shared)
    const twin = await upload(app, pan, 'twin.pdf', shared)
    const lonely = await upload(app, pan, 'lonely.pdf', Buffer.concat([tinyPdf, Buffer.from('lonely')]))
    await link(pan, 'trial', 3, [kept.data.id])
    const { rows } = await sql<{
      id: number
      hash: string
    }>`select id, hash from file where id = any(${[kept.data.id, lonely.data.id]}::bigint[]) order by id`.execute(
      app.database.db,
    )
    app.clock.advance(8 * DAY)
    await removeOrphans(app.services)
    app.clock.advance(-8 * DAY)
    const left = await sql<{
      id: number
    }>`select id from file where id = any(${[kept.data.id, twin.data.id, lonely.data.id]}::bigint[])`.execute(
      app.database.db,
    )
    expect(left.rows).toEqual([{ id: kept.data.id }])
    expect(rows.map((row) => existsSync(join(dataDir, 'files', row.hash.slice(0, 2), row.hash)))).toEqual([true, false])
  })

  it('60.8 removes contents that no file has, left by a server that was killed before their row was written', async () => {
    const { data } = await upload(app, pan, 'rowed.pdf', Buffer.concat([tinyPdf, Buffer.from('rowed')]))
    const { rows } = await sql<{ hash: string }>`select hash from file where id = ${data.id}`.execute(app.database.db)
    const hashes = [rows[0]!.hash, 'a'.repeat(64), 'b'.repeat(64)]
    const paths = hashes.map((hash) => join(dataDir, 'files', hash.slice(0, 2), hash))
    for (const path of paths.slice(1)) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, tinyPdf)
    }
    const old = new Date(app.clock.now().getTime() - 2 * DAY)
    for (const path of paths.slice(0, 2)) utimesSync(path, old, old)
    await removeOrphans(app.services)
    // The last may belong to an upload that is being stored right now.
    expect(paths.map((path) => existsSync(path))).toEqual([true, false, true])
  })
})
