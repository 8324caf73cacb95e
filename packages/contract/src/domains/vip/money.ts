import * as z from 'zod/mini'

export const currencies = ['CNY', 'EUR'] as const
export const Currency = z.enum(currencies)
export type Currency = z.output<typeof Currency>

/** An amount in hundredths of its currency. */
export const Hundredths = z.int().check(z.minimum(0), z.maximum(99_999_999_999))
