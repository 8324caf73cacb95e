import { createHash } from 'node:crypto'

/** Databases of MacCMS as tests and benchmarks invent them: tables of the real shape, and what mysqldump writes of them. */

type Value = string | number | null
export type MaccmsRow = Readonly<Record<string, Value>>
export type MaccmsRows = Readonly<Record<string, readonly MaccmsRow[]>>

const uint = 'int(10) unsigned NOT NULL DEFAULT 0'
const tiny = 'tinyint(3) unsigned NOT NULL DEFAULT 0'
const short = (length: number): string => `varchar(${length}) NOT NULL DEFAULT ''`
const long = 'mediumtext NOT NULL'
const score = "decimal(3,1) unsigned NOT NULL DEFAULT '0.0'"

const named = (prefix: string, types: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [`${prefix}_${name}`, type]))

/** Columns by table; the first is the id. Those of 2026; versions before lack some. */
export const maccmsTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: named('type', {
    id: uint,
    name: short(60),
    en: short(60),
    sort: uint,
    mid: tiny,
    pid: uint,
    status: tiny,
    key: short(255),
    extend: 'text NOT NULL',
  }),
  vod: {
    vod_id: uint,
    type_id: uint,
    type_id_1: uint,
    group_id: uint,
    ...named('vod', {
      name: short(255),
      sub: short(255),
      en: short(255),
      status: tiny,
      letter: short(1),
      tag: short(100),
      class: short(255),
      pic: short(1024),
      actor: short(255),
      director: short(255),
      writer: short(100),
      blurb: short(255),
      remarks: short(100),
      pubdate: short(100),
      total: uint,
      serial: short(20),
      area: short(20),
      lang: short(10),
      year: short(10),
      isend: tiny,
      lock: tiny,
      level: tiny,
      points_play: uint,
      hits: uint,
      up: uint,
      down: uint,
      score,
      score_all: uint,
      score_num: uint,
      time: uint,
      time_add: uint,
      douban_id: uint,
      pwd: short(10),
      content: long,
      play_from: short(255),
      play_server: short(255),
      play_note: short(255),
      play_url: long,
      down_url: long,
      recycle_time: uint,
    }),
  },
  actor: named('actor', { id: uint, name: short(255), en: short(255), status: tiny, pic: short(255), content: long }),
  user: {
    user_id: uint,
    group_id: short(60),
    ...named('user', {
      name: short(30),
      pwd: short(255),
      nick_name: short(30),
      qq: short(16),
      email: short(60),
      phone: short(16),
      status: tiny,
      portrait: short(100),
      points: uint,
      reg_time: uint,
      end_time: uint,
      random: short(32),
    }),
  },
  ulog: {
    ulog_id: uint,
    user_id: uint,
    ...named('ulog', {
      mid: tiny,
      type: tiny,
      rid: uint,
      sid: tiny,
      nid: uint,
      points: uint,
      point: uint,
      duration: uint,
      time: uint,
    }),
  },
  comment: {
    comment_id: uint,
    comment_mid: tiny,
    comment_rid: uint,
    comment_pid: uint,
    user_id: uint,
    ...named('comment', {
      status: tiny,
      name: short(60),
      ip: uint,
      time: uint,
      content: short(255),
      up: uint,
      down: uint,
      reply: uint,
    }),
  },
  danmaku: {
    danmaku_id: uint,
    vod_id: uint,
    vod_sid: tiny,
    vod_nid: uint,
    user_id: uint,
    ...named('danmaku', {
      time: 'float unsigned NOT NULL DEFAULT 0',
      type: tiny,
      color: short(10),
      text: short(200),
      send_time: uint,
      status: tiny,
      report: uint,
    }),
  },
  live: named('live', {
    id: uint,
    cate_id: uint,
    name: short(60),
    en: short(60),
    pic: short(255),
    url: long,
    status: tiny,
  }),
  link: named('link', { id: uint, name: short(60), url: short(255) }),
  order: named('order', { id: uint, code: short(30), price: 'decimal(12,2) unsigned NOT NULL DEFAULT 0' }),
}

const quote = (value: Value): string => {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  return `'${value
    .replaceAll(/[\\'"]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)}'`
}

export const createTableSql = (table: string, prefix = 'mac_'): string => {
  const columns = Object.entries(maccmsTables[table] ?? {})
  const [id = ''] = columns[0] ?? []
  return `CREATE TABLE \`${prefix}${table}\` (\n${columns.map(([name, type]) => `  \`${name}\` ${type}`).join(',\n')},\n  PRIMARY KEY (\`${id}\`)\n) ENGINE=MyISAM DEFAULT CHARSET=utf8mb4`
}

const rowsPerStatement = 200

/** Statements that insert rows; columns that a row does not give have the value that their type has by default. */
export function* insertSql(table: string, rows: readonly MaccmsRow[], prefix = 'mac_'): Generator<string> {
  const columns = Object.entries(maccmsTables[table] ?? {})
  const cell = (row: MaccmsRow, [name, type]: [string, string]): string =>
    quote(row[name] === undefined ? (/^(?:varchar|mediumtext|text)/.test(type) ? '' : 0) : row[name])
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const part = rows.slice(at, at + rowsPerStatement)
    const values = part.map((row) => `(${columns.map((column) => cell(row, column)).join()})`)
    yield `INSERT INTO \`${prefix}${table}\` VALUES ${values.join()}`
  }
}

/** A dump of these rows, with the tables in the order of their names as mysqldump writes them. */
export function maccmsDump(rows: MaccmsRows, prefix = 'mac_'): string {
  const tables = Object.keys(rows).toSorted()
  const parts = tables.map((table) =>
    [
      `DROP TABLE IF EXISTS \`${prefix}${table}\``,
      createTableSql(table, prefix),
      `LOCK TABLES \`${prefix}${table}\` WRITE`,
      ...insertSql(table, rows[table] ?? [], prefix),
      'UNLOCK TABLES',
    ].join(';\n'),
  )
  return `-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\n${parts.join(';\n')};\n-- Dump completed\n`
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** A play string of groups with as many episodes. */
export const playUrl = (host: string, groups: number, episodes: number): string =>
  Array.from({ length: groups }, (_, group) =>
    Array.from(
      { length: episodes },
      (_episode, at) => `第${String(at + 1).padStart(2, '0')}集$https://${host}/${group + 1}/${at + 1}.m3u8`,
    ).join('#'),
  ).join('$$$')

export const maccmsTypes: readonly MaccmsRow[] = [
  { type_id: 1, type_name: '电影', type_en: 'dianying', type_mid: 1, type_status: 1 },
  { type_id: 2, type_name: '连续剧', type_en: 'lianxuju', type_mid: 1, type_status: 1 },
  { type_id: 3, type_name: '综艺', type_en: 'zongyi', type_mid: 1, type_status: 1 },
  { type_id: 4, type_name: '动漫', type_en: 'dongman', type_mid: 1, type_status: 1 },
  { type_id: 6, type_name: '动作片', type_en: 'dongzuopian', type_mid: 1, type_pid: 1, type_status: 1 },
  { type_id: 13, type_name: '国产剧', type_en: 'guochanju', type_mid: 1, type_pid: 2, type_status: 1 },
  { type_id: 20, type_name: '网络电影', type_en: 'wangluodianying', type_mid: 1, type_pid: 1, type_status: 1 },
  { type_id: 21, type_name: '戏曲', type_en: 'xiqu', type_mid: 1, type_status: 1 },
  { type_id: 5, type_name: '资讯', type_en: 'zixun', type_mid: 2, type_status: 1 },
]
