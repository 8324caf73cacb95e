import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RowDataPacket } from 'mysql2/promise'
import { buildApp } from '../apps/server/src/app.ts'
import { collectBack, collectFrom, host } from './lib/maccms-collection.ts'
import { openMaccms, type MaccmsAddresses, type RealMaccms } from './lib/maccms.ts'
import { check, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/**
 * A real MacCMS: it collects all titles of a station by its own collector, as JSON and as XML; visitors register, sign in,
 * comment and keep titles on its pages; then a second station takes it over, every address that it writes is asked for, and
 * every user signs in; a third station collects from it. `MACCMS=/path node bench/real-maccms.ts [titles] [users] [titles that it collects] [of them by XML]`
 */
const folder = process.env['MACCMS'] ?? ''
const titles = Number(process.argv[2] ?? 10_000)
const users = Number(process.argv[3] ?? 200)
const collected = Math.min(titles, Number(process.argv[4] ?? 2000))
const xmlTitles = Number(process.argv[5] ?? 500)

const webBuildDir = join(import.meta.dirname, '../apps/web/build')
if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the web build is missing: npm run check builds it')
if (!existsSync(join(folder, 'application/install'))) {
  console.error('MACCMS must be the folder of an unpacked MacCMS 10: git clone https://github.com/magicblack/maccms10')
  process.exit(1)
}

const passwordOf = (user: number): string =>
  ["it's & <b>", 'a+b "c" 100%', '中文 密码', 'plain-word'][user % 4] + String(user)
const nameOf = (user: number): string => `member${user}`
const emailOf = (user: number): string => (user % 2 === 0 ? `${nameOf(user)}@mail.example` : '')

/** At a time: on a busy machine each request waits more than it works. */
const askedAtOnce = 8
/** The ways in which its operator can let it write addresses. */
const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  asInstalled: {},
  rewritten: { 'rewrite.status': '1' },
  routes: { 'rewrite.status': '1', 'rewrite.route_status': '1' },
  routesPinyin: { 'rewrite.vod_id': '1', 'rewrite.type_id': '1' },
  routesEncoded: { 'rewrite.vod_id': '2', 'rewrite.type_id': '2' },
  withoutSuffix: { 'rewrite.suffix_hide': '1', 'rewrite.vod_id': '0', 'rewrite.type_id': '0' },
  files: { 'rewrite.suffix_hide': '0', 'view.vod_detail': '2', 'view.vod_play': '2', 'view.vod_type': '2' },
  filesOfEpisodes: { 'view.vod_play': '3' },
  filesOfGroups: { 'view.vod_play': '4' },
}

const maccms = await openMaccms(folder)
if (!maccms) process.exit(1)
try {
  await prepare(maccms)
  const asXml = await collectFrom(maccms, 'xml', xmlTitles)
  await maccms.mariadb.connection.query('truncate mac_vod')
  const asJson = await collectFrom(maccms, 'json', collected)
  await multiply(maccms)
  const people = await fillPeople(maccms)
  const addresses = await listAddresses(maccms)
  const taken = await takeOver(maccms, addresses)
  const back = { json: await collectBack(maccms, 'json'), xml: await collectBack(maccms, 'xml') }
  report('real-maccms', {
    titles,
    users,
    asXml,
    asJson,
    people,
    ...taken,
    back,
    maxRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  })
  const isRight = ({ missing, wrong }: { missing: number; wrong: number }): boolean => missing === 0 && wrong === 0
  check({
    'MacCMS collected every title of JSON as it is': isRight(asJson),
    'MacCMS collected every title of XML as it is': isRight(asXml),
    'every title and user was taken': taken.counts.title === titles && taken.counts.app_user === users,
    'every old address leads to its page': taken.asked.count >= Math.min(10_000, titles) && taken.asked.wrong === 0,
    'every user signs in': taken.signedIn.failed === 0,
    'favourites, history and comments came along':
      taken.counts.favourite === people.favourites &&
      taken.counts.watch_record === people.watched &&
      taken.counts.comment === people.comments,
    'the station collected every title of JSON as it is': isRight(back.json),
    'the station collected every title of XML as it is': isRight(back.xml),
  })
} finally {
  await maccms.close()
}

/** Its categories have the station's names. Unknown players would be left out. */
async function prepare({ configure, addPlayers, mariadb }: RealMaccms): Promise<void> {
  await addPlayers(['yunmu', 'yunmu2'])
  await configure({
    'user.reg_num': '0',
    'comment.verify': '0',
    'comment.timespan': '0',
    'api.vod.status': '1',
    // It recognises titles by name and category.
    'collect.vod.inrule': ',a,b',
    'collect.vod.filter': '',
    'collect.vod.psename': '0',
    'collect.vod.class_filter': '0',
  })
  await mariadb.connection.query(
    `insert into mac_type (type_id, type_name, type_en, type_mid, type_pid, type_status) values
      (1, '电影', 'dianying', 1, 0, 1), (2, '连续剧', 'lianxuju', 1, 0, 1), (3, '综艺', 'zongyi', 1, 0, 1),
      (4, '动漫', 'dongman', 1, 0, 1), (20, '纪录片', 'jilupian', 1, 0, 1), (21, '短剧', 'duanju', 1, 0, 1),
      (22, '体育', 'tiyu', 1, 0, 1)`,
  )
}

/** Its collector takes a tenth of a second a title: the others are copies of those that it collected, with names of their own. */
async function multiply({ mariadb: { connection } }: RealMaccms): Promise<void> {
  const [columns] = await connection.query<RowDataPacket[]>('show columns from mac_vod')
  const names = columns.map(({ Field: field }) => String(field)).filter((field) => field !== 'vod_id')
  for (let copies = 1; copies * collected < titles; copies++) {
    const values = names.map((name) => {
      if (name === 'vod_name' || name === 'vod_en') return `concat(${name}, 'x${copies}')`
      return name === 'vod_time_add' ? `vod_time_add + ${copies}` : name
    })
    await connection.query(
      `insert into mac_vod (${names.join()}) select ${values.join()} from mac_vod where vod_id <= ? order by vod_id limit ?`,
      [collected, titles - copies * collected],
    )
  }
}

/** Registers users on its page; some sign in, keep a title, watch one and comment. */
async function fillPeople({ post, mariadb }: RealMaccms) {
  const form = (user: number) => ({ user_name: nameOf(user), user_pwd: passwordOf(user) })
  const done = { registered: 0, refused: '', favourites: 0, watched: 0, comments: 0 }
  const [[row]] = await mariadb.connection.query<RowDataPacket[]>('select min(vod_id) as first from mac_vod')
  for (let user = 1; user <= users; user++) {
    const reply = await (await post('/index.php/user/reg', { ...form(user), user_pwd2: passwordOf(user) })).text()
    if (reply.startsWith('{"code":1,')) done.registered++
    else done.refused ||= reply.slice(0, 300)
    if (user % 10 !== 0) continue
    const login = await post('/index.php/user/login', form(user))
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const vod = String(Number(row?.['first'] ?? 0) + user)
    const log = { ac: 'set', mid: '1', id: vod, sid: '1', nid: '3' }
    const kept = await (await post('/index.php/user/ajax_ulog', { ...log, type: '2' }, cookie)).text()
    const watched = await (await post('/index.php/user/ajax_ulog', { ...log, type: '4' }, cookie)).text()
    const comment = { comment_mid: '1', comment_rid: vod, comment_pid: '0', comment_content: `好看 & “精彩” <${user}>` }
    const written = await (await post('/index.php/comment/saveData', comment, cookie)).text()
    if (kept.startsWith('{"code":1,')) done.favourites++
    else done.refused ||= kept.slice(0, 300)
    if (watched.startsWith('{"code":1,')) done.watched++
    else done.refused ||= watched.slice(0, 300)
    if (written.startsWith('{"code":1,')) done.comments++
    else done.refused ||= written.slice(0, 300)
  }
  for (let user = 2; user <= users; user += 2)
    await mariadb.connection.query('update mac_user set user_email = ? where user_name = ?', [
      emailOf(user),
      nameOf(user),
    ])
  return done
}

async function listAddresses({ configure, addresses }: RealMaccms): Promise<Map<string, MaccmsAddresses[]>> {
  const found = new Map<string, MaccmsAddresses[]>()
  for (const [form, settings] of Object.entries(forms)) {
    await configure(settings)
    const list: MaccmsAddresses[] = []
    for await (const each of addresses()) list.push(each)
    found.set(form, list)
  }
  return found
}

/** Asks for the addresses of each title in one of the forms. */
async function askAddresses(
  app: Awaited<ReturnType<typeof buildApp>>,
  addresses: ReadonlyMap<string, readonly MaccmsAddresses[]>,
  titlesByOld: ReadonlyMap<number, { id: number; pid: number; type: number }>,
) {
  const names = [...addresses.keys()]
  const wanted = [...addresses].flatMap(([form, list]) =>
    list
      .filter(({ id }) => names[id % names.length] === form)
      .flatMap(({ id, detail, play, list: category }, at) => {
        const title = titlesByOld.get(id)
        return [
          { form, address: detail, page: `/details/${title?.pid}/${title?.id}` },
          { form, address: play, page: `/player/vod/${title?.pid}/${title?.id}/2` },
          ...(at % 50 === 0 ? [{ form, address: category, page: `/tabs/${title?.type}` }] : []),
        ]
      }),
  )
  const asked = { count: 0, wrong: 0, msEach: 0, firstWrong: '', byForm: {} as Record<string, number> }
  const begun = performance.now()
  const ask = async ({ form, address, page }: (typeof wanted)[number]): Promise<void> => {
    const at = asked.count++
    const remoteAddress = `198.51.${(at >> 8) & 255}.${at & 255}`
    const { statusCode, headers } = await app.inject({ method: 'GET', url: address, remoteAddress })
    asked.byForm[form] = (asked.byForm[form] ?? 0) + 1
    if (statusCode === 301 && headers.location === page) return
    asked.wrong++
    asked.firstWrong ||= `${form} ${address}: ${statusCode} ${String(headers.location)}, not ${page}`
  }
  for (let at = 0; at < wanted.length; at += askedAtOnce)
    await Promise.all(wanted.slice(at, at + askedAtOnce).map((one) => ask(one)))
  asked.msEach = round((performance.now() - begun) / Math.max(1, asked.count))
  return asked
}

/** Migrates it, asks for its addresses, and lets every user sign in. */
async function takeOver({ mariadb }: RealMaccms, addresses: ReadonlyMap<string, readonly MaccmsAddresses[]>) {
  const { platform, station, close } = await openScratchStation()
  const app = await buildApp(platform, station, { webBuildDir, lagMs: () => 0 })
  try {
    const begun = performance.now()
    const { tables, others, conflictCount } = await station.migration.maccms({
      from: mariadb.url,
      prefix: 'mac_',
      dry: false,
      batchSize: 200,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRead: () => undefined,
    })
    const sec = round((performance.now() - begun) / 1000)
    await station.remote.manager.hosts.allow(host, 'direct')
    const { rows } = await platform.pool.query<{ old: number; id: number; pid: number; type: number }>(
      `select substring(origin from '\\d+$')::int as old, id, pid_id as pid, type_id as type from title where origin like 'maccms:%'`,
    )
    const asked = await askAddresses(app, addresses, new Map(rows.map((row) => [row.old, row])))
    const signedIn = { failed: 0, firstFailed: '' }
    for (let user = 1; user <= users; user++) {
      const names = [nameOf(user), ...(emailOf(user) === '' ? [] : [emailOf(user)])]
      for (const username of names) {
        const id = await station.accounts.externalSignIn
          .authenticate({ username, password: passwordOf(user) }, { address: `203.0.${user >> 8}.${user & 255}` })
          .catch(() => null)
        if (id !== null) continue
        signedIn.failed++
        signedIn.firstFailed ||= username
      }
    }
    const counts: Record<string, number> = {}
    for (const table of ['title', 'episode', 'episode_address', 'app_user', 'favourite', 'watch_record', 'comment'])
      counts[table] = Number(
        (await platform.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n,
      )
    const notTaken = Object.fromEntries(
      tables.map(({ table, refused, fields }) => [table, { refused, fields: Object.keys(fields).join(' ') }]),
    )
    return { migrated: { sec, notTaken, others: others.length, conflictCount }, counts, asked, signedIn }
  } finally {
    await app.close()
    await close()
  }
}
