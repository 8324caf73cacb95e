import {
  commentCommit,
  commentList,
  commentReplies,
  indexMessages,
  type CommentThread,
  type Reply,
} from '@yunmu/contract'
import { beforeAll, beforeEach } from 'vitest'
import type { People } from '../../testing/people.ts'
import { ageAccounts } from '../../testing/accounts.ts'
import * as z from 'zod/mini'
import { buildCommentsStation } from './comments.fixture.ts'

export type Who = keyof People

/** Actions of users who comment on one title. */
export async function createThreadFixture() {
  const { t, titleId } = await buildCommentsStation()
  /** Users are not new, and each test starts without comments. */
  function resetBeforeEachTest(): void {
    beforeAll(() => ageAccounts(t))
    beforeEach(async () => {
      await t.platform.pool.query('truncate comment, comment_thumb, message, moderation_recent, user_block cascade')
    })
  }

  const Written = z.object({ comment: z.object({ id: z.int() }) })
  const about = { kind: 'vod', id: titleId } as const
  let minutes = 0

  /** Writes ten minutes after the previous comment, so that no captcha is needed. */
  async function write(as: Who, content: string, replyTo?: number): Promise<number> {
    minutes += 11
    t.clock.set(Date.now() + minutes * 60_000)
    const answer = await t.make(commentCommit, { ...about, content, ...(replyTo ? { replyTo } : {}) }, { as })
    return Written.parse(answer.data).comment.id
  }
  const commit = async (as: Who, send: object) =>
    (await t.make(commentCommit, { ...about, content: '说一句', ...send }, { as })).data
  const Listed = z.object({ list: z.array(z.custom<CommentThread>()), total: z.int(), all: z.int() })
  const list = async (as?: Who, order: 'new' | 'hot' = 'new', page = 1) =>
    Listed.parse((await t.make(commentList, { ...about, order, page }, as ? { as } : {})).data)
  const idsOf = async (as?: Who, order: 'new' | 'hot' = 'new') => (await list(as, order)).list.map(({ id }) => id)
  const Replies = z.object({ list: z.array(z.custom<Reply>()), total: z.int() })
  const replies = async (id: number, as?: Who) =>
    Replies.parse((await t.make(commentReplies, { id, page: 1 }, as ? { as } : {})).data)
  const Messages = z.object({
    list: z.array(z.object({ msgType: z.string(), info: z.object({ rid: z.int() }), content: z.string() })),
  })
  /** Messages about comments, newest first. */
  const messagesOf = async (as: Who) =>
    Messages.parse((await t.make(indexMessages, { type: 'all', n: 50 }, { as })).data)
      .list.filter(({ msgType }) => msgType.startsWith('comment'))
      .map(({ msgType, info, content }) => ({ type: msgType, rid: info.rid, content }))
  const hold = (id: number) => t.station.comments.texts.setState([String(id)], 'held')
  const show = (id: number) => t.station.comments.texts.setState([String(id)], 'shown')
  const remove = (id: number) => t.station.comments.texts.setState([String(id)], 'removed')
  return {
    t,
    titleId,
    beginEachTestInSilence: resetBeforeEachTest,
    about,
    write,
    commit,
    list,
    idsOf,
    replies,
    messagesOf,
    hold,
    show,
    remove,
  }
}
