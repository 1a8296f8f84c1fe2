/** Pieces of the shapes that bodies of calls are checked against. */

import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { fitsPlaces, QTY_PLACES } from './quantity/quantities.ts'

/** A property of the type that is missing here, or the other way round, does not compile. */
export type Shape<T> = { readonly [K in keyof Required<T>]: z.ZodType }

/** Names of states and fields are keys of objects and parts of message keys. */
export const nameOf = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/)
    .max(max)

/** A text of one line, trimText, that databases and screens can hold. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(trimText)
    .max(max)
    .refine((text) => !/\p{Cs}|\p{Cc}/u.test(text))

/** A property that is set or absent. */
export const flag = z.boolean().exactOptional()

/** How many of something, with its bounds. */
export const count = (min: number, max: number) => z.number().int().min(min).max(max)

/** A quantity in the unit of an item; whether its item has the places is checked where the item is known. */
export const quantityOf = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .refine((qty) => fitsPlaces(qty, QTY_PLACES))

/** A decimal as text. */
export const amount = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/)

/** The public name of a dictionary or record. */
export const code = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/)
    .max(max)
