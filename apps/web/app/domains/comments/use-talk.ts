import type { CommentOrder, CommentThread } from '@yunmu/contract'
import { commentBounds } from '@yunmu/contract/comment-bounds'
import { use, useEffect, useRef, useState } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { CallCacheContext, callKey, callOnce, isReplyOf, perform } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn, useUser } from '../../lib/session/session.ts'
import { usePagedList, type PagedList } from '../../lib/calls/use-paged-list.ts'
import {
  asThread,
  firstPage,
  withChange,
  without,
  withReplies,
  withReply,
  withThumb,
  withWritten,
  type CommentPlace,
  type Threads,
} from './comment-rules.ts'
import type { TalkActs } from './talk-context.ts'
import { useCommentRemoval } from './use-comment-removal.ts'

export interface Talk {
  order: CommentOrder
  choose: (order: CommentOrder) => void
  /** Comments and answers together; null until it is known. */
  all: number | null
  list: PagedList<CommentThread>
  /** A talk that is shown on top, because somebody came for it. */
  pinned: CommentThread | null
  pin: (thread: CommentThread | null) => void
  acts: Pick<TalkActs, 'thumb' | 'remove' | 'add' | 'bringReplies'>
}

/** The first page as it came with a page from the server, which is made for a visitor. */
function useFirstReply(place: CommentPlace): ReplyFrom<'commentList'> | null {
  const cache = use(CallCacheContext)
  const script = useScript()
  const [first] = useState(() => {
    const { data } = cache?.read(callKey('commentList', firstPage(place), script)) ?? {}
    return isReplyOf('commentList', data) ? data : null
  })
  useEffect(() => {
    // Who comes back to the page reads what is there then.
    cache?.outdate('commentList')
  }, [cache])
  return first
}

/** What people write under something: read by pages, and changed at once by what one does oneself. */
export function useTalk(place: CommentPlace, isWanted: boolean): Talk {
  const script = useScript()
  const asker = useAsker()
  const first = useFirstReply(place)
  const [order, choose] = useState<CommentOrder>('hot')
  const [all, setAll] = useState(first?.all ?? null)
  const [pinned, pin] = useState<CommentThread | null>(null)
  const written = useRef<Threads>([])
  const questionOf = (who: string, by: CommentOrder): string => `${script} ${by} ${who}`
  const list = usePagedList<CommentThread>({
    question: questionOf(asker, order),
    async load(page) {
      const before = new Set(written.current.map(({ id }) => id))
      const reply = await callOnce('commentList', { ...place, order, page }, script)
      const meanwhile = written.current.filter(({ id }) => !before.has(id))
      setAll(reply.all)
      return { ...reply, list: withWritten(reply.list, page === 1 ? meanwhile : []) }
    },
    keyOf: ({ id }) => String(id),
    size: commentBounds.pageSize,
    isWanted,
    first: first && { ...first, question: questionOf('', 'hot') },
  })
  const change = (next: (threads: Threads) => Threads): void => {
    list.change(next)
    pin((thread) => thread && (next([thread])[0] ?? null))
  }
  const cache = use(CallCacheContext)
  const count = (by: number): void => {
    setAll((known) => known && known + by)
    // Whoever tells the number elsewhere asks for it anew.
    cache?.outdate('commentList')
  }
  const note = (next: (threads: Threads) => Threads): void => {
    written.current = next(written.current)
  }
  return { order, choose, all, list, pinned, pin, acts: useActs({ list, change, count, note }) }
}

/** Who reads, in a word: what is one's own, and who is blocked, differs. Empty for a visitor. */
function useAsker(): string {
  const isIn = useSignedIn()
  const user = useUser()
  return isIn ? `of ${user?.userId ?? 'somebody'}` : ''
}

interface Changes {
  list: PagedList<CommentThread>
  change: (next: (threads: Threads) => Threads) => void
  /** Tells that there are more, or fewer. */
  count: (by: number) => void
  /** Changes what one wrote here: a list that is on its way does not know of it. */
  note: (next: (threads: Threads) => Threads) => void
}

function useActs({ list, change, count, note }: Changes): Talk['acts'] {
  const script = useScript()
  const thumb = useThumb(change)
  const remove = useCommentRemoval(({ id }) => {
    note((threads) => without(threads, id))
    change((threads) => without(threads, id))
    count(-1)
  })
  return {
    thumb,
    remove,
    add(comment, threadId) {
      count(1)
      if (threadId !== null) return change((threads) => withReply(threads, threadId, comment))
      const withThis = (threads: Threads): Threads => [asThread(comment), ...threads]
      note(withThis)
      list.change(withThis)
    },
    async bringReplies(threadId, page) {
      try {
        const replies = await callOnce('commentReplies', { id: threadId, page }, script)
        change((threads) => withReplies(threads, threadId, replies))
        return true
      } catch (err) {
        if (err instanceof RefusedError || err instanceof UnreachableError) return false
        throw err
      }
    },
  }
}

function useThumb(change: Changes['change']): TalkActs['thumb'] {
  const script = useScript()
  const underWay = useRef(new Set<number>())
  return (item, pressed) => {
    const { id, up, down, thumbed } = item
    if (underWay.current.has(id)) return
    underWay.current.add(id)
    change((threads) => withChange(threads, id, (now) => withThumb(now, pressed)))
    const name = pressed === 'up' ? 'commentThumbUp' : 'commentThumbDown'
    void perform(name, { id }, script)
      .then((news) => change((threads) => withChange(threads, id, () => news ?? { up, down, thumbed })))
      .finally(() => underWay.current.delete(id))
  }
}
