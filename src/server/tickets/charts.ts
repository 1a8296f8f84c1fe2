import { compileWorkflow } from '#machines/ticket/compile.ts'
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import type { Language } from '#src/define/messages.ts'

/** The statechart as XState JSON: what the engine runs, without its code. */
export function xstateJson(definition: WorkflowDefinition): unknown {
  return JSON.parse(JSON.stringify(compileWorkflow(definition).config))
}

const quoted = (text: string): string => text.replaceAll('"', "'")

/** The chain as a Mermaid state diagram. */
export function mermaidText(definition: WorkflowDefinition, language: Language): string {
  const place = (key: string) => (key === 'start' || key === 'end' ? '[*]' : key)
  const states = definition.states.map((state) => `  state "${quoted(state.name[language])}" as ${state.key}`)
  const ways = definition.transitions.map(
    ({ from, to, label }) => `  ${place(from)} --> ${place(to)}${label ? ` : ${quoted(label[language])}` : ''}`,
  )
  return ['stateDiagram-v2', ...states, ...ways].join('\n')
}
