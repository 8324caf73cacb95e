import { createComments, type Comments, type CommentsNeeds, type CommentsTables } from './domains/comments/index.ts'
import type { Danmaku } from './domains/danmaku/index.ts'
import { createMessages, type Messages, type MessagesTables } from './domains/messages/index.ts'
import { createModeration, type Moderation, type ModerationTables } from './domains/moderation/index.ts'
import { danmakuOf, textsOf } from './station-danmaku.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'
import type { StationAccounts } from './station-accounts.ts'
import type { Platform } from './platform/platform.ts'
import type { Subjects } from './platform/subjects.ts'

/** What people say to each other, and what they are told of it. */
export interface Talk {
  comments: Comments
  danmaku: Danmaku
  messages: Messages
  moderation: Moderation
}

/** @param people accounts, which are connected later: they ask what is kept here about people */
export function talkOf(
  platform: Platform,
  subjects: Subjects,
  people: () => Pick<StationAccounts, 'accounts' | 'captcha'>,
): Talk {
  const { db, events, changes, clock, log, secrets } = platform
  const hash = createKeyedHash(secrets.tokenKey)
  const authors: CommentsNeeds['authors'] = (ids, nowSec) => people().accounts.authors(ids, nowSec)
  const captcha: CommentsNeeds['captcha'] = {
    create: (address) => people().captcha.create(address),
    check: (id, answer, address) => people().captcha.check(id, answer, address),
  }
  const messages = createMessages(db.withTables<MessagesTables>(), { clock, events, log, subjects, users: authors })
  const moderation = createModeration(db.withTables<ModerationTables>(), {
    clock,
    events,
    hash,
    subjects,
    users: authors,
    texts: {
      comment: {
        find: (ids) => comments.texts.find(ids),
        held: (limit) => comments.texts.held(limit),
        setState: (ids, state) => comments.texts.setState(ids, state),
      },
      danmaku: textsOf(() => danmaku),
    },
  })
  const comments = createComments(db.withTables<CommentsTables>(), {
    clock,
    events,
    changes,
    log,
    authors,
    subjects,
    captcha,
    moderation: {
      clean: moderation.clean,
      review: moderation.review,
      blockedBy: moderation.blocks.listBlocked,
    },
    notify: tellAuthors(messages, moderation),
    retract: messages.retract,
  })
  const danmaku = danmakuOf(platform, subjects, moderation)
  return { comments, danmaku, messages, moderation }
}

/** Authors hear of thumbs and answers, but of nothing that somebody does whom they block. */
function tellAuthors(messages: Messages, { blocks }: Moderation): CommentsNeeds['notify'] {
  return async ({ type, toUserId, actorId, about, commentId, text }) => {
    if ((await blocks.blockersAmong([toUserId], actorId)).has(toUserId)) return
    const kind = type === 'thumb' ? 'comment_thumb_up' : 'comment_commit'
    await messages.notify([toUserId], { type: kind, actorId, about, commentId, text })
  }
}
