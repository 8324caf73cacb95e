import { totalCap, type CommentKind, type CommentOrder, type TextState } from '@yunmu/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CommentsTables } from './comments-tables.ts'

export interface StoredComment {
  id: number
  /** Null for a removed comment that stays because it has replies. */
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

/** Who reads: sees their own held comments, and none of the users they block. */
export interface Caller {
  userId: number | null
  blocked: readonly number[]
}

/** The subject that comments belong to. */
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
   * A page of top-level comments, their number, and the number with all replies. At most `totalCap` comments are
   * counted.
   */
  listUnder(
    subject: SubjectRef,
    caller: Caller,
    page: Page & { order: CommentOrder },
  ): Promise<{ comments: StoredComment[]; total: number; all: number }>
  /** The subjects that have comments, of anybody and in any state. */
  listSubjects(): Promise<SubjectRef[]>
  /** The number of comments and replies of a subject, for anybody. */
  countUnder(subject: SubjectRef): Promise<number>
  /** The number of replies that the caller sees for each root, at most `totalCap`; roots without any are missing. */
  replyCounts(rootIds: readonly number[], caller: Caller): Promise<Map<number, number>>
  /** The first replies of each root, oldest first. */
  firstReplies(rootIds: readonly number[], caller: Caller, each: number): Promise<StoredComment[]>
  /** A page of the replies of a root, oldest first, and their number, at most `totalCap`. */
  replies(rootId: number, caller: Caller, page: Page): Promise<{ comments: StoredComment[]; total: number }>
  /** One comment, if the caller may see it and its root. */
  visible(id: number, caller: Caller): Promise<StoredComment | null>
  /** The subject of a comment; null if there is no such comment. */
  subjectOf(id: number): Promise<SubjectRef | null>
  /** The authors of these comments, by comment id; removed comments are missing. */
  authorIdsOf(ids: readonly number[]): Promise<Map<number, number>>
  /** The number of comments by a user since a time. */
  countSince(userId: number, sec: number): Promise<number>
  /** A page of a user's comments, newest first, and the number of all. */
  pageByUser(userId: number, page: Page): Promise<{ comments: StoredComment[]; total: number }>
  /** All comments of a user, newest first. */
  allByUser(userId: number): Promise<StoredComment[]>
}

const columns = (table: string): RawBuilder<StoredComment> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('id')}, ${column('user_id')} as "userId", ${column('kind')}, ${column('subject_id')} as "subjectId",
    ${column('root_id')} as "rootId", ${column('reply_to')} as "replyTo", ${column('content')}, ${column('state')},
    ${column('created_at')} as "createdAt", ${column('up_count')} as up, ${column('down_count')} as down,
    ${column('reply_count')} as "replyCount"`
}

/** Condition: the caller sees the row. A removed comment is visible as long as it has replies. */
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
  | 'listUnder'
  | 'listSubjects'
  | 'countUnder'
  | 'replyCounts'
  | 'firstReplies'
  | 'replies'
  | 'visible'
  | 'subjectOf'
  | 'authorIdsOf'
>

function threadQueries(db: Kysely<CommentsTables>): ThreadQueries {
  return {
    async listUnder({ kind, subjectId }, caller, { order, offset, limit }) {
      const where = sql`kind = ${kind} and subject_id = ${subjectId} and root_id is null and ${visibleTo(caller, 'comment')}`
      const orderBy = order === 'hot' ? sql`hot desc, id desc` : sql`id desc`
      const list = await sql<StoredComment>`select ${columns('comment')} from comment where ${where}
        order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
      // Most subjects have few comments, and visitors have no held replies of their own: the first page is the whole
      // list.
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
    async listSubjects() {
      const { rows } = await sql<SubjectRef>`
        select distinct kind, subject_id as "subjectId" from comment`.execute(db)
      return rows
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
