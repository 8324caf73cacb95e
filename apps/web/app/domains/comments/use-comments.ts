import type { CommentOrder, CommentThread } from '@yunmu/contract'
import { commentBounds } from '@yunmu/contract/comment-bounds'
import { use, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import {
  CallCacheContext,
  callKey,
  callOnce,
  isReplyOf,
  perform,
  useViewerVersion,
} from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn, useUser } from '../../lib/session/session.ts'
import { usePagedList, type PagedList } from '../../lib/calls/use-paged-list.ts'
import {
  asThread,
  firstPage,
  withChange,
  withoutComment,
  withReplies,
  withReply,
  withThumb,
  withOwnNew,
  type CommentSubject,
  type Threads,
} from './comment-rules.ts'
import type { CommentActions } from './comment-context.ts'
import { useCommentRemoval } from './use-comment-removal.ts'

export interface CommentList {
  order: CommentOrder
  setOrder: (order: CommentOrder) => void
  /** Number of comments and replies; null until known. */
  all: number | null
  list: PagedList<CommentThread>
  /** Thread shown on top because the address links to it. */
  pinned: CommentThread | null
  pin: (thread: CommentThread | null) => void
  actions: Pick<CommentActions, 'thumb' | 'remove' | 'add' | 'loadReplies'>
}

/** The first page in the server-rendered data, which is rendered for visitors. */
export function useFirstReply(subject: CommentSubject): ReplyFrom<'commentList'> | null {
  const cache = use(CallCacheContext)
  const script = useScript()
  const [first] = useState(() => {
    const { data } = cache?.read(callKey('commentList', firstPage(subject), script)) ?? {}
    return isReplyOf('commentList', data) ? data : null
  })
  useEffect(() => {
    // A later visit to the page must load the current list.
    cache?.invalidate('commentList')
  }, [cache])
  return first
}

/** Comments of a subject, loaded by pages and updated at once by the viewer's own actions. */
export function useComments(subject: CommentSubject, isWanted: boolean): CommentList {
  const script = useScript()
  const viewerKey = useViewerKey()
  const first = useFirstReply(subject)
  const [order, setOrder] = useState<CommentOrder>('hot')
  const [all, setAll] = useState(first?.all ?? null)
  const [pinned, pin] = usePinned()
  const ownNew = useRef<Threads>([])
  const requestKeyOf = (who: string, by: CommentOrder): string => `${script} ${by} ${who}`
  const list = usePagedList<CommentThread>({
    query: requestKeyOf(viewerKey, order),
    async load(page) {
      const knownIds = new Set(ownNew.current.map(({ id }) => id))
      const reply = await callOnce('commentList', { ...subject, order, page }, script)
      const writtenMeanwhile = ownNew.current.filter(({ id }) => !knownIds.has(id))
      setAll(reply.all)
      return { ...reply, list: withOwnNew(reply.list, page === 1 ? writtenMeanwhile : []) }
    },
    keyOf: ({ id }) => String(id),
    size: commentBounds.pageSize,
    enabled: isWanted,
    first: first && { ...first, query: requestKeyOf('', 'hot') },
  })
  const change = (next: (threads: Threads) => Threads): void => {
    list.update(next)
    pin((thread) => thread && (next([thread])[0] ?? null))
  }
  const cache = use(CallCacheContext)
  const count = (by: number): void => {
    setAll((known) => known && known + by)
    // Other components that show the count load it again.
    cache?.invalidate('commentList')
  }
  const updateOwnNew = (next: (threads: Threads) => Threads): void => {
    ownNew.current = next(ownNew.current)
  }
  return { order, setOrder, all, list, pinned, pin, actions: useThreadActions({ list, change, count, updateOwnNew }) }
}

/** The pinned thread, with the viewer's own thumbs in it: nothing of it stays for another viewer. */
function usePinned(): [pinned: CommentThread | null, pin: Dispatch<SetStateAction<CommentThread | null>>] {
  const viewerVersion = useViewerVersion()
  const [version, setVersion] = useState(viewerVersion)
  const [pinned, pin] = useState<CommentThread | null>(null)
  if (version !== viewerVersion) {
    setVersion(viewerVersion)
    pin(null)
  }
  return [pinned, pin]
}

/** Key of the viewer: own and blocked comments differ per user. Empty for visitors. */
function useViewerKey(): string {
  const isIn = useSignedIn()
  const user = useUser()
  return isIn ? `of ${user?.userId ?? 'somebody'}` : ''
}

interface CommentUpdaters {
  list: PagedList<CommentThread>
  change: (next: (threads: Threads) => Threads) => void
  /** Adjusts the total count. */
  count: (by: number) => void
  /** Updates the viewer's own new comments, which a pending list reply does not contain. */
  updateOwnNew: (next: (threads: Threads) => Threads) => void
}

function useThreadActions({ list, change, count, updateOwnNew }: CommentUpdaters): CommentList['actions'] {
  const script = useScript()
  const thumb = useThumb(change)
  const remove = useCommentRemoval(({ id }) => {
    updateOwnNew((threads) => withoutComment(threads, id))
    change((threads) => withoutComment(threads, id))
    count(-1)
  })
  return {
    thumb,
    remove,
    add(comment, threadId) {
      count(1)
      if (threadId !== null) return change((threads) => withReply(threads, threadId, comment))
      const withThis = (threads: Threads): Threads => [asThread(comment), ...threads]
      updateOwnNew(withThis)
      list.update(withThis)
    },
    async loadReplies(threadId, page) {
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

function useThumb(change: CommentUpdaters['change']): CommentActions['thumb'] {
  const script = useScript()
  const pending = useRef(new Set<number>())
  return (item, pressed) => {
    const { id, up, down, thumbed } = item
    if (pending.current.has(id)) return
    pending.current.add(id)
    change((threads) => withChange(threads, id, (now) => withThumb(now, pressed)))
    const name = pressed === 'up' ? 'commentThumbUp' : 'commentThumbDown'
    void perform(name, { id }, script)
      .then((news) => change((threads) => withChange(threads, id, () => news ?? { up, down, thumbed })))
      .finally(() => pending.current.delete(id))
  }
}
