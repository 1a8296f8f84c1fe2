import { toBpmn } from '#machines/ticket/formats/bpmn/write.ts'
import { toMermaid } from '#machines/ticket/formats/mermaid.ts'
import { toXState } from '#machines/ticket/formats/xstate.ts'
import { isWalkable } from '#machines/ticket/verify/diff.ts'
import type { ExportedWorkflow } from '#src/define/answers/workflows.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Design, DesignFile } from '#src/define/workflows/designs.ts'
import { participantWords } from '#src/server/proposals/participants.ts'
import type { Reader } from '../queries/lines.ts'
import { standingDesign } from './drafts.ts'
import { readVersion } from './history.ts'
import { readHead } from './workflow.ts'

/** How a workflow leaves the house (25.11): `json` is our own, which comes in again. */
export type ExportFormat = 'json' | 'xstate' | 'mermaid' | 'bpmn'

/** The requested version, else the one in force. XState and our own format are objects, the others texts. @throws Refusal 4004, RuleError workflow.unfinished for a chart of a draft that leads nowhere. */
export async function exportDesign(
  reader: Reader,
  id: number,
  format: ExportFormat,
  no: number | undefined,
): Promise<ExportedWorkflow> {
  const { engine, unit, language } = reader
  const design: Design =
    no === undefined
      ? await standingDesign(engine, unit.db, await readHead(unit.db, id))
      : await readVersion(reader, id, no)
  const { definition, form, basics } = design
  if (format === 'json')
    return { format: 'jingbao.workflow', formatVersion: 1, definition, form, basics } satisfies DesignFile
  if (!isWalkable(definition)) throw new RuleError('workflow.unfinished')
  if (format === 'xstate') return toXState(definition)
  return format === 'mermaid' ? toMermaid(definition, language) : bpmnOf(reader, design)
}

/** The whole design as BPMN: form and basics are no part of the chart and travel beside it. */
async function bpmnOf({ engine, unit, language }: Reader, { definition, form, basics }: Design): Promise<string> {
  const participants = [{ type: 'applicant' } as const, ...definition.states.map(({ participant }) => participant)]
  const words = await participantWords(unit.db, engine.texts, language, participants, { areCounted: false })
  const spoken = { type: definition.key, fields: formFieldsOf(form), labels: form.labels ?? {} }
  return toBpmn(definition, {
    language,
    name: language === 'en' ? basics.nameEn : basics.name,
    laneName: (participant) => words(participant, spoken),
    parts: { form: JSON.stringify(form), basics: JSON.stringify(basics) },
  })
}
