import { hash as bcrypt } from 'bcryptjs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { accountsOf } from '../../testing/accounts.ts'
import { maccmsDump, maccmsTypes, md5, playUrl, type MaccmsRows } from '../../testing/maccms.ts'
import { runSchedule } from '../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { createWebBuild, onePage } from '../../testing/web-build.ts'
import { SourceError, type MigrationReport } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'yunmu-maccms-'))
atFileEnd(async () => rmSync(folder, { recursive: true, force: true }))

const film = {
  vod_id: 1001,
  type_id: 6,
  type_id_1: 1,
  vod_name: '雾港来信',
  vod_sub: '雾港,港口的信',
  vod_en: 'wugangLaixin',
  vod_status: 1,
  vod_letter: 'W',
  vod_class: '剧情,悬疑',
  vod_actor: '沈北望,顾青',
  vod_director: '陈砚',
  vod_area: '大陆',
  vod_lang: '国语',
  vod_year: '2021',
  vod_remarks: 'HD',
  vod_content: '<p>一封寄错的信。</p>',
  vod_score_all: 80,
  vod_score_num: 10,
  vod_hits: 321,
  vod_time: 1_700_000_000,
  vod_time_add: 1_600_000_000,
  vod_play_from: 'ymhls',
  vod_play_url: '正片$https://v.example/1001.m3u8',
  vod_pwd: 'x1',
  vod_pic: 'upload/vod/1.jpg',
}

const series = {
  ...film,
  vod_id: 1002,
  type_id: 13,
  type_id_1: 2,
  vod_name: '长街',
  vod_sub: '',
  vod_en: 'changjie',
  vod_pwd: '',
  vod_pic: 'mac://pictures.example/2.jpg',
  vod_play_from: 'ymhls$$$ymbak',
  vod_play_url: `${playUrl('v.example/1002', 1, 3)}$$$第01集$https://b.example/1.m3u8##第03集$https://b.example/3.m3u8`,
}

const rows: MaccmsRows = {
  type: [
    ...maccmsTypes,
    { type_id: 22, type_name: '韩剧', type_en: 'hanju', type_mid: 1, type_status: 1 },
    { type_id: 23, type_name: '动作', type_en: 'dongzuo', type_mid: 1, type_pid: 1, type_status: 1 },
  ],
  vod: [
    film,
    series,
    { ...film, vod_id: 1003, type_id: 21, type_id_1: 0, vod_name: '梨园春', vod_en: 'liyuanchun' },
    { ...film, vod_id: 1004, vod_name: '草稿', vod_status: 0, vod_en: 'caogao' },
    { ...film, vod_id: 1005, vod_name: '没有分类的', type_id: 99, type_id_1: 0 },
  ],
  actor: [{ actor_id: 7, actor_name: '沈北望', actor_en: 'shenbeiwang', actor_status: 1 }],
  user: [
    {
      user_id: 1,
      user_name: 'oldlin',
      user_pwd: md5('jiu-mima-1'),
      user_email: 'OldLin@b.example',
      user_nick_name: '老林',
      user_status: 1,
      user_reg_time: 1_500_000_000,
      group_id: '2',
      user_points: 30,
      user_portrait: 'upload/user/1.jpg',
    },
    {
      user_id: 2,
      user_name: 'oldmei',
      user_pwd: md5('a&amp;b&lt;c 3'),
      user_status: 1,
      user_reg_time: 1_510_000_000,
      group_id: '2,3',
      user_end_time: 4_000_000_000,
    },
    {
      user_id: 3,
      user_name: 'lin',
      user_pwd: 'unknown-form',
      user_status: 1,
      user_email: 'oldlin@b.example',
      group_id: '3',
      user_end_time: 1_400_000_000,
    },
    { user_id: 4, user_name: 'gone', user_pwd: md5('x'), user_status: 0, group_id: '2' },
  ],
  ulog: [
    { ulog_id: 1, user_id: 1, ulog_mid: 1, ulog_type: 2, ulog_rid: 1001, ulog_time: 1_650_000_000 },
    {
      ulog_id: 2,
      user_id: 1,
      ulog_mid: 1,
      ulog_type: 4,
      ulog_rid: 1002,
      ulog_sid: 1,
      ulog_nid: 1,
      ulog_point: 20,
      ulog_duration: 2400,
      ulog_time: 1_650_000_000,
    },
    {
      ulog_id: 3,
      user_id: 1,
      ulog_mid: 1,
      ulog_type: 4,
      ulog_rid: 1002,
      ulog_sid: 1,
      ulog_nid: 2,
      ulog_point: 65,
      ulog_duration: 2400,
      ulog_time: 1_650_000_100,
    },
    { ulog_id: 4, user_id: 1, ulog_mid: 1, ulog_type: 1, ulog_rid: 1002, ulog_time: 1_650_000_100 },
    { ulog_id: 5, user_id: 9, ulog_mid: 1, ulog_type: 2, ulog_rid: 1002, ulog_time: 1_650_000_100 },
    { ulog_id: 6, user_id: 1, ulog_mid: 1, ulog_type: 2, ulog_rid: 1004, ulog_time: 1_650_000_100 },
  ],
  comment: [
    {
      comment_id: 1,
      comment_mid: 1,
      comment_rid: 1001,
      user_id: 1,
      comment_status: 1,
      comment_content: '好看[em:3]',
      comment_time: 1_650_000_000,
      comment_up: 3,
    },
    {
      comment_id: 2,
      comment_mid: 1,
      comment_rid: 1001,
      comment_pid: 1,
      user_id: 2,
      comment_status: 1,
      comment_content: '同感',
      comment_time: 1_650_000_100,
    },
    {
      comment_id: 3,
      comment_mid: 1,
      comment_rid: 1001,
      comment_pid: 2,
      user_id: 1,
      comment_status: 0,
      comment_content: '再看一遍',
      comment_time: 1_650_000_200,
    },
    {
      comment_id: 4,
      comment_mid: 1,
      comment_rid: 1001,
      user_id: 0,
      comment_status: 1,
      comment_content: '路过',
      comment_time: 1_650_000_300,
    },
    {
      comment_id: 5,
      comment_mid: 2,
      comment_rid: 1,
      user_id: 1,
      comment_status: 1,
      comment_content: '文章',
      comment_time: 1_650_000_300,
    },
    {
      comment_id: 6,
      comment_mid: 1,
      comment_rid: 1001,
      comment_pid: 77,
      user_id: 1,
      comment_status: 1,
      comment_content: '答谁',
      comment_time: 1_650_000_300,
    },
  ],
  danmaku: [
    {
      danmaku_id: 1,
      vod_id: 1002,
      vod_sid: 1,
      vod_nid: 2,
      danmaku_time: 12.5,
      danmaku_type: 1,
      danmaku_color: '#FF0000',
      danmaku_text: '前方高能',
      danmaku_status: 1,
      danmaku_send_time: 1_650_000_000,
    },
    { danmaku_id: 2, vod_id: 1002, vod_sid: 1, vod_nid: 2, danmaku_time: 12.5, danmaku_text: '藏', danmaku_status: 0 },
  ],
  live: [
    {
      live_id: 5,
      live_name: '雾港一台',
      live_en: 'wugang1',
      live_status: 1,
      live_url: '高清$https://live.example/1.m3u8',
    },
  ],
  link: [{ link_id: 1, link_name: '友站', link_url: 'https://friend.example/' }],
  order: [{ order_id: 1, order_code: 'X1', order_price: '9.90' }],
}

const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#345' } })
  .png()
  .toBuffer()
/** The old site, as far as it keeps pictures. */
const oldSite = createServer((request, response) => {
  response.statusCode = request.url?.startsWith('/upload/') ? 200 : 404
  response.end(picture)
})
await new Promise<void>((resolve) => oldSite.listen(0, '127.0.0.1', resolve))
atFileEnd(async () => void oldSite.close())
const address = oldSite.address()
const oldHost = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp({ EGRESS_ALLOW: oldHost }, { webBuildDir: await createWebBuild(onePage) })
})

/** Writes a dump and takes it. */
async function migrate(
  given: MaccmsRows,
  {
    dry = false,
    zip = false,
    batchSize = 2,
    isAnotherAllowed = false,
    siteUrl = null,
    signal = new AbortController().signal,
  }: Partial<Parameters<TestApp['station']['migration']['maccms']>[0]> & { zip?: boolean } = {},
) {
  const from = join(folder, `dump.sql${zip ? '.gz' : ''}`)
  const dump = maccmsDump(given)
  writeFileSync(from, zip ? gzipSync(dump) : dump)
  return t.station.migration.maccms({
    from,
    prefix: 'mac_',
    dry,
    isAnotherAllowed,
    siteUrl,
    batchSize,
    signal,
    onProgress: () => undefined,
    onRead: () => undefined,
  })
}

const of = ({ tables }: MigrationReport, table: string) => tables.find((one) => one.table === table)

const counts = (report: MigrationReport) =>
  Object.fromEntries(report.tables.map(({ table, added, changed, unchanged }) => [table, [added, changed, unchanged]]))

async function countAll(): Promise<Record<string, number>> {
  const tables = [
    'title',
    'episode',
    'episode_address',
    'app_user',
    'favourite',
    'watch_record',
    'comment',
    'danmaku',
    'channel',
    'vip_entry',
    'legacy_id',
    'category',
  ]
  const found: Record<string, number> = {}
  for (const table of tables) {
    const {
      rows: [row],
    } = await t.platform.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    found[table] = row?.n ?? 0
  }
  return found
}

test('[M02] a file that is no dump, lacks the tables, or is cut off is refused in Chinese, and nothing is written', async () => {
  const before = await countAll()
  const take = (name: string, content: string | Buffer, prefix = 'mac_') => {
    const from = join(folder, name)
    writeFileSync(from, content)
    return t.station.migration.maccms({
      from,
      prefix,
      dry: false,
      batchSize: 10,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRead: () => undefined,
    })
  }
  await expect(take('a.sql', 'CREATE TABLE `x` (`id` int);')).rejects.toThrow('里面没有 mac_vod 和 mac_type 表')
  await expect(take('b.sql', maccmsDump(rows), 'wp_')).rejects.toThrow('--prefix')
  await expect(take('c.sql', maccmsDump(rows).slice(0, maccmsDump(rows).indexOf('(1002,') + 60))).rejects.toThrow(
    '文件不完整',
  )
  await expect(take('d.sql.gz', gzipSync(maccmsDump(rows)).subarray(0, 900))).rejects.toThrow(SourceError)
  await expect(
    t.station.migration.maccms({
      from: join(folder, 'none.sql'),
      prefix: 'mac_',
      dry: false,
      batchSize: 10,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRead: () => undefined,
    }),
  ).rejects.toThrow('找不到文件')
  expect(await countAll()).toEqual(before)
})

test('[M02] a dry run counts, names examples and conflicts, and writes nothing', async () => {
  const before = await countAll()
  const report = await migrate(rows, { dry: true, batchSize: 10 })
  expect(await countAll()).toEqual(before)
  expect(counts(report)).toEqual({
    type: [10, 0, 0],
    vod: [3, 0, 0],
    actor: [1, 0, 0],
    user: [4, 0, 0],
    ulog: [2, 0, 0],
    comment: [4, 0, 0],
    danmaku: [1, 0, 0],
    live: [1, 0, 0],
  })
  expect(of(report, 'vod')?.refused).toEqual({ unpublished: 1, noCategory: 1 })
  expect(of(report, 'vod')?.fields).toEqual({})
  expect(report).toMatchObject({ locked: 2, pictures: 1, relativePictures: 3 })
  expect(of(report, 'user')?.fields).toEqual({ user_points: 1 })
  expect(report.others).toEqual([
    { table: 'link', rows: 1 },
    { table: 'order', rows: 1 },
  ])
  expect(report.conflictCount).toEqual({ renamed: 1, lostEmail: 1, lostPassword: 1 })
  expect(report.examples.find(({ table }) => table === 'vod')?.text).toBe('雾港来信')
})

test('[M02] a run takes everything, a second one nothing, and a later one what is new and changed', async () => {
  const report = await migrate(rows, { zip: true })
  expect(of(report, 'vod')).toMatchObject({ read: 5, added: 3, refused: { unpublished: 1, noCategory: 1 } })
  expect(of(report, 'ulog')).toMatchObject({ added: 3, refused: { otherLog: 1, noUser: 1, noTitle: 1 } })
  expect(of(report, 'comment')).toMatchObject({ added: 3, refused: { guest: 1, otherKind: 1, noParent: 1 } })
  expect(report).toMatchObject({ addresses: 7, newHosts: 2, memberships: 1 })
  const after = await countAll()
  expect(counts(await migrate(rows))).toMatchObject({
    vod: [0, 0, 3],
    user: [0, 0, 4],
    actor: [0, 0, 1],
    danmaku: [0, 0, 1],
    live: [0, 0, 1],
  })
  expect(await countAll()).toEqual(after)

  const { titles } = t.station.catalog
  const {
    rows: [stored],
  } = await t.platform.pool.query<{ id: number }>(`select id from title where origin = 'maccms:1001'`)
  await t.platform.pool.query(`update title set name = '改过的名字', locked_fields = '{name}' where id = $1`, [
    stored?.id,
  ])
  const vod = (rows['vod'] ?? []).map((row) =>
    row['vod_id'] === 1001
      ? { ...row, vod_name: '雾港来信 修复版', vod_remarks: '4K', vod_hits: 999 }
      : { ...row, vod_hits: 999 },
  )
  const user = [
    ...(rows['user'] ?? []),
    { user_id: 8, user_name: 'xinlai', user_pwd: md5('y'), user_status: 1, group_id: '2' },
  ]
  const later = await migrate({ ...rows, vod: [...vod, { ...film, vod_id: 1009, vod_name: '新片' }], user })
  expect(counts(later)).toMatchObject({ vod: [1, 1, 2], user: [1, 0, 4] })
  expect(await titles.detail(stored?.id ?? 0, 1)).toMatchObject({ name: '改过的名字', remarks: '4K' })
})

test('[M02] categories are matched by name, and those that the station lacks are added below their parents', async () => {
  const { rows: found } = await t.platform.pool.query<{ old_id: number; name: string; pid: number }>(
    `select old_id::int, category.name, category.pid from legacy_id join category using (id) where kind = 'category' order by old_id`,
  )
  expect(found.map(({ old_id, name, pid }) => [old_id, name, pid])).toEqual([
    [1, '电影', 0],
    [2, '电视剧', 0],
    [3, '综艺', 0],
    [4, '动漫', 0],
    [6, '动作片', 2],
    [13, '国产剧', 1],
    [20, '网络电影', 2],
    [21, '戏曲', 0],
    // A child of ours says the same, also where it is at the top there.
    [22, '日韩剧', 1],
    [23, '动作片', 2],
  ])
})

test('[M02] titles come with people, scores, times and all play groups; hosts wait for the operator', async () => {
  const {
    rows: [stored],
  } = await t.platform.pool.query<{ id: number }>(`select id from title where origin = 'maccms:1002'`)
  const id = stored?.id ?? 0
  expect(await t.station.catalog.titles.detail(id, 1)).toMatchObject({
    name: '长街',
    area: '内地',
    year: 2021,
    genres: ['剧情', '悬疑'],
    intro: '一封寄错的信。',
    directors: ['陈砚'],
  })
  const episodes = await t.station.catalog.remoteEpisodes.find({ titleIds: [id] })
  expect(episodes.map(({ source, level }) => `${source} ${level}`)).toEqual([
    'ymhls 1',
    'ymhls 2',
    'ymhls 3',
    'ymbak 1',
    'ymbak 3',
  ])
  const hosts = await t.station.remote.manager.hosts.list()
  expect(hosts.map(({ host, mode }) => [host, mode])).toEqual(
    expect.arrayContaining([
      ['v.example', 'undecided'],
      ['b.example', 'undecided'],
    ]),
  )
})

test('[M02] favourites, the last watched episode with its position, comments with answers and danmaku come along', async () => {
  const one = async <Row extends object>(sql: string): Promise<Row[]> => (await t.platform.pool.query<Row>(sql)).rows
  expect(
    await one(`select title.origin, favourite.created_at::int from favourite join title on title.id = title_id`),
  ).toEqual([{ origin: 'maccms:1001', created_at: 1_650_000_000 }])
  expect(await one(`select type, level, position_ms, duration_ms, name from watch_record`)).toEqual([
    { type: 'tv', level: 2, position_ms: 65_000, duration_ms: 2_400_000, name: '长街' },
  ])
  expect(
    await one(`select content, state, up_count, reply_count, root_id is null as is_root from comment order by id`),
  ).toEqual([
    { content: '好看', state: 'shown', up_count: 3, reply_count: 1, is_root: true },
    { content: '同感', state: 'shown', up_count: 0, reply_count: 0, is_root: false },
    { content: '再看一遍', state: 'held', up_count: 0, reply_count: 0, is_root: false },
  ])
  expect(await one(`select level, at_ms::int, mode, color, text from danmaku`)).toEqual([
    { level: 2, at_ms: 12_500, mode: 'top', color: 0xff0000, text: '前方高能' },
  ])
})

test('[M02] users sign in with their old passwords, whose hashes are replaced by Argon2id then', async () => {
  const a = accountsOf(t)
  const hashOf = async (name: string): Promise<string> =>
    await t.station.accounts.manager.find(name).then((user) => (typeof user === 'string' ? '' : user.passwordHash))
  expect(await a.login('oldlin', { password: 'jiu-mima-2' })).toMatchObject({ data: { refusal: 'LoginWrong' } })
  expect(await hashOf('oldlin')).toMatch(/^legacy:[\da-f]{32}$/)
  expect(await a.login('oldlin', { password: 'jiu-mima-1' })).toMatchObject({
    code: 0,
    data: { user: { userName: 'oldlin', userNickName: '老林' } },
  })
  expect(await hashOf('oldlin')).toMatch(/^\$argon2id\$/)
  expect(await a.login('oldlin@b.example', { password: 'jiu-mima-1' })).toMatchObject({ code: 0 })
  // A form of the older system escaped what was typed before it was hashed.
  expect(await a.login('oldmei', { password: 'a&b<c 3' })).toMatchObject({
    code: 0,
    data: { user: { groupId: 3, userEndTime: 4_000_000_000 } },
  })
  expect(await a.login('gone', { password: 'x' })).not.toMatchObject({ code: 0 })
  const renamed = await t.station.accounts.manager.find('lin_3')
  expect(renamed).toMatchObject({ email: null, passwordHash: '' })
  // Hashes of 2026: of the password, or of its MD5.
  for (const [at, text] of ['mi-ma-2026', md5('mi-ma-2026')].entries()) {
    const user_pwd = (await bcrypt(text, 4)).replace('$2b$', '$2y$')
    const user = [{ user_id: 30 + at, user_name: `newer${at}`, user_pwd, user_status: 1, group_id: '2' }]
    await migrate({ ...rows, user })
    expect(await a.login(`newer${at}`, { password: 'mi-ma-2025' })).toMatchObject({ data: { refusal: 'LoginWrong' } })
    // What a dump shows is no password.
    expect(await a.login(`newer${at}`, { password: md5('mi-ma-2026') })).toMatchObject({
      data: { refusal: 'LoginWrong' },
    })
    expect(await a.login(`newer${at}`, { password: 'mi-ma-2026' })).toMatchObject({ code: 0 })
  }
  // A later run does not bring the old hash back.
  await migrate({ ...rows, user: (rows['user'] ?? []).map((row) => ({ ...row, user_nick_name: '改' })) })
  expect(await hashOf('oldlin')).toMatch(/^\$argon2id\$/)
})

test('[M02] a later end of a membership there gives what is more, once', async () => {
  const extended = {
    ...rows,
    user: (rows['user'] ?? []).map((row) => (row['user_id'] === 2 ? { ...row, user_end_time: 4_000_086_400 } : row)),
  }
  for (const _ of [1, 2]) await migrate(extended)
  const mei = await t.station.accounts.manager.find('oldmei')
  expect(mei).toMatchObject({ userEndTime: 4_000_086_400 })
})

test('[M02] a title that was deleted here, and an account that was, do not come back', async () => {
  await t.platform.pool.query(`delete from title where origin = 'maccms:1003'`)
  await t.platform.pool.query(`delete from app_user where name = 'xinlai'`)
  const before = await countAll()
  await migrate({
    ...rows,
    user: [
      ...(rows['user'] ?? []),
      { user_id: 8, user_name: 'xinlai', user_pwd: md5('y'), user_status: 1, group_id: '2' },
    ],
  })
  const after = await countAll()
  expect([after['title'], after['app_user']]).toEqual([before['title'], before['app_user']])
})

let guest = 0
async function ask(url: string) {
  guest++
  const remoteAddress = `203.0.${guest >> 8}.${guest & 255}`
  const { statusCode, headers } = await t.app.inject({ method: 'GET', url, remoteAddress })
  return [statusCode, headers.location === undefined ? undefined : decodeURI(String(headers.location))]
}

test('[B16] [M02] old addresses of every form lead to their pages, unknown ones are not found', async () => {
  for (const host of ['v.example', 'b.example']) await t.station.remote.manager.hosts.allow(host, 'direct')
  const idOf = async (oldId: number): Promise<number> => {
    const {
      rows: [row],
    } = await t.platform.pool.query<{ id: number }>(`select id from title where origin = $1`, [`maccms:${oldId}`])
    return row?.id ?? 0
  }
  const [filmId, seriesId] = [await idOf(1001), await idOf(1002)]
  const backup = (await t.station.catalog.titles.sourcesOf(seriesId))[1]?.line ?? 0
  const detail = (key: string) => [
    `/index.php/vod/detail/id/${key}.html`,
    `/index.php/vod/detail/id/${key}`,
    `/vod/detail/id/${key}.html`,
    `/index.php?s=vod/detail/id/${key}.html`,
    `/?s=/vod/detail/id/${key}`,
    `/voddetail/${key}.html`,
    `/voddetail-${key}.html`,
    `/vodhtml/${key}/index.html`,
    `/vodplot/${key}-1.html`,
    `/voddown/${key}-1-1.html`,
    `/vodrss-${key}`,
  ]
  const play = (key: string, sid: number, nid: number) => [
    `/index.php/vod/play/id/${key}/sid/${sid}/nid/${nid}.html`,
    `/index.php/vod/play/nid/${nid}/sid/${sid}/id/${key}`,
    `/vodplay/${key}-${sid}-${nid}.html`,
    `/vodplayhtml/${key}/index_${sid}_${nid}.html`,
    `/vodplayhtml/${key}/index.html?${key}-${sid}-${nid}`,
    `/vodplayhtml/${key}/index_${sid}_1.html?${key}-${sid}-${nid}`,
    `/index.php?s=/vod/play/id/${key}/nid/${nid}/sid/${sid}`,
  ]
  // The third is 1001 as MacCMS encodes it when it is shipped.
  for (const key of ['1001', 'wugangLaixin', 'SCCCRF'])
    for (const address of detail(key))
      expect([address, await ask(address)]).toEqual([address, [301, `/details/2/${filmId}`]])
  for (const key of ['1002', 'changjie']) {
    for (const address of play(key, 1, 2))
      expect([address, await ask(address)]).toEqual([address, [301, `/player/vod/1/${seriesId}/2`]])
    for (const address of play(key, 2, 3))
      expect([address, await ask(address)]).toEqual([address, [301, `/player/vod/1/${seriesId}/3?line=${backup}`]])
    // The second group has no second episode, and there is no third group.
    for (const address of [...play(key, 2, 2), ...play(key, 3, 1)])
      expect([address, await ask(address)]).toEqual([address, [301, `/details/1/${seriesId}`]])
  }
  const any = '全部地区/全部年份/全部/全部/全部'
  for (const address of [
    '/index.php/vod/type/id/1.html',
    '/vodtype/1.html',
    '/vodtypehtml/1/index.html',
    '/vodtype/dianying.html',
  ])
    expect([address, await ask(address)]).toEqual([address, [301, '/tabs/2']])
  for (const address of [
    '/index.php/vod/show/id/6.html',
    '/vodshow/6-----------.html',
    '/index.php/vod/show/id/dongzuopian',
    '/index.php/vod/type/id/6.html',
    '/vodtype/dongzuopian.html',
  ])
    expect([address, await ask(address)]).toEqual([address, [301, `/nav/动作片/${any}/最新.html`]])
  expect(
    await ask(
      '/index.php/vod/show/area/大陆/by/hits/id/13/page/2/year/2021.html'.replaceAll(
        /[^\0-\x7f]+/g,
        encodeURIComponent,
      ),
    ),
  ).toEqual([301, '/nav/国产剧/大陆/2021/全部/全部/全部/最热.html?page=2'])
  expect(await ask('/index.php/vod/show/id/21.html')).toEqual([301, `/nav/戏曲/${any}/最新.html`])
  for (const address of ['/index.php/actor/detail/id/7.html', '/actordetail-7.html', '/actordetail/shenbeiwang.html'])
    expect([address, await ask(address)]).toEqual([address, [301, '/person/沈北望']])
  for (const address of ['/index.php/live/play/id/5.html', '/liveplay/5.html', '/liveplay/wugang1'])
    expect((await ask(address))[0]).toBe(301)
  // An id that the station has is not that of the older system.
  for (const address of [
    ...detail(String(filmId)),
    ...detail('1004'),
    ...detail('nobody'),
    ...play(String(filmId), 1, 1),
    '/index.php/vod/show/id/999.html',
    '/vodtype/2000.html',
    '/actordetail-99.html',
    '/liveplay/99.html',
  ]) {
    const [status, location] = await ask(address)
    expect([address, status, location]).toEqual([address, 200, undefined])
  }
  expect(await ask(`/details/0/${filmId}`)).toEqual([301, `/details/2/${filmId}`])
})

/** Another site, whose numbers are those of the first one. */
const anotherSite: MaccmsRows = {
  type: maccmsTypes,
  vod: [
    { ...film, vod_id: 1001, vod_name: '另一部片', vod_en: 'lingyibu', vod_time_add: 1_610_000_000, vod_pwd: '' },
    { ...film, vod_id: 1077, vod_name: '又一部片', vod_en: 'youyibu', vod_time_add: 1_610_000_001, vod_pwd: '' },
  ],
  user: [
    { user_id: 1, user_name: 'stranger', user_pwd: md5('bie-ren-1'), user_status: 1, user_reg_time: 1_520_000_000 },
    { user_id: 2, user_name: 'zhao', user_pwd: md5('bie-ren-2'), user_status: 1, user_reg_time: 1_520_000_001 },
  ],
}

test('[M02] another site is refused, in a dry run too, unless the operator takes it on purpose', async () => {
  const before = await countAll()
  for (const dry of [true, false])
    await expect(migrate(anotherSite, { dry })).rejects.toThrow(/不是以前搬过来的那个 MacCMS 站.*--another-site/)
  expect(await countAll()).toEqual(before)

  const report = await migrate(anotherSite, { isAnotherAllowed: true })
  expect([of(report, 'vod')?.added, of(report, 'user')?.added]).toEqual([2, 2])
  // Nobody got what another one has, and its titles are its own.
  const accounts = accountsOf(t)
  expect(await accounts.login('oldlin', { password: 'bie-ren-1' })).toMatchObject({ data: { refusal: 'LoginWrong' } })
  const { rows: titles } = await t.platform.pool.query<{ name: string; origin: string }>(
    `select name, origin from title where origin in ('maccms:1001', 'maccms:2:1001', 'maccms:2:1077') order by origin`,
  )
  expect(titles.map(({ name, origin }) => [origin, name])).toEqual([
    ['maccms:1001', '改过的名字'],
    ['maccms:2:1001', '另一部片'],
    ['maccms:2:1077', '又一部片'],
  ])
  // An old address that both had leads to the first one's page.
  const { rows: found } = await t.platform.pool.query<{ id: number; origin: string }>(
    `select id, origin from title where origin in ('maccms:1001', 'maccms:2:1077')`,
  )
  const idOf = (origin: string) => found.find((row) => row.origin === origin)?.id
  expect(await ask('/voddetail/1001.html')).toEqual([301, `/details/2/${idOf('maccms:1001')}`])
  expect(await ask('/voddetail/1077.html')).toEqual([301, `/details/2/${idOf('maccms:2:1077')}`])
  // Each of both is known again.
  expect(of(await migrate(anotherSite), 'user')).toMatchObject({ added: 0, unchanged: 2 })
  expect(of(await migrate(rows), 'user')).toMatchObject({ added: 0 })
})

test('[M02] users whose names are taken never become one account, whatever names others chose', async () => {
  const user_status = 1
  const user = [
    { user_id: 53, user_name: 'bob_55', user_pwd: md5('si-mi-53'), user_status, user_reg_time: 1_530_000_053 },
    { user_id: 55, user_name: 'Lin', user_pwd: md5('si-mi-55'), user_status, user_reg_time: 1_530_000_055 },
    { user_id: 56, user_name: 'lin_57', user_pwd: md5('si-mi-56'), user_status, user_reg_time: 1_530_000_056 },
    { user_id: 57, user_name: 'LIN', user_pwd: md5('si-mi-57'), user_status, user_reg_time: 1_530_000_057 },
    // A name that is somebody's e-mail address, who comes later.
    { user_id: 58, user_name: 'wang@b.example', user_pwd: md5('si-mi-58'), user_status, user_reg_time: 1_530_000_058 },
    { user_id: 59, user_name: 'zhang@b.example', user_pwd: md5('si-mi-59'), user_status, user_reg_time: 1_530_000_059 },
    {
      user_id: 60,
      user_name: 'wang',
      user_pwd: md5('si-mi-60'),
      user_email: 'wang@b.example',
      user_status,
      user_reg_time: 1_530_000_060,
    },
  ]
  const report = await migrate({ ...rows, user }, { batchSize: 4 })
  expect(of(report, 'user')).toMatchObject({ added: 7, refused: {} })
  const { rows: stored } = await t.platform.pool.query<{ old: number; name: string; email: string | null }>(
    `select old_id::int as old, app_user.name, email from legacy_id join app_user using (id)
     where kind = 'user' and site_id = 1 and old_id between 53 and 60 order by old_id`,
  )
  expect(stored.map(({ old, name, email }) => [old, name, email])).toEqual([
    [53, 'bob_55', null],
    [55, 'Lin_55', null],
    [56, 'lin_57', null],
    [57, 'LIN_57_2', null],
    [58, 'wangb.example', null],
    [59, 'zhangb.example', 'zhang@b.example'],
    [60, 'wang', 'wang@b.example'],
  ])
  const a = accountsOf(t)
  expect(await a.login('wang@b.example', { password: 'si-mi-60' })).toMatchObject({ code: 0 })
  expect(await a.login('zhang@b.example', { password: 'si-mi-59' })).toMatchObject({ code: 0 })

  // The number of a user is another one's after the old site was set up anew: his hash does not sign him in here.
  const reused = user.map((row) => (row.user_id === 56 ? { ...row, user_name: 'thief', user_pwd: md5('tou') } : row))
  expect(of(await migrate({ ...rows, user: reused }), 'user')).toMatchObject({ changed: 0, refused: { otherUser: 1 } })
  expect(await a.login('lin_57', { password: 'tou' })).toMatchObject({ data: { refusal: 'LoginWrong' } })
})

test("[M02] [B08] a title with a password there plays with it here, and the operator's own password stays", async () => {
  const { rows: locked } = await t.platform.pool.query<{ origin: string; id: number }>(
    `select origin, title.id from subject_lock join title on title.id = subject_id where kind = 'vod' and line = 0 order by origin`,
  )
  // Not the series, which has none, nor what was deleted here.
  expect(locked.map(({ origin }) => origin)).toEqual(['maccms:1001', 'maccms:1009'])
  const [film] = locked
  const part = { kind: 'vod' as const, id: film?.id ?? 0, line: 0 }
  const hashOf = async (): Promise<string> =>
    (
      await t.platform.pool.query<{ hash: string }>(
        `select password_hash as hash from subject_lock where subject_id = $1`,
        [part.id],
      )
    ).rows[0]?.hash ?? ''
  expect(await t.station.locks.lockedSubjects('vod')).toContain(part.id)
  expect(await t.station.locks.manager.set(part, 'wo-de-mima')).toBe(true)
  const own = await hashOf()
  const vod = (rows['vod'] ?? []).map((row) => (row['vod_id'] === 1001 ? { ...row, vod_remarks: '8K' } : row))
  expect(of(await migrate({ ...rows, vod }), 'vod')?.changed).toBe(1)
  expect(await hashOf()).toBe(own)
})

test('[M02] posters and portraits come when the address of the old site is given, and what was chosen here stays', async () => {
  const withoutHost = await migrate(rows)
  expect([of(withoutHost, 'vod')?.unchanged, withoutHost.pictures]).toEqual([2, 0])
  const report = await migrate(rows, { siteUrl: `http://${oldHost}/` })
  // The unchanged rows whose pictures can be fetched now are taken again.
  expect(report).toMatchObject({ pictures: 3, relativePictures: 0 })
  const waiting = await t.platform.pool.query<{ url: string }>(
    `select url from collection_picture join title on title.id = title_id where origin = 'maccms:1001'`,
  )
  expect(waiting.rows).toEqual([{ url: `http://${oldHost}/upload/vod/1.jpg` }])
  await runSchedule(t.station.collection.module, 'collection.fetchPictures')
  await runSchedule(t.station.accounts.module, 'accounts.fetchPortraits')
  const shown = async () => {
    const { rows: titles } = await t.platform.pool.query<{ poster: string }>(
      `select poster from title where origin = 'maccms:1001'`,
    )
    const { rows: users } = await t.platform.pool.query<{ portrait: string }>(
      `select portrait from app_user where name = 'oldlin'`,
    )
    return [titles[0]?.poster ?? '', users[0]?.portrait ?? ''] as const
  }
  const [poster, portrait] = await shown()
  expect(poster).toMatch(/^\/media\/posters\//)
  expect(portrait).not.toBe('')
  // Neither is fetched again.
  await t.platform.pool.query(`update app_user set portrait = '/own.webp' where name = 'oldlin'`)
  const later = rows['user']?.map((row) => (row['user_id'] === 1 ? { ...row, user_nick_name: '林' } : row)) ?? []
  await migrate({ ...rows, user: later }, { siteUrl: `http://${oldHost}/` })
  await runSchedule(t.station.accounts.module, 'accounts.fetchPortraits')
  expect(await shown()).toEqual([poster, '/own.webp'])
})
