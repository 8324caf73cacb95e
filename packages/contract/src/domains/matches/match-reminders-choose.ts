import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ReminderChoices } from './reminder-choices.ts'

/** Changes the given choices. */
export const matchRemindersChoose = defineCall({
  name: 'matchRemindersChoose',
  summary: 'Changes what one is reminded of in followed matches',
  method: 'POST',
  path: '/pub/match/reminders/choose',
  caller: 'user',
  send: z.partial(ReminderChoices),
  reply: ReminderChoices,
  refusals: [],
})
