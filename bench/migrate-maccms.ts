import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hash as bcrypt } from 'bcryptjs'
import { buildApp } from '../apps/server/src/app.ts'
import {
  createTableSql,
  insertSql,
  maccmsTables,
  maccmsTypes,
  md5,
  playUrl,
  type MaccmsRow,
} from '../apps/server/src/testing/maccms.ts'
import { openScratchMariadb } from './lib/mariadb.ts'
import { check, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventTexts } from './lib/title-names.ts'

/**
 * Migrates an invented station of MacCMS from a real MariaDB: it is killed some times on the way and goes on, then taken
 * again unchanged and with one title in a hundred changed. Afterwards 10,000 old addresses of all forms are asked for, and
 * every user signs in with the old password. `node bench/migrate-maccms.ts [titles] [users]`
 */
const titles = Number(process.argv[2] ?? 10_000)
const users = Number(process.argv[3] ?? 300)
const addresses = 10_000
const kills = 3
const episodes = 12

const webBuildDir = join(import.meta.dirname, '../apps/web/build')
if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the web build is missing: npm run check builds it')

const random = seededRandom(16)
const below = (limit: number): number => Math.floor(random() * limit)
/** Ids there begin far from those here, so that none is right by chance. */
const firstVod = 500_000
const topOf = new Map<number, number>([
  [6, 1],
  [13, 2],
  [20, 1],
])
const typeIds = [1, 2, 3, 4, 6, 13, 20, 21]
const passwordOf = (user: number): string => `jiu-mima-${user}`

function inventVod(at: number): MaccmsRow {
  const { name, alias, actors, directors } = inventTexts(random)
  const typeId = typeIds[at % typeIds.length] ?? 1
  return {
    vod_id: firstVod + at,
    type_id: typeId,
    type_id_1: topOf.get(typeId) ?? 0,
    vod_name: name,
    vod_sub: alias.join(),
    vod_en: `pinyin${at}`,
    vod_status: 1,
    vod_class: '剧情,悬疑',
    vod_pic: `https://img.example/${at}.jpg`,
    vod_actor: actors.join(),
    vod_director: directors.join(),
    vod_area: '大陆',
    vod_lang: '国语',
    vod_year: String(1985 + below(42)),
    vod_remarks: `更新至${episodes}集`,
    vod_content: `<p>${'港口的雾散去以后，一封寄错的信让两个人重新相遇。'.repeat(4)}</p>`,
    vod_hits: below(100_000),
    vod_time: 1_700_000_000 + at,
    vod_time_add: 1_600_000_000 + at,
    vod_play_from: 'ymhls$$$ymbak',
    vod_play_note: '$$$',
    vod_play_url: playUrl(`v.example/${at}`, 2, episodes),
  }
}

async function inventUser(user: number): Promise<MaccmsRow> {
  const password = passwordOf(user)
  return {
    user_id: user,
    group_id: user % 3 === 0 ? '3' : '2',
    user_name: `member${user}`,
    user_pwd: user % 5 === 0 ? (await bcrypt(password, 10)).replace('$2b$', '$2y$') : md5(password),
    user_nick_name: `会员${user}`,
    user_email: user % 2 === 0 ? `member${user}@mail.example` : '',
    user_status: 1,
    user_points: 10,
    user_reg_time: 1_500_000_000 + user,
    user_end_time: user % 3 === 0 ? 4_000_000_000 : 0,
  }
}

const logOf = (at: number): MaccmsRow => ({
  ulog_id: at + 1,
  user_id: 1 + below(users),
  ulog_mid: 1,
  ulog_type: at % 2 === 0 ? 2 : 4,
  ulog_rid: firstVod + below(titles),
  ulog_sid: 1,
  ulog_nid: 1 + below(episodes),
  ulog_point: below(2000),
  ulog_duration: 2400,
  ulog_time: 1_650_000_000 + at,
})

const commentOf = (at: number): MaccmsRow => ({
  comment_id: at + 1,
  comment_mid: 1,
  // Each second one answers the one before.
  comment_rid: firstVod + (at >> 1),
  comment_pid: at % 2 === 0 ? 0 : at,
  user_id: 1 + below(users),
  comment_status: 1,
  comment_time: 1_650_000_000 + at,
  comment_content: `第 ${at} 条评论，好看。`,
})

const danmakuOf = (at: number): MaccmsRow => ({
  danmaku_id: at + 1,
  vod_id: firstVod + below(titles),
  vod_sid: 1,
  vod_nid: 1 + below(episodes),
  user_id: 1 + below(users),
  danmaku_time: below(2400),
  danmaku_color: '#FFFFFF',
  danmaku_text: `前方高能 ${at}`,
  danmaku_status: 1,
  danmaku_send_time: 1_650_000_000 + at,
})

const mariadb = await openScratchMariadb()
if (!mariadb) process.exit(1)
const { platform, station, close } = await openScratchStation()
const app = await buildApp(platform, station, { webBuildDir, lagMs: () => 0 })
try {
  await fill()
  const killed = await killOften()
  const first = await take()
  const before = await countAll()
  const unchanged = await take()
  await mariadb.connection.query(`update mac_vod set vod_remarks = '已完结' where vod_id % 100 = 0`)
  const hundredth = await take()
  const after = await countAll()
  const dumped = await takeDumps()
  await station.remote.manager.hosts.allow('v.example', 'direct')
  const asked = await askAddresses()
  const signedIn = await signInAll()
  report('migrate-maccms', {
    titles,
    users,
    killed,
    first,
    unchanged,
    hundredth,
    dumped,
    counts: after,
    addresses: asked,
    signedIn,
    maxRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  })
  const wanted = Math.ceil(titles / 100)
  check({
    'every title was taken once': before['title'] === titles && after['title'] === titles,
    'every episode and address was taken once': before['episode_address'] === titles * episodes * 2,
    'nothing changed the second time': unchanged.changed === 0 && JSON.stringify(before) === JSON.stringify(after),
    'only what changed was taken the third time': Math.abs(hundredth.changed - wanted) <= 1,
    'nothing of a dump differs from the database': dumped.every(
      ({ added, changed, read }) => added === 0 && changed === 0 && read === first.read,
    ),
    'every old address leads to its page': asked.wrong === 0,
    'every unknown address is a 404': asked.unknownWrong === 0,
    'every user signs in': signedIn.failed === 0,
  })
} finally {
  await app.close()
  await close()
  await mariadb.close()
}

async function fill(): Promise<void> {
  const insert = async (table: string, rows: readonly MaccmsRow[]): Promise<void> => {
    for (const statement of insertSql(table, rows)) await mariadb?.connection.query(statement)
  }
  for (const table of Object.keys(maccmsTables)) await mariadb?.connection.query(createTableSql(table))
  const inBatches = async (table: string, count: number, rowOf: (at: number) => MaccmsRow): Promise<void> => {
    for (let at = 0; at < count; at += 1000)
      await insert(
        table,
        Array.from({ length: Math.min(1000, count - at) }, (_, index) => rowOf(at + index)),
      )
  }
  await insert('type', maccmsTypes)
  await inBatches('vod', titles, inventVod)
  await insert('user', await Promise.all(Array.from({ length: users }, (_, at) => inventUser(at + 1))))
  await inBatches('ulog', titles * 2, logOf)
  await inBatches('comment', titles, commentOf)
  await inBatches('danmaku', titles * 2, danmakuOf)
  await insert('actor', [{ actor_id: 7, actor_name: '沈北望', actor_en: 'shenbeiwang', actor_status: 1 }])
}

/** Starts the command and kills it. Returns how many titles were there after each time. */
async function killOften(): Promise<number[]> {
  const counts: number[] = []
  for (let at = 0; at < kills; at++) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../apps/server/src/cli/main.ts'), 'migrate', 'maccms', mariadb?.url ?? ''],
      { env: { ...process.env, YUNMU_DATA: platform.config.dataDir, DEMO: '0' }, stdio: 'ignore' },
    )
    const ended = once(child, 'exit')
    const goal = Math.round(((at + 1) * titles) / (kills + 1) / 2)
    while ((await countOf('title')) < goal && child.exitCode === null) await wait(50)
    child.kill('SIGKILL')
    await ended
    counts.push(await countOf('title'))
  }
  return counts
}

async function take(from = mariadb?.url ?? '') {
  const begun = performance.now()
  const { tables } = await station.migration.maccms({
    from,
    prefix: 'mac_',
    dry: false,
    batchSize: 200,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onRead: () => undefined,
  })
  const sec = (performance.now() - begun) / 1000
  const changed = tables.reduce((sum, table) => sum + table.changed, 0)
  const added = tables.reduce((sum, table) => sum + table.added, 0)
  const read = tables.reduce((sum, table) => sum + table.read, 0)
  return { sec: round(sec), read, added, changed, rowsPerSec: Math.round(read / sec) }
}

/** Dumps of the same database, as MariaDB writes them: nothing of them may differ from its rows. */
async function takeDumps() {
  const taken: Awaited<ReturnType<typeof take>>[] = []
  for (const options of [[], ['--hex-blob', '--skip-extended-insert', '--complete-insert']]) {
    const path = join(platform.config.dataDir, 'maccms.sql')
    mariadb?.dump(path, ...options)
    taken.push(await take(path))
  }
  return taken
}

async function countOf(table: string): Promise<number> {
  const { rows } = await platform.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? 0
}

async function countAll(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [
    'title',
    'episode',
    'episode_address',
    'app_user',
    'favourite',
    'watch_record',
    'comment',
    'danmaku',
  ])
    counts[table] = await countOf(table)
  return counts
}

/** Where addresses of a title and of its episodes should lead. */
async function askAddresses() {
  const { rows } = await platform.pool.query<{ old: number; id: number; pid: number; second: number }>(
    `select substr(origin, 8)::int as old, title.id, pid_id as pid,
       (select id from source where title_id = title.id order by position, id offset 1 limit 1) as second
     from title where origin like 'maccms:%' order by title.id`,
  )
  const result = { asked: 0, wrong: 0, unknown: 0, unknownWrong: 0, msEach: 0, firstWrong: '' }
  const begun = performance.now()
  for (let at = 0; result.asked < addresses; at++) {
    const title = rows[at % rows.length]
    if (!title) break
    const { old, id, pid, second } = title
    const key = at % 3 === 0 ? `pinyin${old - firstVod}` : String(old)
    const [nid, line] = [1 + below(episodes), at % 2]
    const details = `/details/${pid}/${id}`
    const player = `/player/vod/${pid}/${id}/${nid}${line === 1 ? `?line=${second}` : ''}`
    const forms: readonly (readonly [string, string])[] = [
      [`/index.php/vod/detail/id/${key}.html`, details],
      [`/index.php/vod/play/id/${key}/sid/${line + 1}/nid/${nid}.html`, player],
      [`/vod/detail/id/${key}`, details],
      [`/index.php/vod/play/nid/${nid}/sid/${line + 1}/id/${key}`, player],
      [`/index.php?s=vod/detail/id/${key}.html`, details],
      [`/index.php?s=/vod/play/id/${key}/sid/${line + 1}/nid/${nid}`, player],
      [`/voddetail/${key}.html`, details],
      [`/vodplay/${key}-${line + 1}-${nid}.html`, player],
      [`/vodhtml/${key}/index.html`, details],
      [`/vodplayhtml/${key}/index_${line + 1}_${nid}.html`, player],
      [`/vodplot/${key}-1.html`, details],
      [`/voddetail-${key}.html`, details],
    ]
    const [address, expected] = forms[at % forms.length] ?? ['', '']
    const { statusCode, headers } = await ask(address, at)
    result.asked++
    if (statusCode === 301 && headers.location === expected) continue
    result.wrong++
    result.firstWrong ||= `${address}: ${statusCode} ${String(headers.location)}, not ${expected}`
  }
  result.msEach = round((performance.now() - begun) / result.asked)
  for (const address of [
    `/voddetail/${rows[0]?.id ?? 0}.html`,
    '/vodplay/9-1-1.html',
    '/index.php/vod/show/id/9999.html',
    '/voddetail/nobody.html',
  ]) {
    result.unknown++
    const { statusCode } = await ask(address, result.unknown)
    if (statusCode !== 404) result.unknownWrong++
  }
  return result
}

/** Each request has its own client address, so that no rate limit applies. */
function ask(url: string, at: number) {
  const remoteAddress = `198.${51 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`
  return app.inject({ method: 'GET', url, remoteAddress })
}

async function signInAll() {
  const begun = performance.now()
  let failed = 0
  for (let user = 1; user <= users; user++) {
    const address = `203.0.${user >> 8}.${user & 255}`
    const given = { username: `member${user}`, password: passwordOf(user) }
    const id = await station.accounts.externalSignIn.authenticate(given, { address }).catch(() => null)
    if (id === null) failed++
  }
  const { rows } = await platform.pool.query<{ n: number }>(
    `select count(*)::int as n from app_user where password_hash not like '$argon2id$%'`,
  )
  return { failed, oldHashes: rows[0]?.n ?? 0, msEach: round((performance.now() - begun) / users) }
}
