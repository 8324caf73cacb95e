import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { CalendarAddress } from './calendar-address.ts'

/** The caller's address of the calendar of followed matches; null if there is none. */
export const matchCalendar = defineCall({
  name: 'matchCalendar',
  summary: 'One’s address of the calendar of followed matches',
  method: 'POST',
  path: '/pub/match/calendar',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ address: z.nullable(CalendarAddress) }),
  refusals: [],
})
