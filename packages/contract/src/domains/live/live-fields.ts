import * as z from 'zod/mini'
import { anyWord } from '../../core/constants.ts'
import { wordSegment } from '../../core/fields.ts'

/** A type, a group or a tag by name; `0` and 全部 are any. */
export const typeSegment = wordSegment
export const groupSegment = wordSegment

/** Whether a segment narrows nothing. */
export const isAny = (word: string): boolean => word === '0' || word === anyWord.genre

/** The order line of channels: by number, by how many watch, the last added first. */
export const LiveOrder = z.enum(['默认', '最热', '最新'])
export type LiveOrder = z.output<typeof LiveOrder>

const stateDigit = z.enum(['0', '1', '2', '3'])

/** 0 all, 1 upcoming, 2 live, 3 over. */
export const stateSegment = z.pipe(
  z.pipe(
    stateDigit,
    z.transform((digit: z.output<typeof stateDigit>) => Number(digit)),
  ),
  z.number().check(z.minimum(0), z.maximum(3)),
)
