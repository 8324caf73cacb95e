import type { MigrationReport } from '../domains/migration/index.ts'

/** How the report of a migration is printed. */

type TableReport = MigrationReport['tables'][number]
type Reason = keyof TableReport['refused']
type ConflictKind = MigrationReport['conflicts'][number]['kind']

const tableNames: Readonly<Record<string, string>> = {
  type: '分类',
  vod: '影片',
  actor: '演员',
  user: '用户',
  ulog: '收藏和观看记录',
  comment: '评论',
  danmaku: '弹幕',
  live: '直播频道',
  channel: '直播频道',
  film: '电影',
  series: '剧集',
  watched: '观看记录',
  favourite: '收藏',
}

const otherNames: Readonly<Record<string, string>> = {
  link: '友情链接',
  art: '文章',
  topic: '专题',
  role: '角色',
  gbook: '留言',
  card: '充值卡',
  order: '订单',
  plog: '积分明细',
  cash: '提现',
  group: '会员组',
  admin: '管理员',
  collect: '采集接口',
  manga: '漫画',
  website: '网址',
  visit: '访问记录',
  msg: '验证码',
  annex: '附件',
}

const reasons: Record<Reason, string> = {
  unpublished: '未发布或在回收站',
  noName: '没有名字',
  noCategory: '分类没有搬',
  otherKind: '不是影片的',
  guest: '游客发表的',
  otherUser: '这个号码以前搬的是另一个人',
  nameTaken: '名字刚被别人用了，再运行一次会换名字',
  noUser: '用户没有搬或已注销',
  noTitle: '影片没有搬或已删除',
  noParent: '回复的评论没有搬',
  otherLog: '浏览、想看、下载记录',
  noText: '没有内容',
  noAddress: '没有可用的地址',
  older: '同一部影片有更新的记录',
  repeated: '重复的',
  broken: '读不懂',
  unbound: '分类不收',
  adult: '成人内容',
  container: '浏览器放不了的格式',
  unmapped: '文件夹没有对应（--map），只搬了资料',
  noFile: '文件不在或导入失败',
  noNumber: '没有集数的剧集',
}

const conflictNames: Record<ConflictKind, string> = {
  renamed: '用户名已被占用，换了名字',
  lostEmail: '邮箱不对或已被占用，没有搬',
  lostPassword: '密码的存法不认识，要重设密码',
  noPassword: '密码搬不来，用 user password 定一个',
  address: '播放地址里有读不懂的',
}

const countsOf = (counts: Readonly<Record<string, number>>, nameOf: (key: string) => string): string =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, count]) => `${nameOf(key)} ${count}`)
    .join('，')

const isReason = (key: string): key is Reason => key in reasons
const reasonName = (key: string): string => (isReason(key) ? reasons[key] : key)

function tableLines(table: TableReport, dry: boolean): string[] {
  const name = tableNames[table.table] ?? table.table
  const [added, changed] = dry ? ['会新增', '会更新'] : ['新增', '更新']
  const refused = countsOf(table.refused, reasonName)
  const fields = countsOf(table.fields, (column) => column)
  return [
    `${name}：读到 ${table.read}，${added} ${table.added}，${changed} ${table.changed}，没有变 ${table.unchanged}`,
    ...(refused === '' ? [] : [`  没有搬：${refused}`]),
    ...(fields === '' ? [] : [`  没有搬的字段：${fields}`]),
  ]
}

/** The lines of a report. */
export function reportLines(report: MigrationReport): string[] {
  const { dry, tables, others, conflicts, conflictCount, examples, bindings = [], guide } = report
  const lines = [`${report.system} ${report.from}${dry ? '：只是清点，什么也没有写' : ''}`]
  for (const { name, type, byHand } of bindings)
    lines.push(`分类 ${name} → ${type ?? '不收'}${byHand ? '' : '（按名字）'}`)
  for (const table of tables) {
    lines.push(...tableLines(table, dry))
    const shown = examples.filter((example) => example.table === table.table).map(({ text }) => text)
    if (dry && shown.length > 0) lines.push(`  例如：${shown.join('、')}`)
  }
  lines.push(
    `播放地址：${dry ? '读到' : '新增'} ${report.addresses}；会员：${report.memberships} 位；有播放密码的影片：${report.locked} 部`,
  )
  lines.push(`海报和头像：${report.pictures} 张，稍后由站点取回`)
  if (report.relativePictures > 0)
    lines.push(`另有 ${report.relativePictures} 张没写主机，没有搬：加 --site 写旧站的网址，再运行一次`)
  if (others.length > 0)
    lines.push(`整张没有搬的表：${others.map(({ table, rows }) => `${otherNames[table] ?? table} ${rows}`).join('，')}`)
  const kinds: readonly ConflictKind[] = ['renamed', 'lostEmail', 'lostPassword', 'noPassword', 'address']
  for (const kind of kinds) {
    const count = conflictCount[kind] ?? 0
    if (count === 0) continue
    const shown = conflicts.filter((conflict) => conflict.kind === kind).slice(0, 10)
    lines.push(
      `${conflictNames[kind]}：${count} 处，如 ${shown.map(({ oldId, text }) => `${oldId} ${text}`).join('；')}`,
    )
  }
  if (guide !== undefined) lines.push(`节目单的来源已加入，会自动导入：${guide}`)
  if (!dry && report.newHosts > 0)
    lines.push(`有 ${report.newHosts} 个新的影片主机，允许以后才会播放：remote hosts list`)
  return lines
}
