import { createServer } from 'node:http'
import { seededRandom } from './seeded-random.ts'
import { inventPerson } from './title-names.ts'

/**
 * A collection source of invented titles, as a program of its own: `node bench/lib/collection-source.ts <titles>` prints its
 * port. It speaks the format by hand, with faults of real sources: a count of pages that is too low, `limit` as a text, a
 * page that repeats the one before it, a gateway's error, a connection that breaks off, each for the first request only. One
 * title in ten has the name of another one, of another year and with other people. `POST /change` changes one in a hundred.
 */
const titles = Number(process.argv[2] ?? 1000)

/** Three of them make a name: as many names as titles, up to 370,000. */
const words =
  '雾港 来信 折柳 长街 夜渡 南窗 旧城 灯火 江湖 远方 风雪 归人 青崖 问剑 盐田 深蓝 松江 灶台 今夜 歌声 霜降 前夜 铁锚 海岸 迷局 追踪 证人 沉默 真相 暗夜 黎明 晨光 暮色 星河 月亮 太阳 流浪 地球 火星 时间 记忆 梦境 花园 森林 沙漠 草原 雪山 大河 长江 黄河 故乡 异乡 爱情 婚姻 家庭 父亲 母亲 兄弟 姐妹 少年 青春 校园 老师 医生 律师 警察 侦探 厨师 司机 船长 勇士 将军'.split(
    ' ',
  )
const types = [
  { type_id: 6, type_pid: 1, type_name: '动作片' },
  { type_id: 7, type_pid: 1, type_name: '喜剧片' },
  { type_id: 13, type_pid: 2, type_name: '国产剧' },
  { type_id: 15, type_pid: 2, type_name: '日韩剧' },
]
const areas = ['大陆', '香港', '日本', '美国']
const changed = { isOn: false }

function nameOf(at: number): string {
  const word = (index: number): string => words[index % words.length] ?? ''
  return word(at) + word(Math.floor(at / words.length)) + word(Math.floor(at / words.length ** 2))
}

function rowOf(at: number) {
  const random = seededRandom(at + 1)
  const isRemake = at % 10 === 9
  const type = types[(isRemake ? at - 1 : at) % types.length] ?? types[0]
  const isSeries = type?.type_pid === 2
  const isChanged = changed.isOn && at % 100 === 0
  const episodes = (isSeries ? 6 : 1) + (isChanged ? 1 : 0)
  const url = (host: string): string =>
    Array.from({ length: episodes }, (_, index) =>
      isSeries
        ? `第${String(index + 1).padStart(2, '0')}集$https://${host}/${at}/${index + 1}/index.m3u8`
        : `正片${index === 0 ? '' : index + 1}$https://${host}/${at}/${index}.m3u8`,
    ).join('#')
  return {
    vod_id: at + 1,
    vod_name: nameOf(isRemake ? at - 1 : at),
    type_id: type?.type_id,
    type_name: type?.type_name,
    vod_year: String((isRemake ? 2010 : 1988) + (at % 12)),
    vod_area: areas[at % areas.length],
    vod_lang: '国语',
    vod_actor: [inventPerson(random), inventPerson(random), inventPerson(random)].join(','),
    vod_director: inventPerson(random),
    vod_class: '剧情,悬疑',
    vod_content: `<p>港口的雾散去以后，一封寄错的信让两个人重新相遇。第 ${at} 个故事。</p>`,
    vod_remarks: isChanged ? '更新至新的一集' : isSeries ? '更新至06集' : 'HD',
    vod_time: isChanged ? '2026-11-21 09:00:00' : '2026-11-20 21:05:00',
    vod_play_from: 'ymhls',
    vod_play_url: url('v.bench.example'),
  }
}

const met = new Set<string>()
/** Whether a fault is due that a page has once. */
const isFirst = (fault: string, page: number, every: number): boolean => {
  if (page % every !== 0 || met.has(`${fault} ${page}`)) return false
  met.add(`${fault} ${page}`)
  return true
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://source')
  if (request.method === 'POST') {
    changed.isOn = true
    response.end()
    return
  }
  const size = Math.min(100, Number(url.searchParams.get('pagesize') ?? 20))
  let page = Number(url.searchParams.get('pg') ?? 1)
  const isList = url.searchParams.get('ac') === 'list'
  if (!isList && isFirst('gateway', page, 211)) return void response.writeHead(502).end('Bad Gateway')
  if (!isList && isFirst('break', page, 307)) return void request.socket.destroy()
  if (!isList && page > 1 && isFirst('repeat', page, 97)) page--
  const ofHours = url.searchParams.has('h')
  const step = ofHours ? 100 : 1
  const total = ofHours ? (changed.isOn ? Math.ceil(titles / 100) : 0) : titles
  const list = []
  for (let at = (page - 1) * size; at < Math.min(page * size, total); at++) list.push(rowOf(at * step))
  const body = JSON.stringify({
    code: 1,
    msg: '数据列表',
    page,
    pagecount: Math.max(1, Math.ceil(total / size) - (ofHours ? 0 : 2)),
    limit: String(size),
    total,
    list,
    ...(isList ? { class: types } : {}),
  })
  response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(body)
}).listen(0, '127.0.0.1', () => process.stdout.write(`${Object(server.address()).port}\n`))
