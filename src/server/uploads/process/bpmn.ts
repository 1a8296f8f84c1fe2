/** The BPMN kind: everything of the format stays behind {@link fromBpmn}. */
import { fromBpmn } from '#machines/ticket/formats/bpmn/import.ts'
import type { BpmnNote } from '#machines/ticket/formats/bpmn/notes.ts'
import { XmlError } from '#machines/ticket/formats/xml.ts'
import type { BpmnReading, ParseKinds } from '../kinds.ts'
import { readJson } from './json.ts'
import { Unreadable } from './unreadable.ts'

/** What stands beside the chart; what is no JSON, or more than is read, is noted. */
function partsOf(texts: Readonly<Record<string, string>>): {
  readonly parts: Readonly<Record<string, unknown>>
  readonly unread: readonly BpmnNote[]
} {
  const parts: Record<string, unknown> = {}
  const unread: BpmnNote[] = []
  for (const [name, text] of Object.entries(texts)) {
    try {
      parts[name] = readJson(Buffer.from(text))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unread.push({ reason: 'ownPart', element: '', detail: name })
    }
  }
  return { parts, unread }
}

export async function readBpmn(content: Buffer, { key, group }: ParseKinds['bpmn']['options']): Promise<BpmnReading> {
  try {
    const { parts: texts, notes, ...read } = await fromBpmn(content.toString('utf8'), key, group)
    const { parts, unread } = partsOf(texts)
    return { ...read, parts, notes: [...notes, ...unread] }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return { malformed: { reason: error.reason, line: error.line } }
  }
}
