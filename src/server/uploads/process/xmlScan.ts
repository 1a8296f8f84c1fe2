/** Walks over XML piece by piece with saxes, without building anything: bounds depth and tags, refuses document types, and shows each start tag. */
import { SaxesParser } from 'saxes'
import { Unreadable } from './unreadable.ts'

/** Elements inside each other; tables have about ten. */
const MAX_DEPTH = 100
/** Attributes of one tag; cells have three, roots declare some twenty namespaces. */
const MAX_ATTRIBUTES = 200

export type Attributes = Readonly<Record<string, string>>
/** A start tag, its name without a prefix. */
export type OnStartTag = (name: string, attributes: Attributes) => void

/** @throws Unreadable what is not well-formed, or more than is read */
export async function scanXml(
  pieces: AsyncIterable<Buffer>,
  onStart: OnStartTag,
  onText?: (text: string) => void,
): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let [depth, attributes] = [0, 0]
  parser.on('error', () => {
    throw new Unreadable('import.unreadable')
  })
  parser.on('doctype', () => {
    throw new Unreadable('upload.docType')
  })
  parser.on('opentagstart', () => {
    attributes = 0
    depth += 1
    if (depth > MAX_DEPTH) throw new Unreadable('upload.tooDeep', MAX_DEPTH)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) throw new Unreadable('import.unreadable')
  })
  parser.on('opentag', (tag) => onStart(tag.name.slice(tag.name.lastIndexOf(':') + 1), tag.attributes))
  if (onText !== undefined) parser.on('text', onText)
  parser.on('closetag', () => {
    depth -= 1
  })
  const decoder = new TextDecoder()
  for await (const piece of pieces) parser.write(decoder.decode(piece, { stream: true }))
  parser.write(decoder.decode()).close()
}
