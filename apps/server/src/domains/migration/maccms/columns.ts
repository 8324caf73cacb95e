import type { TablePlan } from '../run-table.ts'

/** The columns of MacCMS that are taken. */

const plan = (table: string, columns: string, loose = '', lasting = '', picture?: string): TablePlan => ({
  table,
  idColumn: `${table}_id`,
  taken: [`${table}_id`, ...columns.split(' '), ...(loose === '' ? [] : loose.split(' '))],
  loose: loose === '' ? [] : loose.split(' '),
  lasting: lasting === '' ? [] : lasting.split(' '),
  ...(picture === undefined ? {} : { picture }),
})

export const typePlan = plan('type', 'type_name type_en type_pid type_mid')
export const vodPlan = plan(
  'vod',
  'type_id type_id_1 vod_name vod_sub vod_en vod_status vod_recycle_time vod_letter vod_class vod_actor vod_director vod_blurb vod_content vod_remarks vod_pubdate vod_total vod_area vod_lang vod_year vod_isend vod_time vod_time_add vod_play_from vod_play_server vod_play_note vod_play_url vod_pwd vod_pwd_play vod_pic',
  'vod_hits vod_up vod_score vod_score_all vod_score_num',
  'vod_time_add',
  'vod_pic',
)
export const actorPlan = plan('actor', 'actor_name actor_en actor_status')
export const userPlan = plan(
  'user',
  'group_id user_name user_pwd user_nick_name user_qq user_email user_status user_reg_time user_end_time user_portrait',
  '',
  'user_name user_reg_time',
  'user_portrait',
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
