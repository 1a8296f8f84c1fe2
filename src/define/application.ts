import type { Condition, FieldPermission, Text, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Hook } from '#machines/ticket/engine/vocabulary.ts'
import type { Fields } from '#src/fields/field.ts'
import { choice, files, longText, people, text } from '#src/fields/field.ts'
import type { Formula } from '#src/fields/formula/formula.ts'
import type { FieldDefault } from '#src/fields/kind.ts'
import type { SummaryLine } from './forms/summary.ts'
import type { EffectName, IconName, Permission, RecordName } from './names.ts'

/** A part of the form with its own heading (`applications.<key>.sections.<section>`). */
export interface FormSection {
  readonly key: string
  readonly fields: Fields
  /** Its heading where an administrator wrote it. */
  readonly title?: Text
  /** Shown as a whole only when this holds over the fields of other sections (FRM-08). */
  readonly visibleWhen?: Condition
}

/** What must hold between fields before the form is submitted, where an administrator says so (FRM-09). */
export interface FormRule {
  /** Gives yes where the form is right; not asked while a field it reads is empty. */
  readonly formula: Formula
  /** What is said at the field where it does not hold. */
  readonly message: Text
  /** The field at which it is said. */
  readonly field: string
}

/** Business effects of an application by hook (README §2 effect matrix); onHandle by state key. Each runs once per (ticket, effect, visit) (INV-09). */
export type EffectPlan = { readonly [H in Exclude<Hook, 'onHandle'>]?: readonly EffectName[] } & {
  readonly onHandle?: Readonly<Record<string, readonly EffectName[]>>
  /** Writable fields were changed by a decision. */
  readonly onChange?: readonly EffectName[]
}

/** One kind of application: its form, its chain, its effects. FS-APPLICANT, FS-HEAD (title, reason, urgency, ccUserIds) and FS-ATTACH are part of every application and not listed. */
export interface ApplicationDefinition {
  /** Ticket type, also its route segment and permission resource: `leaveApproval`. */
  readonly key: string
  readonly group: WorkflowDefinition['group']
  /** Two letters before the ticket number (§0.4). */
  readonly code: string
  /** Blueprint icon name out of the client's allowlist. */
  readonly icon: IconName
  /** `/workflow/receive/leaveApproval`. */
  readonly route: string
  readonly sections: readonly FormSection[]
  /** What the applicant may do with a field. Without an entry: computed fields are `read`, optional fields that a later state writes are `hidden`, all others `write`. */
  readonly start?: Readonly<Record<string, FieldPermission>>
  /** Field whose value is the ticket's amount. */
  readonly amountField?: string
  /** Types whose approved tickets this one may begin from: their page offers it, `?from=` fills it in. */
  readonly follows?: readonly string[]
  /** Whoever handles one may turn it into an application of the right type (OTH-01). */
  readonly isConvertible?: true
  /** Key business columns of Mine (APP-SHELL). */
  readonly columns: readonly string[]
  /** What tells one request from another in a line: in queues, on the home page and in notices (20.6). */
  readonly summary: SummaryLine
  readonly workflow: WorkflowDefinition
  readonly effects: EffectPlan
  /** Names of the records shown in the Register tab, each to those who may search it. */
  readonly register?: readonly RecordName[]
  /** What of a record of the register belongs to this type, by record: `{ expenseClaim: { kind: 'one' } }`. */
  readonly registerOnly?: { readonly [R in RecordName]?: Readonly<Record<string, string>> }
  /** Its register belongs to those who make and pay it (FIN-83): who reads every register does not read this one. */
  readonly isConfidential?: true
}

/** What the page of a shipped application has beside what follows from the application itself: address, catalogue of the menu, icon, title and permissions. */
export interface ApplicationPage {
  /** Place in the catalogue of its group. */
  readonly sort: number
  /** Another icon in the menu than in the list of applications. */
  readonly icon?: IconName
  /** Further tabs, drawn by the module's client part under `applicationTabs`; titled by `applications.<key>.tabs.<tab>`. Their permissions open the page too. */
  readonly more?: readonly {
    readonly key: string
    readonly permission: Permission
    /** Whoever may see it lands on it: the day of those who handle the type. */
    readonly isFirst?: true
  }[]
}

/** A type the product ships. One without a page is filed from elsewhere, as those of tests are. */
export interface ShippedApplication extends ApplicationDefinition {
  readonly page?: ApplicationPage
}

/** Where a shipped type is filed: under its group (README §1). */
export const routeOf = <const A extends Pick<ApplicationDefinition, 'key' | 'group'>>({
  group,
  key,
}: A): `/workflow/${A['group']}/${A['key']}` => `/workflow/${group}/${key}`

/** An application as a module declares it: its route follows from group and key. */
type DeclaredApplication = Omit<ApplicationDefinition, 'route'> & { readonly page: ApplicationPage }

export function defineApplication<const A extends DeclaredApplication>(
  application: A,
): A & { readonly route: `/workflow/${A['group']}/${A['key']}` } {
  return { ...application, route: routeOf(application) }
}

/** All own fields of an application, over its sections. */
export function fieldsOf(application: Pick<ApplicationDefinition, 'sections'>): Fields {
  return Object.assign({}, ...application.sections.map((section) => section.fields))
}

/** FS-HEAD, the applicant's number of FS-APPLICANT, and FS-ATTACH: the first and last fields of every form (§0.3). An empty title gets its default at save. */
export const headFields: Fields = {
  title: text(100, { min: 2 }),
  reason: longText(5, 500, { required: true }),
  urgency: choice('urgency', { required: true, initial: 'normal' }),
  mobile: text(11, { required: true, pattern: 'mobile', initial: 'applicant.mobile' }),
  ccUserIds: people(20),
  attachments: files(10),
}

/** The part of an application that decides a form; a workflow version keeps it as it was at publish. */
export interface FormDefinition extends Pick<ApplicationDefinition, 'sections' | 'start' | 'amountField'> {
  /** Names of fields where an administrator wrote them, by `field` or `lines.field`; shipped ones stand in the catalogues. */
  readonly labels?: Readonly<Record<string, Text>>
  /** Hints below fields, by the name of the field. */
  readonly hints?: Readonly<Record<string, Text>>
  readonly rules?: readonly FormRule[]
  /** With what fields begin besides a fixed value (FRM-10). */
  readonly defaults?: Readonly<Record<string, FieldDefault>>
}

/** The fields of a section, each shown only where the section is. */
function fieldsIn({ fields, visibleWhen }: FormSection): Fields {
  if (visibleWhen === undefined) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      {
        ...field,
        visibleWhen: field.visibleWhen === undefined ? visibleWhen : { all: [visibleWhen, field.visibleWhen] },
      },
    ]),
  )
}

/** All fields of the form: head first, then the sections. */
export function formFieldsOf(form: FormDefinition): Fields {
  return Object.assign({}, headFields, ...form.sections.map(fieldsIn))
}

/** What the applicant may do with each field while filling in the form. */
export function startPermissions(
  form: FormDefinition,
  workflow: WorkflowDefinition,
): Readonly<Record<string, FieldPermission>> {
  const later = new Set(
    workflow.states.flatMap((state) =>
      Object.entries(state.fields ?? {}).flatMap(([name, permission]) =>
        permission === 'write' || permission === 'required' ? [name] : [],
      ),
    ),
  )
  return Object.fromEntries(
    Object.entries(formFieldsOf(form)).map(([name, field]) => [
      name,
      form.start?.[name] ??
        (field.computed === true ? 'read' : later.has(name) && field.required !== true ? 'hidden' : 'write'),
    ]),
  )
}
