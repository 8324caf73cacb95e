import { createServer } from 'node:http'
import { atFileEnd } from '../../testing/at-file-end.ts'

/** A row as a source sends it: raw, without our own writer. */
export interface RemoteRow {
  vod_id: number | string
  vod_name: string
  type_id: number
  type_name: string
  vod_year?: string
  vod_area?: string
  vod_actor?: string
  vod_director?: string
  vod_remarks?: string
  vod_sub?: string
  vod_content?: string
  vod_time?: string
  vod_play_from?: string
  vod_play_url?: string
  [field: string]: unknown
}

/** What a source does wrong. */
export interface Faults {
  /** Stated in place of the true number of pages. */
  pageCount?: number
  /** These pages repeat the one before them. */
  repeated?: Set<number>
  /** Pages have names only, whatever they are asked for; `ac=detail` has the rest. */
  namesOnly?: boolean
  /** Every page is the first. */
  isStuck?: boolean
  /** The request number that gets a broken reply, once. */
  breaks?: (request: number) => { status?: number; body: Buffer | string } | null
  /** Encodes a reply. */
  encode?: (json: string) => Buffer
  /** Called after each page, when the source changes while it is read. */
  afterPage?: (page: number) => void
  /** Files beside the replies: null is not found, undefined a gateway's error. */
  fileOf?: (path: string) => Buffer | null | undefined
  /** Whole replies in place of JSON. */
  bodyOf?: (page: number) => string | null
}

export interface RemoteSource {
  url: string
  port: number
  rows: RemoteRow[]
  categories: { type_id: number; type_pid: number; type_name: string }[]
  pageSize: number
  faults: Faults
  /** The queries of the requests. */
  requests: URLSearchParams[]
}

/** A small source of titles that speaks the collection format, with faults to be chosen. */
export async function createRemoteSource(): Promise<RemoteSource> {
  const source: RemoteSource = {
    url: '',
    port: 0,
    rows: [],
    categories: [
      { type_id: 6, type_pid: 1, type_name: '动作片' },
      { type_id: 13, type_pid: 2, type_name: '国产剧' },
      { type_id: 40, type_pid: 0, type_name: '新闻资讯' },
    ],
    pageSize: 3,
    faults: {},
    requests: [],
  }
  const reply = (query: URLSearchParams): { status: number; body: Buffer | string } => {
    const { rows, categories, pageSize, faults } = source
    const broken = faults.breaks?.(source.requests.length)
    if (broken) return { status: 200, ...broken }
    const asked = Number(query.get('pg') ?? 1)
    const isList = query.get('ac') === 'list'
    const page = faults.isStuck === true ? 1 : faults.repeated?.has(asked) === true ? asked - 1 : asked
    const whole = isList ? null : faults.bodyOf?.(page)
    if (whole !== null && whole !== undefined) return { status: 200, body: whole }
    const ids = query.get('ac') === 'detail' ? (query.get('ids') ?? '').split(',') : null
    const names = ({ vod_id, vod_name, type_id, type_name, vod_remarks }: RemoteRow) => ({
      vod_id,
      vod_name,
      type_id,
      type_name,
      vod_remarks,
    })
    const paged = rows.slice((page - 1) * pageSize, page * pageSize)
    const list = ids
      ? rows.filter(({ vod_id }) => ids.includes(String(vod_id)))
      : faults.namesOnly === true
        ? paged.map(names)
        : paged
    const json = JSON.stringify({
      code: 1,
      msg: '数据列表',
      page: asked,
      pagecount: faults.pageCount ?? Math.ceil(rows.length / pageSize),
      limit: String(pageSize),
      total: rows.length,
      list,
      ...(isList ? { class: categories } : {}),
    })
    if (!isList) faults.afterPage?.(asked)
    return { status: 200, body: faults.encode?.(json) ?? json }
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://source')
    if (pathname.startsWith('/p/')) {
      const file = source.faults.fileOf?.(pathname)
      response.writeHead(file ? 200 : file === undefined ? 502 : 404).end(file ?? '')
      return
    }
    source.requests.push(query)
    const { status, body } = reply(query)
    response.writeHead(status, { 'content-type': 'text/html;charset=utf-8' }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  source.port = Number(Object(server.address()).port)
  source.url = `http://127.0.0.1:${source.port}/api.php/provide/vod/`
  atFileEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return source
}

/** A film or a series. */
export function aRow(id: number, name: string, given: Partial<RemoteRow> = {}): RemoteRow {
  return {
    vod_id: id,
    vod_name: name,
    type_id: 6,
    type_name: '动作片',
    vod_year: '2024',
    vod_area: '大陆',
    vod_actor: `甲${id},乙${id}`,
    vod_director: `丙${id}`,
    vod_remarks: 'HD',
    vod_time: '2026-11-20 21:05:00',
    vod_play_from: 'ymhls',
    vod_play_url: `正片$https://v.example/${id}/index.m3u8`,
    ...given,
  }
}

/** The play string of a series. */
export const episodesUrl = (id: number, count: number, host = 'v.example'): string =>
  Array.from({ length: count }, (_, at) => `第${at + 1}集$https://${host}/${id}/${at + 1}.m3u8`).join('#')
