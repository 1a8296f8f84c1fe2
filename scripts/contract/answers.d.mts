/** JSON Schemas by call and by the name of a type. */
export interface DerivedAnswers {
  readonly answers: Readonly<Record<string, object>>
  readonly schemas: Readonly<Record<string, object>>
}
export declare function readAnswers(root: string): DerivedAnswers
export declare function textOf(answers: DerivedAnswers): string
