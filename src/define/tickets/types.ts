/** Types of applications in the API: cards, designed types, a new form (97-api). */
import type { FieldPermission } from '#machines/ticket/definition/definition.ts'
import type { FormData } from '#src/fields/field.ts'
import type { ApplicationDefinition, FormDefinition } from '../application.ts'
import type { Language } from '../messages.ts'
import type { TicketDetail } from './detail.ts'

/** The page of a type that an administrator made. */
export const customRoute = (key: string): string => `/workflow/applications/${key}`

/** The words of a type as an administrator wrote them; `fields` by `field` or `lines.field`. */
export interface TypeTexts {
  readonly title: string
  readonly purpose: string
  readonly guide: string
  readonly sections: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
}

/** A row of GET /api/workflow/designed_types/: a type the bureau made itself, which no build of the pages knows. */
export interface DesignedType {
  readonly key: string
  readonly texts: Readonly<Record<Language, TypeTexts>>
  /** null for people who may neither begin a ticket of it nor read its register. */
  readonly application: ApplicationDefinition | null
}

/** A card of GET /api/workflow/application_types/. */
export interface ApplicationCard {
  readonly key: string
  readonly group: string
  readonly title: string
  readonly titleEn: string
  readonly purpose: string
  readonly guide: string
  /** Other words it is looked for by, in both languages. */
  readonly aliases: readonly string[]
  /** Pinyin of the Chinese name, whole and by initials, to search by. */
  readonly full: string
  readonly initials: string
  readonly icon: string
  readonly route: string
  readonly favourite: boolean
  /** My tickets of this type that are under way. */
  readonly running: number
  /** From submit to end, over the last 90 days; null without any. */
  readonly averageDays: number | null
}

/** GET /api/workflow/application_types/{key}/ */
export interface ApplicationStart {
  readonly key: string
  readonly versionNo: number
  readonly title: string
  readonly guide: string
  /** The person has submitted none of this type yet. */
  readonly isFirst: boolean
  readonly form: FormDefinition
  readonly fieldPermissions: Readonly<Record<string, FieldPermission>>
  readonly defaults: FormData
  readonly columns: readonly string[]
  readonly applicantInfo: TicketDetail['applicantInfo']
  readonly applicantFacts: TicketDetail['applicantFacts']
}
