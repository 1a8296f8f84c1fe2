/** Where in the chart a state lies. Keys of a definition have no underscore, so these names never clash with them. */
import type { Home } from '#machines/ticket/definition/blocks.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'

/** The parallel state beside its branching state. */
export const blockName = (fork: string): string => `${fork}_branches`
/** A region of it. */
export const branchName = (number: number): string => `branch_${number}`
/** What a name in the chart is not: the key of a state. */
export const isOfBlock = (name: string): boolean => name.includes('_')

/** The path of a branch. */
export const regionPath = (homes: readonly Home[]): string =>
  ['#ticket.process', ...homes.flatMap(({ fork, number }) => [blockName(fork), branchName(number)])].join('.')

/** The path of a state. */
export const pathOf = (workflow: Workflow, key: string): string => `${regionPath(workflow.blocks.home(key))}.${key}`
