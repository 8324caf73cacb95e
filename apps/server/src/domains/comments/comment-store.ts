import { totalCap, type CommentKind, type CommentOrder, type TextState } from '@yunmu/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CommentsTables } from './comments-tables.ts'

export interface StoredComment {
  id: number
  /** Null where it is removed and only stands for its answers. */
  userId: number | null
  kind: CommentKind
  subjectId: number
  rootId: number | null
  replyTo: number | null
  content: string
  state: TextState
  /** Unix seconds. */
  createdAt: number
  up: number
  down: number
  replyCount: number
}

/** Who looks: sees what is held of their own, and nothing of whom they block. */
export interface Caller {
  userId: number | null
  blocked: readonly number[]
}

/** What comments stand under. */
export interface SubjectRef {
  kind: CommentKind
  subjectId: number
}

export interface Page {
  offset: number
  limit: number
}

export interface CommentStore {
  /**
   * A page of what stands under something without answers, how many there are, and how many with all answers. Of many
   * comments the first `totalCap` are counted.
   */
  listUnder(
    subject: SubjectRef,
    caller: Caller,
    page: Page & { order: CommentOrder },
  ): Promise<{ comments: StoredComment[]; total: number; all: number }>
  /** How many comments and answers stand under something, whoever looks. */
  countUnder(subject: SubjectRef): Promise<number>
  /** How many answers of each of these somebody sees, `totalCap` at most; of what has none it is missing. */
  replyCounts(rootIds: readonly number[], caller: Caller): Promise<Map<number, number>>
  /** The first answers of each of these, the oldest first. */
  firstReplies(rootIds: readonly number[], caller: Caller, each: number): Promise<StoredComment[]>
  /** A page of the answers under a comment, the oldest first, and how many there are, `totalCap` at most. */
  replies(rootId: number, caller: Caller, page: Page): Promise<{ comments: StoredComment[]; total: number }>
  /** One, where this one may see it and what it stands under. */
  visible(id: number, caller: Caller): Promise<StoredComment | null>
  /** What a comment stands under; null where there is none. */
  subjectOf(id: number): Promise<SubjectRef | null>
  /** Who wrote these, by id; of what is removed nobody. */
  authorIdsOf(ids: readonly number[]): Promise<Map<number, number>>
  /** How many a person wrote since a moment. */
  countSince(userId: number, sec: number): Promise<number>
  /** A page of what a person wrote, the newest first, and how much there is in all. */
  pageByUser(userId: number, page: Page): Promise<{ comments: StoredComment[]; total: number }>
  /** All that a person wrote, the newest first. */
  allByUser(userId: number): Promise<StoredComment[]>
}

const columns = (table: string): RawBuilder<StoredComment> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('id')}, ${column('user_id')} as "userId", ${column('kind')}, ${column('subject_id')} as "subjectId",
    ${column('root_id')} as "rootId", ${column('reply_to')} as "replyTo", ${column('content')}, ${column('state')},
    ${column('created_at')} as "createdAt", ${column('up_count')} as up, ${column('down_count')} as down,
    ${column('reply_count')} as "replyCount"`
}

/** Whether an onlooker sees a row. An emptied comment is shown as long as there are answers to be seen. */
function visibleTo({ userId, blocked }: Caller, table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(
    (${column('state')} = 'shown' or (${column('state')} = 'held' and ${column('user_id')} = ${userId}::int)
      or (${column('state')} = 'removed' and (${column('root_id')} is not null or ${column('reply_count')} > 0)))
    and (${column('user_id')} is null or ${column('user_id')} <> all(${[...blocked]}::int[])))`
}

export function createCommentStore(db: Kysely<CommentsTables>): CommentStore {
  return { ...threadQueries(db), ...userQueries(db) }
}

type ThreadQueries = Pick<
  CommentStore,
  'listUnder' | 'countUnder' | 'replyCounts' | 'firstReplies' | 'replies' | 'visible' | 'subjectOf' | 'authorIdsOf'
>

function threadQueries(db: Kysely<CommentsTables>): ThreadQueries {
  return {
    async listUnder({ kind, subjectId }, caller, { order, offset, limit }) {
      const where = sql`kind = ${kind} and subject_id = ${subjectId} and root_id is null and ${visibleTo(caller, 'comment')}`
      const orderBy = order === 'hot' ? sql`hot desc, id desc` : sql`id desc`
      const list = await sql<StoredComment>`select ${columns('comment')} from comment where ${where}
        order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
      // Most subjects have few comments, and visitors have no held replies of their own: the list is all there is.
      if (caller.userId === null && offset === 0 && list.rows.length < limit) {
        const replies = list.rows.reduce((sum, { replyCount }) => sum + replyCount, 0)
        return { comments: list.rows, total: list.rows.length, all: list.rows.length + replies }
      }
      const counts = await sql<{ total: number; all: number }>`select count(*)::int as total,
          (count(*) + coalesce(sum(reply_count), 0) + (
            select count(*) from comment as own where own.user_id = ${caller.userId}::int and own.state = 'held'
              and own.root_id is not null and own.kind = ${kind} and own.subject_id = ${subjectId}
          ))::int as all from (select reply_count from comment where ${where} limit ${totalCap}) as counted`.execute(db)
      const { total = 0, all = 0 } = counts.rows[0] ?? {}
      return { comments: list.rows, total, all }
    },
    async countUnder({ kind, subjectId }) {
      const { rows } = await sql<{ all: number }>`select count(*)::int as all from comment
        where kind = ${kind} and subject_id = ${subjectId} and state <> 'held'`.execute(db)
      return rows[0]?.all ?? 0
    },
    async replyCounts(rootIds, caller) {
      const { rows } = await sql<{ rootId: number; count: number }>`
        select asked.id as "rootId", counted.count from unnest(${[...rootIds]}::int[]) as asked (id)
        cross join lateral (
          select count(*)::int as count from (
            select from comment as answer where answer.root_id = asked.id and ${visibleTo(caller, 'answer')} limit ${totalCap}
          ) as answers
        ) as counted
        where counted.count > 0`.execute(db)
      return new Map(rows.map(({ rootId, count }) => [rootId, count]))
    },
    async firstReplies(rootIds, caller, each) {
      const { rows } = await sql<StoredComment>`
        select ${columns('reply')} from unnest(${[...rootIds]}::int[]) as asked (id)
        cross join lateral (
          select * from comment as answer where answer.root_id = asked.id and ${visibleTo(caller, 'answer')}
          order by answer.id limit ${each}
        ) as reply
        order by reply.id`.execute(db)
      return rows
    },
    async replies(rootId, caller, { offset, limit }) {
      const where = sql`root_id = ${rootId} and ${visibleTo(caller, 'comment')}`
      const [list, counts] = await Promise.all([
        sql<StoredComment>`select ${columns('comment')} from comment where ${where}
          order by id limit ${limit} offset ${offset}`.execute(db),
        sql<{ total: number }>`select count(*)::int as total from (
          select from comment where ${where} limit ${totalCap}) as counted`.execute(db),
      ])
      return { comments: list.rows, total: counts.rows[0]?.total ?? 0 }
    },
    async visible(id, caller) {
      const { rows } = await sql<StoredComment>`
        select ${columns('comment')} from comment left join comment as root on root.id = comment.root_id
        where comment.id = ${id} and ${visibleTo(caller, 'comment')}
          and (root.id is null or ${visibleTo(caller, 'root')})`.execute(db)
      return rows[0] ?? null
    },
    async subjectOf(id) {
      const row = await db
        .selectFrom('comment')
        .select(['kind', 'subject_id as subjectId'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },
    async authorIdsOf(ids) {
      const rows = await db
        .selectFrom('comment')
        .select(['id', 'user_id'])
        .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
        .execute()
      return new Map(rows.flatMap(({ id, user_id }) => (user_id === null ? [] : [[id, user_id] as const])))
    },
  }
}

function userQueries(db: Kysely<CommentsTables>): Omit<CommentStore, keyof ThreadQueries> {
  const countOf = async (where: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from comment where ${where}`.execute(db)
    return rows[0]?.total ?? 0
  }
  const newestOf = async (userId: number, page: RawBuilder<unknown>): Promise<StoredComment[]> => {
    const { rows } = await sql<StoredComment>`select ${columns('comment')} from comment where user_id = ${userId}
      order by created_at desc, id desc ${page}`.execute(db)
    return rows
  }
  return {
    countSince: (userId, sec) => countOf(sql`user_id = ${userId} and created_at > ${sec}`),
    async pageByUser(userId, { offset, limit }) {
      const [comments, total] = await Promise.all([
        newestOf(userId, sql`limit ${limit} offset ${offset}`),
        countOf(sql`user_id = ${userId}`),
      ])
      return { comments, total }
    },
    allByUser: (userId) => newestOf(userId, sql``),
  }
}
