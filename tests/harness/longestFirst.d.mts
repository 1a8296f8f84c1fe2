import { BaseSequencer } from 'vitest/node'

/** Files that take longest, longest first. */
export const longest: readonly string[]

/** The files of a project follow one another, its long ones first. */
export class LongestFirst extends BaseSequencer {}
