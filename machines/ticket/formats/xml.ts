/** Looks over XML with saxes before a library builds anything of it: nothing expands, no document type, no entities but the five of XML and numbers, and bounds on everything. The bounds are ours because no parser has them. */
import { SaxesParser } from 'saxes'

export type XmlReason = 'tooLarge' | 'tooDeep' | 'tooMany' | 'docType' | 'entity' | 'malformed'

/** The file is not XML, or more than is read. */
export class XmlError extends Error {
  readonly reason: XmlReason
  /** From 1. */
  readonly line: number
  constructor(reason: XmlReason, line: number) {
    super(`${reason} in line ${line}`)
    this.reason = reason
    this.line = line
  }
}

/** Characters of a file. */
export const MAX_XML = 2_000_000
const MAX_DEPTH = 40
const MAX_ELEMENTS = 20_000
const MAX_ATTRIBUTES = 60

/** How saxes words a reference it does not know, and one to no character. */
const ENTITY = /entity|character reference/

/** Whether a document is well-formed and within bounds. @throws XmlError. */
export function checkXml(source: string): void {
  if (source.length > MAX_XML) throw new XmlError('tooLarge', 1)
  const parser = new SaxesParser({ position: true })
  const fail = (reason: XmlReason): never => {
    throw new XmlError(reason, parser.line)
  }
  let [depth, elements, attributes] = [0, 0, 0]
  parser.on('doctype', () => fail('docType'))
  parser.on('opentagstart', () => {
    attributes = 0
    elements += 1
    depth += 1
    if (elements > MAX_ELEMENTS) fail('tooMany')
    if (depth > MAX_DEPTH) fail('tooDeep')
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) fail('tooMany')
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.on('error', ({ message }) => fail(ENTITY.test(message) ? 'entity' : 'malformed'))
  parser.write(source).close()
}
