/** A fault that only the server can see: it knows the organisation, the dictionaries and what the program relies on. */
export interface ServerFault {
  readonly rule: string
  readonly state: string | null
  readonly message: { readonly key: string; readonly params: Readonly<Record<string, string | number>> }
}

/** The text stands under `workflow.fault.<name>`. */
export function serverFault(
  rule: string,
  name: string,
  state: string | null,
  params: ServerFault['message']['params'] = {},
): ServerFault {
  return {
    rule,
    state,
    message: { key: `workflow.fault.${name}`, params: state === null ? params : { state, ...params } },
  }
}
