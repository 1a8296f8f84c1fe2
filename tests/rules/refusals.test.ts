import { describe, expect, it } from 'vitest'
import { type ApplicationDefinition, formFieldsOf } from '#src/define/application.ts'
import type { Effect } from '#src/define/server.ts'
import { modules } from '#src/modules.ts'
import { moduleServers } from '#src/server/app/moduleServers.ts'
import { sources } from './sources.ts'

const applications = modules.flatMap((module) => module.applications)
const effects = new Map<string, Effect>(
  [...moduleServers(modules).values()].flatMap((server) =>
    Object.entries(server.effects ?? {}).flatMap(([name, found]) => (found === undefined ? [] : [[name, found]])),
  ),
)

const planned = ({ effects: plan }: ApplicationDefinition): readonly string[] =>
  Object.entries(plan).flatMap(([hook, named]) =>
    hook === 'onHandle'
      ? Object.values(named as Record<string, readonly string[]>).flat()
      : (named as readonly string[]),
  )

/** Code that looks at the form of an application: its checks and its effects. */
const hooks = sources.filter(
  ({ path, text }) =>
    /^src\/modules\/(leave|finance|affairs)\/.*\.server\.ts$/.test(path) &&
    /\b(EffectContext|EffectRun|FormContext|ApplicationServer)\b/.test(text),
)
/** Where a refusal is placed: `problemAt('endDate', ...)`, `at(`lines.${index}.dates`, ...)`, `.at('voucherNo')`. */
const placePattern = /(?:problemAt|\bat)\(\s*['`]([^'`]+)['`]/g

describe('the refusals of the shipped applications', () => {
  it.each(applications.map((application) => [application.key, application] as const))(
    'of %s name a field of its form, or the form as a whole, in every effect',
    (_key, application) => {
      const fields = formFieldsOf(application)
      const lost = planned(application).filter((name) => {
        const concerns = effects.get(name)?.concerns
        return concerns === undefined || (concerns.length > 0 && !concerns.some((path) => path in fields))
      })
      expect(lost).toEqual([])
    },
  )

  it('are placed at fields that a form has', () => {
    const fields = applications.flatMap((application) => Object.entries(formFieldsOf(application)))
    const known = new Set(
      fields.flatMap(([name, field]) => [name, ...(field.kind === 'lines' ? Object.keys(field.fields) : [])]),
    )
    // Asked by the decision itself, or by the dialog of a trip.
    for (const asked of ['comment', 'newEnd']) known.add(asked)
    const places = hooks.flatMap(({ path, text }) =>
      [...text.matchAll(placePattern)]
        .map(([, place = '']) => ({ path, field: place.split('.')[0] ?? '' }))
        .filter(({ field }) => !field.startsWith('$')),
    )
    expect(places.length).toBeGreaterThan(60)
    expect(places.filter(({ field }) => !known.has(field))).toEqual([])
  })
})
