import * as z from 'zod/mini'

/**
 * What a user wants to be reminded of in followed matches: before the start, at the start, when the score changes (which
 * changes: see `reminder` of `sports`), at the end. That a match does not take place is always told.
 */
export const ReminderChoices = z.object({
  soon: z.boolean(),
  start: z.boolean(),
  score: z.boolean(),
  over: z.boolean(),
})
export type ReminderChoices = z.output<typeof ReminderChoices>
