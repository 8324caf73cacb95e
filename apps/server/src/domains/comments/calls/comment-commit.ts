import { commentCommit, subjectKinds } from '@yunmu/contract'
import { mountCall, type CallRegistry, type CallContext } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { captchaRuleFor, isCaptchaNeeded, type CaptchaRule } from '../captcha-need.ts'
import { isValidComment } from '../comment-rules.ts'
import { commentsChanged } from '../comments-events.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeReplies } from '../compose-comments.ts'
import { findComment, callerOf } from '../caller.ts'
import { notifyOfReply } from '../notify-authors.ts'

const limit: RateLimit = { points: 60, perSec: 60 }

type Context = CallContext<typeof commentCommit>

export function mountCommentCommit(registry: CallRegistry, parts: CommentsParts): void {
  mountCall(registry, commentCommit, (context) => commit(parts, context), { limit })
}

async function commit(parts: CommentsParts, context: Context): ReturnType<typeof reply> {
  const { send, viewer, nowMs, refuse } = context
  const { kind, id: subjectId, replyTo = null } = send
  const nowSec = Math.floor(nowMs / 1000)
  if (!(await parts.subjects.isVisible({ kind, id: subjectId }))) return refuse(subjectKinds[kind].notFound)
  const caller = await callerOf(parts, viewer)
  const answered = replyTo === null ? null : await parts.comments.visible(replyTo, caller)
  if (replyTo !== null && (!answered || answered.state === 'removed')) return refuse('NoSuchComment')
  if (answered && (answered.kind !== kind || answered.subjectId !== subjectId)) return refuse('NoSuchComment')
  if (!isValidComment(parts.moderation.clean('comment', send.content))) return refuse('CommentInvalid')
  const rule = await captchaRuleFor(parts, { userId: viewer.id, nowMs })
  const isSolved = await checkCaptcha(parts, context, rule)
  const { state, found, text } = await reviewText(parts, context, isSolved ? null : rule)
  const newComment = { userId: viewer.id, kind, subjectId, replyTo, content: text, state, found, nowSec }
  const id = await parts.writer.add(newComment)
  if (id === null) return refuse('NoSuchComment')
  if (state === 'shown') {
    parts.events.announce(commentsChanged, { kind, id: subjectId })
    await notifyOfReply(parts, { ...newComment, id })
  }
  return reply(parts, context, id)
}

/** A captcha is required in a burst of comments. Returns whether it was, and solved. */
async function checkCaptcha(parts: CommentsParts, context: Context, rule: CaptchaRule): Promise<boolean> {
  const { send, viewer, visitor, refuse } = context
  if (!(await isCaptchaNeeded(parts, rule, { userId: viewer.id, address: visitor.address }))) return false
  const { captcha = '', captcha_id = '' } = send
  if (captcha === '' || captcha_id === '') return refuse('CaptchaNeeded')
  if (!(await parts.captcha.check(captcha_id, captcha, visitor.address))) return refuse('CaptchaWrong')
  return true
}

/** @param rule decides again when the comment is counted, because concurrent ones may have been counted since; or null */
async function reviewText(
  parts: CommentsParts,
  { send, viewer, visitor, nowMs, refuse }: Context,
  rule: CaptchaRule | null,
) {
  const verdict = await parts.moderation.review({
    kind: 'comment',
    userId: viewer.id,
    address: visitor.address,
    text: send.content,
    nowMs,
    place: {
      kind: send.kind,
      id: send.id,
      level: 0,
    },
    ...(rule && {
      countIf: { sinceMs: rule.sinceMs, check: (written) => rule.isNeeded(written) && refuse('CaptchaNeeded') },
    }),
  })
  if (!('refused' in verdict)) return verdict
  if (verdict.refused === 'TooSoon') return refuse('CommentTooSoon', verdict.retryAfterSec)
  return verdict.refused === 'Muted' ? refuse('Muted', verdict.retryAfterSec) : refuse(verdict.refused)
}

async function reply(parts: CommentsParts, { viewer, nowMs, refuse }: Context, id: number) {
  const caller = await callerOf(parts, viewer)
  const nowSec = Math.floor(nowMs / 1000)
  const written = await findComment(parts, id, caller)
  const [comment] = written ? await composeReplies(parts, [written], { viewerId: viewer.id, nowSec }) : []
  return comment ? { comment } : refuse('NoSuchComment')
}
