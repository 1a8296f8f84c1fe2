/** What the client part of a field kind offers: a text, an input and, where a list can be narrowed by it, a filter. Texts stand apart from inputs: who reads needs no inputs. */

import type { ComponentType } from 'react'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { FieldKind, FieldOf, FieldValue } from '#src/fields/field.ts'
import type { FormProblems } from './form.ts'

/** A stored row as the server sends it: values, and the names of what they refer to as `<field>Label`. */
export type Row = Readonly<Record<string, unknown>>

/** The label of a field in the reader's language; `items.qty` is the column of a sub-table. */
export type Labels = (path: string) => string

/** The hint below a field that is filled in; undefined without one. */
export type Hints = (name: string) => string | undefined

/** What an input may look at around its own value. */
export interface FieldContext {
  /** The stored row, for the names of people and records already chosen. */
  readonly row?: Row
  readonly labels: Labels
  /** What conditions know of the form and of what lies outside it. */
  readonly facts?: Facts
  /** The period that a day is an end of. */
  readonly period?: Period
}

/** Two days that are picked as one. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly onChange: (from: string, to: string) => void
}

export interface InputProps<K extends FieldKind> {
  /** Of the element the label points at. */
  readonly id: string
  readonly name: string
  readonly field: FieldOf<K>
  readonly value: FieldValue | undefined
  readonly onChange: (value: FieldValue) => void
  readonly label: string
  readonly required: boolean
  readonly disabled: boolean
  /** Problems of the field itself are drawn around the input; this says there are some. */
  readonly invalid: boolean
  /** Problems below the field by path, for sub-tables. */
  readonly problems: FormProblems
  readonly describedBy: string | undefined
  readonly context: FieldContext
}

export interface TextProps<K extends FieldKind> {
  readonly field: FieldOf<K>
  readonly name: string
  readonly value: unknown
  readonly row: Row
  readonly labels: Labels
}

export interface FilterProps<K extends FieldKind> {
  readonly id: string
  readonly name: string
  readonly field: FieldOf<K>
  readonly label: string
  /** The list's filters by wire name. */
  readonly values: Readonly<Record<string, string>>
  /** Sets some of them; an empty text takes one away. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void
}

/** What an administrator sets of a field in the designer. */
export interface SettingsProps<K extends FieldKind> {
  readonly field: FieldOf<K>
  /** Sets properties; undefined takes one away. */
  readonly onChange: (patch: Readonly<Record<string, unknown>>) => void
}

/** How a value is read, in a cell or a detail page. */
export interface KindText<K extends FieldKind> {
  readonly Text: ComponentType<TextProps<K>>
  /** Figures stand on the right. */
  readonly align?: 'right'
  /** Takes the whole width of a form. */
  readonly isWide?: (field: FieldOf<K>) => boolean
}

/** How a value is written, and asked for. */
export interface KindInput<K extends FieldKind> {
  readonly Input: ComponentType<InputProps<K>>
  readonly Filter?: ComponentType<FilterProps<K>>
  /** The input is a group of controls, so the label is a heading of it rather than for one element. */
  readonly group?: boolean
}
