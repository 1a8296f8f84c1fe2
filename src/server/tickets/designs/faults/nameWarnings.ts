import { isGateway, type Text } from '#machines/ticket/definition/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import { cellsOf } from '#src/fields/walk.ts'
import { type ServerFault, serverFault } from './serverFault.ts'

/** The second and every further of those that are called alike in one of the languages. */
function calledAlike(named: readonly (readonly [key: string, name: Text])[]): readonly string[] {
  return named
    .filter(([, { zhHans, en }], index) =>
      named
        .slice(0, index)
        .some(([, other]) => (zhHans !== '' && other.zhHans === zhHans) || (en !== '' && other.en === en)),
    )
    .map(([key]) => key)
}

/** Steps, fields and columns that people cannot tell apart by what they are called: two drafts of one thing, or a name that was forgotten. */
export function nameWarnings({ definition, form }: Design): readonly ServerFault[] {
  const states = definition.states.filter((state) => !isGateway(state)).map(({ key, name }) => [key, name] as const)
  const labelled = (paths: readonly string[]) =>
    paths.flatMap((path) => {
      const label = form.labels?.[path]
      return label === undefined ? [] : [[path, label] as const]
    })
  const fields = formFieldsOf(form)
  const tables = Object.entries(fields).map(([name, field]) =>
    Object.keys(cellsOf(field) ?? {}).map((column) => `${name}.${column}`),
  )
  return [
    ...calledAlike(states).map((state) => serverFault('20.1', 'stateSameName', state)),
    ...[Object.keys(fields), ...tables]
      .flatMap((paths) => calledAlike(labelled(paths)))
      .map((field) => serverFault('20.1', 'fieldSameName', null, { field })),
  ]
}
