/** What tells a request in one line wherever it is listed or announced (20.6). */

/** One part of the line. */
export type SummaryPart =
  /** The value of a field; a long text is cut. */
  | string
  /** A period of days. */
  | { readonly from: string; readonly to: string }
  /** A number with its unit; of a field of people, how many they are. */
  | { readonly count: string; readonly unit: 'days' | 'people' }
  /** The values of a field of a sub-table, or the field of a record that a reference points at; `show` names the field of the record that a sub-table's reference points at. */
  | { readonly within: string; readonly field: string; readonly show?: string }

/** Two or three parts. The amount comes last: it is left out where a column shows it already. */
export type SummaryLine = readonly [SummaryPart, SummaryPart] | readonly [SummaryPart, SummaryPart, SummaryPart]

/** Names of the form's fields that a part looks at. */
export function fieldsOfPart(part: SummaryPart): readonly string[] {
  if (typeof part === 'string') return [part]
  if ('from' in part) return [part.from, part.to]
  return ['count' in part ? part.count : part.within]
}
