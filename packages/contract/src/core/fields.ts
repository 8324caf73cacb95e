import * as z from 'zod/mini'
import { isCalendarDay, maxId } from './constants.ts'

/** Fields shared by several calls. Path segments and queries are text, so their schemas parse text. */

/** A whole number in a path segment, between `from` and `to`. */
const segmentNumber = (from: number, to: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,10}$/)),
      z.transform((digits: string) => Number(digits)),
    ),
    z.number().check(z.minimum(from), z.maximum(to)),
  )

export const segmentId = segmentNumber(1, maxId)
/** `0` means "any" or "none". */
export const segmentIdOrAny = segmentNumber(0, maxId)
export const bodyId = z.int().check(z.minimum(1), z.maximum(maxId))
export const bodyPage = z.int().check(z.minimum(1), z.maximum(1_000_000))
export const bodySize = z.int().check(z.minimum(1), z.maximum(100))

export const pageSegment = segmentNumber(1, 1_000_000)
export const sizeSegment = segmentNumber(1, 100)
export const countSegment = segmentNumber(1, 50)

/** A filter value: short, printable, decoded. */
export const wordSegment = z.string().check(z.minLength(1), z.maxLength(40))

/** A sort order; `0` is the default one. */
export function orderSegment<Order extends string>(orders: z.ZodMiniType<Order, string>, first: Order) {
  const orderOrZero: z.ZodMiniType<string, string> = z.union([z.literal('0'), orders])
  const ordered = z.transform((order: string): string => (order === '0' ? first : order))
  return z.pipe(z.pipe(orderOrZero, ordered), orders)
}

/** A page of a list. `total` is limited to `totalCap`. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ list: z.array(item), total: z.int(), page: z.int(), size: z.int() })

export const unixSeconds = z.int()

/** A date as YYYY-MM-DD, or `0` for today. Days are in China's time zone. */
export const daySegment = z.string().check(z.refine((word) => word === '0' || isCalendarDay(word)))

/** Text without control characters and halves of surrogate pairs, which the database does not store. */
export const storableText = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))

/** The same with several lines. */
export const storableLines = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u))
