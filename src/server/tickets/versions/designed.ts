import { sql } from 'kysely'
import type { Text, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import { type ApplicationDefinition, type FormDefinition, fieldsOf } from '#src/define/application.ts'
import type { SummaryLine } from '#src/define/forms/summary.ts'
import type { Language } from '#src/define/messages.ts'
import type { IconName } from '#src/define/names.ts'
import { applicationPermission } from '#src/define/names.ts'
import type { Executor } from '#src/define/server.ts'
import { customRoute } from '#src/define/tickets/types.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'
import type { Field } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'

/** The form of a type with the workflow that fills it in. */
export interface PublishedForm {
  readonly key: string
  readonly form: FormDefinition
  readonly workflow: WorkflowDefinition
}

/** What administrators have published, held in memory until a workflow changes: the types of the bureau's own, and the words they gave to shipped ones. */
export interface DesignedTypes {
  load(db: Executor): Promise<void>
  /** Types of the bureau's own by key, in their order; those that were disabled as well, for their tickets go on. */
  applications(): ReadonlyMap<string, ApplicationDefinition>
  /** Forms that administrators have published with their workflows, also those of shipped types. */
  forms(): ReadonlyMap<string, PublishedForm>
  /** Names and who may start it, where an administrator has published the type. */
  basicsOf(key: string): WorkflowBasics | null
  /** A text under `applications.<key>`; null where the catalogues have the word. */
  text(language: Language, key: string): string | null
}

interface Row {
  readonly key: string
  readonly group: WorkflowDefinition['group']
  readonly isShipped: boolean
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
  readonly basics: WorkflowBasics
}

/** Columns of "mine" beside number and title. */
const MAX_COLUMNS = 3
const fitsColumn = (field: Field): boolean => kindOf(field).isShort?.(field) === true

/** The fields that tell tickets of a type apart at a glance: the first that fit a column. */
function columnsOf(form: FormDefinition): readonly string[] {
  return Object.entries(fieldsOf(form))
    .filter(([name, field]) => fitsColumn(field) && name !== form.amountField)
    .slice(0, MAX_COLUMNS)
    .map(([name]) => name)
}

/** The line of a type that an administrator made: its first two fields of a line, the reason where there are not so many, and the amount. */
function summaryLineOf(form: FormDefinition): SummaryLine {
  const fields = fieldsOf(form)
  const [first, second] = columnsOf(form).filter((name) => fields[name]?.maskedUnless === undefined)
  const parts = [first ?? 'reason', second ?? (first === undefined ? 'urgency' : 'reason')] as const
  return form.amountField === undefined ? parts : [...parts, form.amountField]
}

function applicationOf({ key, group, definition, form, basics }: Row): ApplicationDefinition {
  return {
    ...form,
    key,
    group,
    code: basics.code,
    // The administrator's choice; the browser draws a plain page for a name it does not know.
    icon: basics.icon as IconName,
    route: customRoute(key),
    columns: columnsOf(form),
    summary: summaryLineOf(form),
    workflow: definition,
    effects: {},
  }
}

function textsOf({ key, isShipped, form, basics }: Row): [key: string, text: Text][] {
  const words: [string, Text][] = [
    ['title', { zhHans: basics.name, en: basics.nameEn }],
    ['purpose', basics.purpose],
    ['guide', basics.guide],
    ...form.sections.flatMap(({ key: section, title }): [string, Text][] =>
      title === undefined ? [] : [[`sections.${section}`, title]],
    ),
    ...Object.entries(form.labels ?? {}).map(([path, label]): [string, Text] => [`fields.${path}`, label]),
  ]
  // A shipped type keeps its catalogue's words where the administrator left a line empty.
  return words
    .filter(([, { zhHans, en }]) => !isShipped || (zhHans !== '' && en !== ''))
    .map(([path, text]) => [`applications.${key}.${path}`, text])
}

export function createDesigned(): DesignedTypes {
  let applications: ReadonlyMap<string, ApplicationDefinition> = new Map()
  let forms: ReadonlyMap<string, PublishedForm> = new Map()
  let basics: ReadonlyMap<string, WorkflowBasics> = new Map()
  let texts: ReadonlyMap<string, Text> = new Map()
  return {
    async load(db) {
      const { rows } = await sql<Row>`
        select w.key, w.group_key as group, w.is_shipped, v.definition, v.form, v.basics
        from workflow w join workflow_version v on v.id = w.current_version_id
        where v.basics is not null and w.deleted_at is null order by w.sort, w.id`.execute(db)
      const own = rows.filter(({ isShipped }) => !isShipped)
      applications = new Map(own.map((row) => [row.key, applicationOf(row)]))
      forms = new Map(rows.map(({ key, form, definition: workflow }) => [key, { key, form, workflow }]))
      basics = new Map(rows.map((row) => [row.key, row.basics]))
      texts = new Map(rows.flatMap(textsOf))
    },
    applications: () => applications,
    forms: () => forms,
    basicsOf: (key) => basics.get(key) ?? null,
    text: (language, key) => texts.get(key)?.[language] ?? null,
  }
}

/** APP-01: whether this person may begin a ticket of the type: by permission, and by the roles and departments its administrator named. */
export function mayStart(
  designed: Pick<DesignedTypes, 'basicsOf'>,
  below: (departmentId: number) => readonly number[],
  access: Access,
  key: string,
): boolean {
  if (!access.may(applicationPermission(key, 'Create'))) return false
  const basics = designed.basicsOf(key)
  if (basics === null) return true
  const { createRoleKeys: roles, createDeptIds: departments } = basics
  return (
    (roles.length === 0 || roles.some((role) => access.roles.includes(role))) &&
    (departments.length === 0 || departments.some((id) => below(id).includes(access.departmentId)))
  )
}
