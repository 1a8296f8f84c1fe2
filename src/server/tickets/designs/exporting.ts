import { isWalkable } from '#machines/ticket/diff.ts'
import { toBpmn } from '#machines/ticket/formats/bpmn.ts'
import { toMermaid } from '#machines/ticket/formats/mermaid.ts'
import { toXState } from '#machines/ticket/formats/xstate.ts'
import type { Design, DesignFile } from '#src/define/designs.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Reader } from '../lines.ts'
import { standingDesign } from './drafts.ts'
import { readVersion } from './history.ts'
import { readHead } from './workflow.ts'

/** How a workflow leaves the house (25.11): `json` is our own, which comes in again. */
export type ExportFormat = 'json' | 'xstate' | 'mermaid' | 'bpmn'

/** The version asked for, or what is in force. XState and our own format are objects, the others texts. @throws Refusal 4004, RuleError workflow.unfinished for a chart of a draft that leads nowhere. */
export async function exportDesign(
  reader: Reader,
  id: number,
  format: ExportFormat,
  no: number | undefined,
): Promise<unknown> {
  const { engine, base, language } = reader
  const { definition, form, basics }: Design =
    no === undefined
      ? await standingDesign(engine, base.db, await readHead(base.db, id))
      : await readVersion(reader, id, no)
  if (format === 'json')
    return { format: 'jingbao.workflow', formatVersion: 1, definition, form, basics } satisfies DesignFile
  if (!isWalkable(definition)) throw new RuleError('workflow.unfinished')
  if (format === 'xstate') return toXState(definition)
  return format === 'mermaid' ? toMermaid(definition, language) : toBpmn(definition, language)
}
