/** The part of bpmn-moddle that is used here; the package declares the types of its elements only. */
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string
    /** Attributes of other tools, with their prefixes. */
    readonly $attrs: Readonly<Record<string, string>>
    $parent?: ModdleElement
    [property: string]: unknown
  }
  export interface ParseResult {
    readonly rootElement: ModdleElement
    readonly warnings: readonly { readonly message: string; readonly element?: ModdleElement }[]
  }
  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, object>>)
    create(type: string, properties?: Readonly<Record<string, unknown>>): ModdleElement
    fromXML(xml: string): Promise<ParseResult>
    toXML(element: ModdleElement, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>
  }
}
