import * as z from 'zod/mini'

/**
 * A discount or redeem code as typed: 16 characters of Crockford's base 32 (0 for O, 1 for I and L), in either case, with
 * or without hyphens and spaces.
 */
export const VoucherCode = z.string().check(z.minLength(4), z.maxLength(40))

/** Why a code cannot be used. */
export const voucherRefusals = [
  'VoucherUnknown',
  'VoucherUsed',
  'VoucherEnded',
  'VoucherUnfit',
  'VoucherLocked',
] as const
