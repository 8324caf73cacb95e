import { commentCommit, type CommentKind, type RefusalOf } from '@yunmu/contract'
import { mountCall, type CallBook, type CallContext } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { isCaptchaNeeded } from '../captcha-need.ts'
import { isComment } from '../comment-rules.ts'
import { commentsChanged } from '../comments-events.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeReplies } from '../compose-comments.ts'
import { findComment, isThere, onlookerOf } from '../onlooker.ts'
import { tellOfReply } from '../tell.ts'

const limit: RateLimit = { points: 60, perSec: 60 }

const nothingThere = {
  vod: 'NoSuchTitle',
  live: 'NoSuchChannel',
  match: 'NoSuchMatch',
} as const satisfies Record<CommentKind, RefusalOf<typeof commentCommit>>

type Context = CallContext<typeof commentCommit>

export function mountCommentCommit(book: CallBook, parts: CommentsParts): void {
  mountCall(book, commentCommit, (context) => commit(parts, context), { limit })
}

async function commit(parts: CommentsParts, context: Context): ReturnType<typeof reply> {
  const { send, viewer, nowMs, refuse } = context
  const { kind, id: subjectId, replyTo = null } = send
  const nowSec = Math.floor(nowMs / 1000)
  if (!(await isThere(parts, { kind, id: subjectId }, nowSec))) return refuse(nothingThere[kind])
  const onlooker = await onlookerOf(parts, viewer)
  const answered = replyTo === null ? null : await parts.comments.visible(replyTo, onlooker)
  if (replyTo !== null && (!answered || answered.state === 'removed')) return refuse('NoSuchComment')
  if (answered && (answered.kind !== kind || answered.subjectId !== subjectId)) return refuse('NoSuchComment')
  if (!isComment(parts.moderation.clean('comment', send.content))) return refuse('CommentInvalid')
  await passPicture(parts, context, nowSec)
  const { state, found, text } = await passLook(parts, context)
  const kept = { userId: viewer.id, kind, subjectId, replyTo, content: text, state, found, nowSec }
  const id = await parts.writer.add(kept)
  if (id === null) return refuse('NoSuchComment')
  if (state === 'shown') {
    parts.events.announce(commentsChanged, { kind, id: subjectId })
    await tellOfReply(parts, { ...kept, id })
  }
  return reply(parts, context, id)
}

/** A picture is asked of who is new or fast. */
async function passPicture(parts: CommentsParts, context: Context, nowSec: number): Promise<void> {
  const { send, viewer, visitor, refuse } = context
  if (!(await isCaptchaNeeded(parts, viewer.id, nowSec))) return
  const { captcha = '', captcha_id = '' } = send
  if (captcha === '' || captcha_id === '') return refuse('CaptchaNeeded')
  if (!(await parts.captcha.check(captcha_id, captcha, visitor.address))) return refuse('CaptchaWrong')
}

async function passLook(parts: CommentsParts, { send, viewer, visitor, nowMs, refuse }: Context) {
  const looked = await parts.moderation.look({
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
  })
  if (!('refused' in looked)) return looked
  if (looked.refused === 'TooSoon') return refuse('CommentTooSoon', looked.retryAfterSec)
  return looked.refused === 'Muted' ? refuse('Muted', looked.retryAfterSec) : refuse(looked.refused)
}

async function reply(parts: CommentsParts, { viewer, nowMs, refuse }: Context, id: number) {
  const onlooker = await onlookerOf(parts, viewer)
  const nowSec = Math.floor(nowMs / 1000)
  const written = await findComment(parts, id, { onlooker, nowSec })
  const [comment] = written ? await composeReplies(parts, [written], { viewerId: viewer.id, nowSec }) : []
  return comment ? { comment } : refuse('NoSuchComment')
}
