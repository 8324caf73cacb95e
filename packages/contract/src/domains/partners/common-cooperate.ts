import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields } from '../accounts/account-fields.ts'
import { cooperationBounds, cooperationBudgets } from './cooperation-bounds.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/** A business asks to book. Its number is quoted in what is written later. */
export const commonCooperate = defineCall({
  name: 'commonCooperate',
  summary: 'A business asks to book advertising',
  method: 'POST',
  path: '/common/cooperate',
  caller: 'visitor',
  perViewer: true,
  send: z.object({
    /** Ids of products; empty if the business has not decided. */
    products: z.array(z.int().check(z.minimum(1), z.maximum(maxId))).check(z.maxLength(20)),
    company: text(cooperationBounds.company),
    contact: text(cooperationBounds.contact),
    /** One of telephone and e-mail may be empty. */
    phone: text(cooperationBounds.phone),
    email: text(cooperationBounds.email),
    /** Days, YYYY-MM-DD; empty if not decided. */
    fromDay: text(10),
    toDay: text(10),
    budget: z.enum(cooperationBudgets),
    message: text(cooperationBounds.message),
    captcha: z.optional(captchaFields.captcha),
    captcha_id: z.optional(captchaFields.captcha_id),
  }),
  reply: z.object({ no: z.string() }),
  refusals: ['CooperationInvalid', 'CooperationsFull', 'CaptchaNeeded', 'CaptchaWrong', 'CaptchaByPicture'],
})
