/** The token of an account, answered once to whoever proposed it. */
export interface MachineToken {
  readonly token: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/system/machine_account/:id/token/': MachineToken
  }
}
