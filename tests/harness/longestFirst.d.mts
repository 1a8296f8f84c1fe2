import { BaseSequencer } from 'vitest/node'

/** Files that take longest, longest first. */
export const longest: readonly string[]

/** The long files of a group begin first. */
export class LongestFirst extends BaseSequencer {}
