import type { CommentKind, TextState } from '@yunmu/contract'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { CommentsTables } from './comments-tables.ts'

export interface NewComment {
  userId: number
  kind: CommentKind
  subjectId: number
  /** The comment that it answers; null starts a thread. */
  replyTo: number | null
  content: string
  state: 'shown' | 'held'
  found: string
  nowSec: number
}

/** A comment that changed. `userId` is null for removed ones. */
export interface ChangedComment {
  id: number
  userId: number | null
  kind: CommentKind
  subjectId: number
  replyTo: number | null
  content: string
}

/** A comment with the users who like it. Times are Unix seconds. */
export interface CommentToAdd {
  userId: number
  text: string
  createdSec: number
  likedBy: readonly number[]
}

/** A comment with its replies, in their order. */
export interface ThreadToAdd extends CommentToAdd {
  answers: readonly CommentToAdd[]
}

/** A comment of an older system. Its author and subject exist. */
export interface ImportedComment {
  userId: number
  kind: CommentKind
  subjectId: number
  /** The comment that it answers: an id here, or the place in the given list, which is before it. Null starts a thread. */
  replyTo: { id: number } | { place: number } | null
  content: string
  state: 'shown' | 'held'
  found: string
  createdSec: number
  up: number
  down: number
}

export interface WriterStore {
  /** Adds comments of an older system. Returns their ids, in their order; null for those whose answered comment is gone. */
  addImported(comments: readonly ImportedComment[]): Promise<(number | null)[]>
  /**
   * Adds shown threads in one transaction, the oldest first. Those whose author has written the same text about the
   * subject are left out. Returns the number of threads that were added.
   */
  addThreads(subject: { kind: CommentKind; subjectId: number }, threads: readonly ThreadToAdd[]): Promise<number>
  /** Its id; null if the answered comment was deleted. */
  add(comment: NewComment): Promise<number | null>
  /** Shows or holds comments. Returns those that changed. */
  setState(ids: readonly number[], state: 'shown' | 'held'): Promise<ChangedComment[]>
  /**
   * Removes comments. A comment with replies stays as an empty row; other rows are deleted, and so are empty rows
   * without replies.
   */
  remove(ids: readonly number[], of?: { userId: number }): Promise<ChangedComment[]>
  /** Removes all comments and thumbs of users, in the transaction that deletes these users. */
  removeOfUsers(tx: Transaction<CommentsTables>, userIds: readonly number[]): Promise<ChangedComment[]>
}

type Tables = Kysely<CommentsTables>

const changedColumns = sql`id, user_id as "userId", kind, subject_id as "subjectId", reply_to as "replyTo", content`

/**
 * Locks threads until the transaction ends, ordered to avoid deadlocks. Replying and removing lock the thread first, so
 * that no reply is added to a comment that is being deleted.
 */
async function lockThreads(tx: Tables, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from comment
    where id in (select coalesce(root_id, id) from comment where id = any(${[...ids]}::int[]))
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function recount(tx: Tables, rootIds: readonly number[]): Promise<void> {
  await sql`
    update comment set reply_count = (
      select count(*) from comment as reply where reply.root_id = comment.id and reply.state <> 'held'
    ) where id = any(${[...rootIds]}::int[])`.execute(tx)
}

/** Deletes empty rows without replies, from the leaves up. */
async function prune(tx: Tables, rootIds: readonly number[]): Promise<void> {
  const roots = [...rootIds]
  for (let removed = 1n; removed > 0n;) {
    const { numAffectedRows = 0n } = await sql`
      delete from comment where state = 'removed' and (id = any(${roots}::int[]) or root_id = any(${roots}::int[]))
        and not exists (select from comment as answer where answer.reply_to = comment.id)`.execute(tx)
    removed = numAffectedRows
  }
}

async function removeWithin(tx: Tables, ids: readonly number[], of?: { userId: number }): Promise<ChangedComment[]> {
  const lockedRootIds = await lockThreads(tx, ids)
  const ownerFilter = of ? sql`and user_id = ${of.userId}` : sql``
  const { rows } = await sql<ChangedComment>`
    update comment set state = 'removed', user_id = null, content = '', found = '', up_count = 0, down_count = 0
    where id = any(${[...ids]}::int[]) and state <> 'removed' ${ownerFilter} returning ${changedColumns}`.execute(tx)
  await sql`delete from comment_thumb where comment_id = any(${rows.map(({ id }) => id)}::int[])`.execute(tx)
  await prune(tx, lockedRootIds)
  await recount(tx, lockedRootIds)
  return rows
}

/** Locks the thread of a reply. Returns its root; null if the answered comment was deleted. */
async function lockThreadOf(tx: Tables, comment: NewComment, replyTo: number): Promise<number | null> {
  const [rootId] = await lockThreads(tx, [replyTo])
  const { rowCount } = await sql`
    select from comment where id = ${replyTo} and kind = ${comment.kind} and subject_id = ${comment.subjectId}
      and (state = 'shown' or (state = 'held' and user_id = ${comment.userId}))`
    .execute(tx)
    .then(({ rows }) => ({ rowCount: rows.length }))
  return rowCount === 0 ? null : (rootId ?? null)
}

/** Adds comments in their order. Returns their ids in the same order. */
async function insertAll(
  tx: Tables,
  { kind, subjectId }: { kind: CommentKind; subjectId: number },
  comments: readonly (CommentToAdd & { rootId: number | null; replyCount: number })[],
): Promise<number[]> {
  const list = <Key extends keyof (typeof comments)[number]>(key: Key) => comments.map((one) => one[key])
  const ups = comments.map(({ likedBy }) => likedBy.length)
  const { rows } = await sql<{ id: number }>`
    insert into comment (kind, subject_id, user_id, root_id, reply_to, content, created_at, up_count, reply_count)
    select ${kind}, ${subjectId}::int, user_id, root_id, root_id, content, created_at, up_count, reply_count
    from unnest(${list('userId')}::int[], ${list('rootId')}::int[], ${list('text')}::text[],
      ${list('createdSec')}::bigint[], ${ups}::int[], ${list('replyCount')}::int[])
      with ordinality as given(user_id, root_id, content, created_at, up_count, reply_count, place)
    order by place returning id`.execute(tx)
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other)
  const thumbs = comments.flatMap(({ likedBy }, at) => likedBy.map((userId) => ({ id: ids[at] ?? 0, userId })))
  await sql`
    insert into comment_thumb (comment_id, user_id, up)
    select id, user_id, true from unnest(${thumbs.map(({ id }) => id)}::int[], ${thumbs.map(({ userId }) => userId)}::int[])
      as given(id, user_id)`.execute(tx)
  return ids
}

interface PlacedComment {
  comment: ImportedComment
  place: number
  rootId: number | null
  replyTo: number | null
}

/** Inserts comments whose answered comments exist, and returns their ids by place. */
async function insertImported(tx: Tables, placed: readonly PlacedComment[]): Promise<Map<number, number>> {
  const list = <Key extends keyof ImportedComment>(key: Key) => placed.map(({ comment }) => comment[key])
  const { rows } = await sql<{ id: number }>`
    insert into comment (user_id, kind, subject_id, root_id, reply_to, content, state, found, created_at, up_count, down_count)
    select user_id, kind, subject_id, root_id, reply_to, content, state, found, created_at, up_count, down_count
    from unnest(${list('userId')}::int[], ${list('kind')}::text[], ${list('subjectId')}::int[],
      ${placed.map(({ rootId }) => rootId)}::int[], ${placed.map(({ replyTo }) => replyTo)}::int[],
      ${list('content')}::text[], ${list('state')}::text[], ${list('found')}::text[], ${list('createdSec')}::bigint[],
      ${list('up')}::int[], ${list('down')}::int[])
      with ordinality as given(user_id, kind, subject_id, root_id, reply_to, content, state, found, created_at, up_count, down_count, place)
    order by place returning id`.execute(tx)
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other)
  return new Map(placed.map(({ place }, at) => [place, ids[at] ?? 0]))
}

/** Inserts comments in rounds: an answer after what it answers. */
async function addImported(tx: Tables, comments: readonly ImportedComment[]): Promise<(number | null)[]> {
  const answered = comments.flatMap(({ replyTo }) => (replyTo && 'id' in replyTo ? [replyTo.id] : []))
  const { rows } = await sql<{ id: number; rootId: number }>`
    select id, coalesce(root_id, id) as "rootId" from comment where id = any(${answered}::int[])`.execute(tx)
  const rootOf = new Map(rows.map(({ id, rootId }) => [id, rootId]))
  const ids = new Map<number, number>()
  let waiting = comments.map((comment, place) => ({ comment, place }))
  while (waiting.length > 0) {
    const ready = waiting.flatMap(({ comment, place }): PlacedComment[] => {
      if (comment.replyTo === null) return [{ comment, place, rootId: null, replyTo: null }]
      const replyTo = 'id' in comment.replyTo ? comment.replyTo.id : ids.get(comment.replyTo.place)
      const rootId = replyTo === undefined ? undefined : rootOf.get(replyTo)
      return replyTo === undefined || rootId === undefined ? [] : [{ comment, place, rootId, replyTo }]
    })
    if (ready.length === 0) break
    const added = await insertImported(tx, ready)
    for (const { place, rootId } of ready) {
      const id = added.get(place) ?? 0
      ids.set(place, id)
      rootOf.set(id, rootId ?? id)
    }
    waiting = waiting.filter(({ place }) => !ids.has(place))
  }
  await recount(tx, [...new Set(rootOf.values())])
  return comments.map((_, place) => ids.get(place) ?? null)
}

export function createWriterStore(db: Tables): WriterStore {
  return {
    addImported: (comments) => addImported(db, comments),
    addThreads: (subject, threads) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ userId: number; content: string }>`
          select user_id as "userId", content from comment
          where kind = ${subject.kind} and subject_id = ${subject.subjectId}::int and root_id is null
            and user_id = any(${threads.map(({ userId }) => userId)}::int[])`.execute(tx)
        const written = new Set(rows.map(({ userId, content }) => `${userId} ${content}`))
        const missing = threads
          .filter(({ userId, text }) => !written.has(`${userId} ${text}`))
          .toSorted((one, other) => one.createdSec - other.createdSec)
        if (missing.length === 0) return 0
        const roots = missing.map((thread) => ({ ...thread, rootId: null, replyCount: thread.answers.length }))
        const ids = await insertAll(tx, subject, roots)
        const replies = missing.flatMap(({ answers }, at) =>
          answers.map((answer) => ({ ...answer, rootId: ids[at] ?? 0, replyCount: 0 })),
        )
        if (replies.length > 0) await insertAll(tx, subject, replies)
        return missing.length
      }),
    add: (comment) =>
      db.transaction().execute(async (tx) => {
        const { userId, kind, subjectId, replyTo, content, state, found, nowSec } = comment
        const rootId = replyTo === null ? null : await lockThreadOf(tx, comment, replyTo)
        if (replyTo !== null && rootId === null) return null
        const row = { kind, content, state, found, user_id: userId, subject_id: subjectId, created_at: nowSec }
        const { id } = await tx
          .insertInto('comment')
          .values({ ...row, root_id: rootId, reply_to: replyTo })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (rootId !== null && state === 'shown')
          await sql`update comment set reply_count = reply_count + 1 where id = ${rootId}`.execute(tx)
        return id
      }),
    setState: (ids, state) =>
      db.transaction().execute(async (tx) => {
        const lockedRootIds = await lockThreads(tx, ids)
        const { rows } = await sql<ChangedComment>`
          update comment set state = ${state satisfies TextState}
          where id = any(${[...ids]}::int[]) and state not in (${state}, 'removed')
          returning ${changedColumns}`.execute(tx)
        await recount(tx, lockedRootIds)
        return rows
      }),
    remove: (ids, of) => db.transaction().execute((tx) => removeWithin(tx, ids, of)),
    async removeOfUsers(tx, userIds) {
      const { rows } = await sql<{ id: number }>`
        select id from comment where user_id = any(${[...userIds]}::int[])`.execute(tx)
      const removed = await removeWithin(
        tx,
        rows.map(({ id }) => id),
      )
      // Locked in one order, so that concurrent deletions of users cannot deadlock.
      await sql`
        select from comment where id in (select comment_id from comment_thumb where user_id = any(${[...userIds]}::int[]))
        order by id for update`.execute(tx)
      await sql`
        with taken as (
          delete from comment_thumb where user_id = any(${[...userIds]}::int[]) returning comment_id, up
        ), counted as (
          select comment_id, count(*) filter (where up) as ups, count(*) filter (where not up) as downs
          from taken group by comment_id
        )
        update comment set up_count = up_count - ups, down_count = down_count - downs
        from counted where comment.id = counted.comment_id`.execute(tx)
      return removed
    },
  }
}
