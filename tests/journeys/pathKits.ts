/** What paths file and write, by group of types. */
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>

/** What a group of types files and writes. */
export interface Kit {
  isOf(type: string): boolean
  formOf(scenario: Pick<Scenario, 'type' | 'facts'>): Form | Promise<Form>
  submittedForm(type: string, event: TicketEvent, state: string | undefined): Form | undefined
}

/** The kit of paths that write one form, by its facts. */
export const kitOfPaths = (paths: {
  isOf(type: string): boolean
  formOf(facts: Facts): Form | Promise<Form>
  submittedForm(event: TicketEvent, state: string | undefined): Form | undefined
}): Kit => ({
  isOf: paths.isOf,
  formOf: ({ facts }) => paths.formOf(facts),
  submittedForm: (_type, event, state) => paths.submittedForm(event, state),
})
