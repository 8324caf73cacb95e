import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ReminderChoices } from './reminder-choices.ts'

/** What the caller wants to be reminded of. */
export const matchReminders = defineCall({
  name: 'matchReminders',
  summary: 'What one is reminded of in followed matches',
  method: 'POST',
  path: '/pub/match/reminders',
  caller: 'user',
  send: z.object({}),
  reply: ReminderChoices,
  refusals: [],
})
