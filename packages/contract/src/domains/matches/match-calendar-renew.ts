import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { CalendarAddress } from './calendar-address.ts'

/** Creates a new address of the calendar of followed matches and revokes the previous one. */
export const matchCalendarRenew = defineCall({
  name: 'matchCalendarRenew',
  summary: 'A new address of the calendar of followed matches',
  method: 'POST',
  path: '/pub/match/calendar/renew',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ address: CalendarAddress }),
  refusals: [],
})
