/** The parsing process: reads one file after the other, as its parent sends them, and ends with it. */
import { readFile } from 'node:fs/promises'
import type { ParseKind, ParseKinds, ParseReply, ParseRequest, Source } from '../kinds.ts'
import { readBpmn } from './bpmn.ts'
import { readCsv } from './csv.ts'
import { readJson } from './json.ts'
import { readPicture } from './picture.ts'
import { readTable } from './table.ts'
import { Unreadable } from './unreadable.ts'

const contentOf = async (source: Source): Promise<Buffer> =>
  source instanceof Uint8Array
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : readFile(source.path)

type Reader<Kind extends ParseKind> = (
  source: Source,
  options: ParseKinds[Kind]['options'],
) => Promise<ParseKinds[Kind]['value']>

const readers: { readonly [Kind in ParseKind]: Reader<Kind> } = {
  table: async (source, options) => readTable(await contentOf(source), options),
  csv: async (source, options) => readCsv(await contentOf(source), options),
  json: async (source) => readJson(await contentOf(source)),
  picture: (source) => readPicture(source),
  bpmn: async (source, options) => readBpmn(await contentOf(source), options),
}

async function replyTo({ kind, source, options }: ParseRequest): Promise<ParseReply> {
  try {
    return { type: 'value', value: await (readers[kind] as Reader<ParseKind>)(source, options) }
  } catch (error) {
    if (error instanceof Unreadable) return { type: 'refused', key: error.key, params: error.params }
    throw error
  }
}

const send = (reply: ParseReply): void => void process.send?.(reply)

// A fault of this code ends the process; the parent tells the sender and logs what stands on stderr.
process.on('message', (request: ParseRequest) => void replyTo(request).then(send))
process.on('disconnect', () => process.exit(0))
send({ type: 'ready' })
