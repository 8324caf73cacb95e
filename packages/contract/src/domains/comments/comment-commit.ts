import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { captchaFields } from '../accounts/account-fields.ts'
import { Reply } from './comment.ts'
import { CommentKind, subjectsNotFound } from '../../core/subject-kinds.ts'

/** Posts a comment or a reply. A text held for review is returned as if it were visible. */
export const commentCommit = defineCall({
  name: 'commentCommit',
  summary: 'Writes a comment or an answer',
  method: 'POST',
  path: '/pub/comment/commit',
  caller: 'user',
  send: z.object({
    kind: CommentKind,
    id: bodyId,
    /** The comment or reply being replied to; absent starts a thread. */
    replyTo: z.optional(bodyId),
    content: z.string().check(z.maxLength(20_000)),
    captcha: z.optional(captchaFields.captcha),
    captcha_id: z.optional(captchaFields.captcha_id),
  }),
  reply: z.object({ comment: Reply }),
  refusals: [
    ...subjectsNotFound,
    'NoSuchComment',
    'CommentInvalid',
    'CommentTooSoon',
    'CaptchaNeeded',
    'CaptchaWrong',
    'CaptchaByPicture',
    'TextRefused',
    'TextRepeated',
    'Muted',
  ],
})
