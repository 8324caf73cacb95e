import * as z from 'zod/mini'
import { Hundredths } from './money.ts'

/** A plan as it is sold: a number of days for a price in either currency. */
export const VipPlan = z.object({
  id: z.int(),
  name: z.string(),
  /** Yuan, in hundredths. */
  amount: Hundredths,
  /** Euro, in hundredths. */
  currencyAmount: Hundredths,
  days: z.int(),
  /** A few characters on the plan's edge, or empty. */
  mark: z.string(),
})
export type VipPlan = z.output<typeof VipPlan>
