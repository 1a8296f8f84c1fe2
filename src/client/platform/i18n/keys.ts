/** The keys of every text, as types: a key no catalogue has does not compile. */
import type first from '#src/client/messages/first.zhHans.ts'
import type frame from '#src/client/messages/frame.zhHans.ts'
import type { PageTrees } from '#src/client/messages/texts.ts'
import type { PluralForms, TextPaths } from '#src/define/messages.ts'
import type { ModuleTexts } from '#src/modules.ts'

/** Paths to the texts that have forms for numbers. */
type FormPaths<T> = T extends unknown
  ? {
      [K in keyof T & string]: T[K] extends string ? never : T[K] extends PluralForms ? K : `${K}.${FormPaths<T[K]>}`
    }[keyof T & string]
  : never

type Trees = typeof first | typeof frame | PageTrees | ModuleTexts

/** A text some catalogue has: `common.save`. */
export type TextKey = TextPaths<Trees>

/** What stands under a path: `Under<'ticketAction.action'>` is `'submit' | 'approve' ...`. */
export type Under<P extends string> = TextKey extends infer K ? (K extends `${P}.${infer N}` ? N : never) : never

/** A text with forms for numbers: `misc.daysLeft`. */
export type PluralKey = FormPaths<Trees>

/** Texts about things whose names are data: records, applications, pages. `tests/rules` holds that every definition brings its own. */
export type Family =
  | `records.${string}.title`
  | `records.${string}.fields.${string}`
  | `records.${string}.actions.${string}`
  | `records.${string}.charts.${string}.${'title' | 'unit'}`
  | `applications.${string}.${'title' | 'purpose' | 'guide'}`
  | `applications.${string}.sections.${string}`
  | `applications.${string}.fields.${string}`
  | `pages.${string}`
  | `personalTabs.${string}`

/** `K` where every key it stands for has a text: a family's key counts when its name is known at run time only, one written out has to be a `TextKey`. */
export type KnownKey<K extends string> = K extends TextKey
  ? K
  : Record<never, never> extends Record<K, unknown>
    ? K
    : never
