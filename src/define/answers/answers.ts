/**
 * What each call answers, gathered from the files beside the types: who declares a route adds its answer to `Answers`
 * (`declare module '#src/define/answers/answers.ts'`), under `METHOD url` as the route has it. The server's handler must give
 * that, the client's calls have it, and the document of the API describes it.
 */
import type { FileAnswer, FullAnswer, ListAnswer } from '../answer.ts'

/** Answers by `METHOD url`. What every record has stands under `METHOD {record}rest`. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the types are
export interface Answers {}

/** Answered as one page of a list. */
export interface PageOf<Row> {
  readonly page: readonly Row[]
}
/** Answered as the content of a file, without an envelope. */
export interface FileContent {
  readonly file: true
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A part of an address: what is filled in is `:`, in the route (`:id`) and in a call alike. */
type Part<Text extends string> = Text extends `:${string}`
  ? ':'
  : string extends Text
    ? ':'
    : `${number}` extends Text
      ? ':'
      : Text
type Shape<Url extends string> = Url extends `${infer First}/${infer Rest}`
  ? `${Part<First>}/${Shape<Rest>}`
  : Part<Url>

type ShapeOfCall<Call> = Call extends `${infer M extends Method} ${infer Url}` ? `${M} ${Shape<Url>}` : never
type AnswersByShape = { [Call in keyof Answers as ShapeOfCall<Call>]: Answers[Call] }

/** The same rest of an address, whatever record it follows. */
type IsSame<One extends string, Other extends string> = One extends Other ? (Other extends One ? true : false) : false
/** The rest as the route has it, and as a call fills it; an action may be named. */
type Rests<Rest extends string, Url extends string> = Rest extends ':id/:action/'
  ? `:id/${string}/` | (Url extends `${string}${number}/${infer Action}/` ? `${number}/${Action}/` : never)
  : Rest extends `:id/${infer More}`
    ? Rest | `${number}/${More}`
    : Rest
type IsRest<Url extends string, Rest extends string> = Rest extends string ? IsSame<Url, `${string}${Rest}`> : never
type RecordCall<M extends Method, Url extends string> = {
  [Call in keyof Answers]: Call extends `${M} {record}${infer Rest}`
    ? true extends IsRest<Url, Rests<Rest, Url>>
      ? Call
      : never
    : never
}[keyof Answers]

/** What a call answers; `never` when nobody declares it. An address that begins with some text is that of a record. */
export type AnswerOf<M extends Method, Url extends string> = `${M} ${Shape<Url>}` extends infer Call extends
  keyof AnswersByShape
  ? AnswersByShape[Call]
  : [RecordCall<M, Url>] extends [infer Call extends keyof Answers]
    ? Answers[Call]
    : never

/** The data of an answer as a handler gives it. */
type HandledData<Answer> =
  Answer extends PageOf<infer Row>
    ? ListAnswer<Row>
    : Answer extends FileContent
      ? FileAnswer
      : Answer extends null
        ? // biome-ignore lint/suspicious/noConfusingVoidType: handlers that answer nothing are void
          null | undefined | void | FullAnswer<null>
        : Answer | FullAnswer<Answer>

/** What the handler of a call gives. */
export type HandlerResult<M extends Method, Url extends string> = [AnswerOf<M, Url>] extends [never]
  ? { readonly 'declare its answer': `${M} ${Url}` }
  : HandledData<AnswerOf<M, Url>>

/** Accepts an address that some route has, for the argument of a call; ids are filled in as numbers or texts. */
export type KnownPath<M extends Method, Url extends string> = [AnswerOf<M, Url>] extends [never]
  ? { readonly 'no route answers': `${M} ${Url}` }
  : unknown
/** The `data` of a call that answers one thing. */
export type DataOf<M extends Method, Url extends string> = Exclude<AnswerOf<M, Url>, PageOf<unknown> | FileContent>
/** A row of a call that answers a page of a list. */
export type RowOf<Url extends string> = AnswerOf<'GET', Url> extends PageOf<infer Row> ? Row : never
