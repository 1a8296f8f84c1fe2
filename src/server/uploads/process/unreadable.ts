import type { ProblemParam } from '#src/define/problem.ts'

/** The file is not read on; the key is told to its sender. */
export class Unreadable extends Error {
  readonly key: string
  readonly params: readonly ProblemParam[]
  constructor(key: string, ...params: readonly ProblemParam[]) {
    super(key)
    this.name = 'Unreadable'
    this.key = key
    this.params = params
  }
}
