import * as z from 'zod/mini'
import { anyValue } from '../../core/constants.ts'
import { orderSegment, wordSegment } from '../../core/fields.ts'

/** A type, group or tag by name; `0` and 全部 are any. */
export const typeSegment = wordSegment
export const groupSegment = wordSegment

/** Whether a segment means "any". */
export const isAny = (value: string): boolean => value === '0' || value === anyValue.genre

/** Sort orders of channels: by number, by viewers, newest first. */
export const LiveOrder = z.enum(['默认', '最热', '最新'])
export type LiveOrder = z.output<typeof LiveOrder>

export const liveOrderSegment = orderSegment(LiveOrder, '默认')

const stateDigit = z.enum(['0', '1', '2', '3'])

/** 0 all, 1 upcoming, 2 live, 3 over. */
export const stateSegment = z.pipe(
  z.pipe(
    stateDigit,
    z.transform((digit: z.output<typeof stateDigit>) => Number(digit)),
  ),
  z.number().check(z.minimum(0), z.maximum(3)),
)
