import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TitleCard } from '../catalog/title.ts'
import { ProgrammeReminder } from './programme-reminder.ts'

/** What the caller will be reminded of. */
export const userReminders = defineCall({
  name: 'userReminders',
  summary: 'What messages are asked for',
  method: 'POST',
  path: '/pub/user/reminders',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ titles: z.array(TitleCard), programmes: z.array(ProgrammeReminder) }),
  refusals: [],
})
