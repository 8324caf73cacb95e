import type { SourceRow } from '../sources/row-source.ts'

/** Values of columns of MacCMS, all of which may be absent: versions differ. */

export const text = (row: SourceRow, column: string): string => row[column] ?? ''

/** A whole number of at least 0; 0 for anything else. */
export function number(row: SourceRow, column: string): number {
  const value = Number(/^\s*(\d{1,15})/.exec(row[column] ?? '')?.[1] ?? 0)
  return Number.isSafeInteger(value) ? value : 0
}

/** A number that fits into four bytes. */
export const int = (row: SourceRow, column: string): number => Math.min(number(row, column), 2_147_483_647)

/** Seconds of a time; 0 if there is none. */
export function sec(row: SourceRow, column: string): number {
  const value = number(row, column)
  return value < 4_102_444_800 ? value : 0
}

/** Whether a column holds something: not the value that it has by default. */
export const isMeaningful = (value: string | null | undefined): boolean =>
  value !== null && value !== undefined && !/^\s*(?:0+(?:\.0+)?|0000-00-00.*|\{\}|\[\]|null)?\s*$/i.test(value)

/** How the rows of a table are taken. */
export interface TablePlan {
  table: string
  idColumn: string
  /** The columns that are taken. */
  taken: readonly string[]
  /** Those of them that change with each visitor: a row in which nothing else differs is unchanged. */
  loose: readonly string[]
  /** Rows that are read at once, if that is more than the operator's number. */
  minBatch?: number
}

const plan = (table: string, columns: string, loose = '', idColumn = `${table}_id`): TablePlan => ({
  table,
  idColumn,
  taken: [idColumn, ...columns.split(' '), ...(loose === '' ? [] : loose.split(' '))],
  loose: loose === '' ? [] : loose.split(' '),
})

export const typePlan = plan('type', 'type_name type_en type_pid type_mid')
export const vodPlan = plan(
  'vod',
  'type_id type_id_1 vod_name vod_sub vod_en vod_status vod_recycle_time vod_letter vod_class vod_actor vod_director vod_blurb vod_content vod_remarks vod_pubdate vod_total vod_area vod_lang vod_year vod_isend vod_time vod_time_add vod_play_from vod_play_server vod_play_note vod_play_url',
  'vod_hits vod_up vod_score vod_score_all vod_score_num',
)
export const actorPlan = plan('actor', 'actor_name actor_en actor_status')
export const userPlan = plan(
  'user',
  'group_id user_name user_pwd user_nick_name user_qq user_email user_status user_reg_time user_end_time',
)
export const ulogPlan = plan('ulog', 'user_id ulog_mid ulog_type ulog_rid ulog_nid ulog_point ulog_duration ulog_time')
export const commentPlan = plan(
  'comment',
  'comment_mid comment_rid comment_pid user_id comment_status comment_time comment_content',
  'comment_up comment_down',
)
/** Many at once: those of a pool are written together. */
export const danmakuPlan: TablePlan = {
  ...plan(
    'danmaku',
    'vod_id vod_nid danmaku_time danmaku_type danmaku_color danmaku_text danmaku_send_time danmaku_status',
  ),
  minBatch: 5000,
}
export const livePlan = plan('live', 'live_name live_en live_status live_url live_pic')
