/** Hostile uploads: each ends with a reason, and nobody else notices (SYS-135). */
import { pino } from 'pino'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { workbook } from '#src/server/records/transfer/workbook.ts'
import { FairQueue } from '#src/server/uploads/fairQueue.ts'
import type { ParseKind } from '#src/server/uploads/kinds.ts'
import { createParser, type Parser, type ParserOptions } from '#src/server/uploads/parser.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { multipart } from '#tests/harness/files.ts'
import { cell, fullSheet, hostileFiles, hugeBpmn, sheetOf, workbookOf } from '#tests/harness/hostileFiles.ts'
import { parserFile } from '#tests/harness/parserFile.ts'

const MEGABYTE = 1024 * 1024
const pan = 1
const lu = 2
const parserWith = (limits: NonNullable<ParserOptions['limits']> = {}): Parser =>
  createParser({ log: pino({ level: 'silent' }), file: parserFile, limits })
const keyOf = async (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'read',
    (error: { problem: { key: string } }) => error.problem.key,
  )

describe('the service that parses uploads', () => {
  let parser: Parser
  beforeAll(() => {
    parser = parserWith()
  })
  afterAll(() => parser.close())

  it('refuses each hostile file with its reason, one after the other and without taking the memory of the server (SYS-135)', async () => {
    const files = hostileFiles()
    const before = process.memoryUsage.rss()
    const found: Record<string, string> = {}
    for (const { name, kind, content, options } of files)
      found[name] = await keyOf(parser.parse(kind as ParseKind, content, options as never, pan))
    expect(found).toEqual(Object.fromEntries(files.map(({ name, key }) => [name, key])))
    expect((process.memoryUsage.rss() - before) / MEGABYTE).toBeLessThan(300)
  })

  it('refuses a BPMN file of 100,000 elements with the line where it became too much (SYS-135)', async () => {
    const options = { key: 'cst_a', group: 'receive' } as const
    expect(await parser.parse('bpmn', Buffer.from(hugeBpmn()), options, pan)).toEqual({
      malformed: { reason: 'tooMany', line: 1 },
    })
  })

  it('reads good files as the library does: kinds of cells, choices on a hidden sheet, other sheets, and a last row that some programs write', async () => {
    const rows = [
      ['名称', '价格', '日期', '启用'],
      ['甲', 19.9, new Date('2026-01-31'), true],
      ['  乙 ', null, null, false],
      [null, null, null, null],
      ['丙', 0, new Date('1999-12-31'), null],
    ]
    async function* pages() {
      yield [['=1+1', 3.5] as const]
    }
    const template: Buffer[] = []
    for await (const piece of workbook(
      [
        { title: 'A', choices: ['是', '否'] },
        { title: 'B', places: 2 },
      ],
      pages(),
      new Date(),
    ))
      template.push(piece)
    const files = [
      await writeXlsxFile(rows, { dateFormat: 'yyyy-mm-dd' }).toBuffer(),
      Buffer.concat(template),
      workbookOf(fullSheet(2001, 40)),
      workbookOf(
        `<?xml version="1.0"?><!-- a > b <c --><worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1')}</row><row r="1048576" ht="12.8"/></sheetData></worksheet>`,
      ),
      workbookOf(sheetOf(`<row r="2">${cell('B2')}<c r="AZ2" s="0"/></row>`), [
        { name: 'xl/worksheets/sheet2.xml', content: sheetOf(`<row r="100000">${cell('ZZ100000')}</row>`) },
      ]),
    ]
    for (const file of files)
      expect((await parser.parse('table', file, { rows: 2000 }, pan)).rows).toEqual(await readSheet(file))
    expect(await keyOf(parser.parse('table', files[2] as Buffer, { rows: 1999 }, pan))).toBe('import.tooManyRows')
  })

  it('replaces a process that takes too long or too much memory; its sender hears the reason, others get their answer (SYS-135)', async () => {
    const heavy = workbookOf(fullSheet(2000, 140))
    const light = workbookOf(sheetOf(`<row r="1">${cell('A1')}</row>`))
    const found: unknown[] = []
    for (const limits of [{ processorMs: 100 }, { wallMs: 100 }, { residentMegabytes: 70 }, { heapMegabytes: 12 }]) {
      const strict = parserWith({ processes: 1, ...limits })
      const own = keyOf(strict.parse('table', heavy, { rows: 2000 }, pan))
      const other = strict.parse('table', light, { rows: 2000 }, lu)
      // On a busy machine so short a limit may also end the small file; sent again, it is answered.
      const again = async (): Promise<unknown> => {
        const isRead = async (): Promise<boolean> =>
          (await keyOf(strict.parse('table', light, { rows: 2000 }, lu))) === 'read'
        await expect.poll(isRead, { timeout: 20_000 }).toBe(true)
        return [['x']]
      }
      found.push([await own, await other.then(({ rows }) => rows).catch(again)])
      strict.close()
    }
    expect(found).toEqual([
      ['upload.tooSlow', [['x']]],
      ['upload.tooSlow', [['x']]],
      ['upload.tooMuchMemory', [['x']]],
      ['upload.tooMuchMemory', [['x']]],
    ])
  })

  it('tells a sender when too many files wait, and lets nobody take all places (SYS-135)', async () => {
    const busy = parserWith({ processes: 2, waiting: 3, waitingPerSender: 2 })
    const heavy = workbookOf(fullSheet(1500, 100))
    const light = workbookOf(sheetOf(`<row r="1">${cell('A1')}</row>`))
    const own = Array.from({ length: 4 }, () => keyOf(busy.parse('table', heavy, { rows: 2000 }, pan)))
    // One of them is read, two wait, and the second process stays free for others.
    expect(await own[3]).toBe('upload.ownQueueFull')
    expect((await busy.parse('table', light, { rows: 2000 }, lu)).rows).toEqual([['x']])
    expect(await Promise.all(own.slice(0, 3))).toEqual(['read', 'read', 'read'])
    busy.close()
    expect(await keyOf(busy.parse('table', light, { rows: 2000 }, lu))).toBe('upload.queueFull')
  })
})

describe('a server that is sent hostile files', () => {
  let app: TestApp
  let employee: Client
  beforeAll(async () => {
    app = await startApp({ engine: 'embedded' })
    employee = await app.as('pan42')
  })
  afterAll(() => app.close())
  const send = async (content: Buffer) => {
    const { payload, headers } = multipart('lines.xlsx', content)
    const raw = await app.app.inject({
      method: 'POST',
      url: '/api/workflow/application_types/financialReimbursementOne/lines/lines/import_data/',
      payload,
      headers: { ...headers, authorization: `Bearer ${await employee.token()}`, 'accept-language': 'en' },
    })
    return raw.json<{ code: number; errKey: string; msg: string }>()
  }

  it('tells an employee whose claim lines have a cell at the far corner where it stands (SYS-135)', async () => {
    expect(await send(workbookOf(sheetOf(`<row r="1048576">${cell('XFD1048576')}</row>`)))).toEqual({
      code: 4013,
      errKey: 'upload.tooFar',
      msg: 'Cell XFD1048576 is outside the range that can be read (20000 rows, 500 columns). Delete unused rows, columns and their formatting, then try again.',
    })
  })

  it('answers others on the one connection of the embedded engine while a file is parsed (SYS-135)', async () => {
    const order: string[] = []
    const heavy = send(workbookOf(fullSheet(2500, 100))).then(({ errKey }) => order.push(errKey))
    const list = employee.get('/api/workflow/ticket/').then(({ code }) => order.push(String(code)))
    await Promise.all([heavy, list])
    expect(order).toEqual(['2000', 'import.tooManyRows'])
  })
})

describe('the queue of uploads', () => {
  const job = (sender: number, name: string) => ({ sender, name })
  it('serves senders in turn, however many files one of them sends', () => {
    const queue = new FairQueue<ReturnType<typeof job>>({ waiting: 10, waitingPerSender: 5 })
    for (const one of [job(1, 'a'), job(1, 'b'), job(1, 'c'), job(2, 'd'), job(3, 'e')])
      expect(queue.add(one)).toBe(null)
    const order: string[] = []
    for (let next = queue.take(() => true); next; next = queue.take(() => true)) order.push(next.name)
    expect(order).toEqual(['a', 'd', 'e', 'b', 'c'])
    expect(queue.size).toBe(0)
  })

  it('is bounded in all and by sender, and passes by whoever may not start', () => {
    const queue = new FairQueue<ReturnType<typeof job>>({ waiting: 3, waitingPerSender: 2 })
    const [a, b, c] = [job(1, 'a'), job(1, 'b'), job(2, 'c')]
    expect([queue.add(a), queue.add(b), queue.add(job(1, 'x')), queue.add(c), queue.add(job(3, 'y'))]).toEqual([
      null,
      null,
      'ownFull',
      null,
      'full',
    ])
    expect(queue.take((sender) => sender !== 1)).toBe(c)
    queue.remove(a)
    expect([queue.size, queue.clear(), queue.size]).toEqual([1, [b], 0])
  })
})
