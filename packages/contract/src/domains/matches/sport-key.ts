import * as z from 'zod/mini'

/** The kinds of sports that the station knows; `other` is for all the rest. */
export const SportKey = z.enum([
  'football',
  'basketball',
  'volleyball',
  'tennis',
  'table-tennis',
  'badminton',
  'snooker',
  'esports',
  'other',
])
export type SportKey = z.output<typeof SportKey>
