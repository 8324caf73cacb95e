import { setTimeout as delay } from 'node:timers/promises'
import { readProvideJson, readProvideXml, type ParsedProvide, type ProvideReply, type ProvideVod } from '@yunmu/formats'
import { egressMessages } from '../../platform/egress/egress-messages.ts'
import { EgressError, type Egress } from '../../platform/egress/egress.ts'

/** A source that could not be read. `message` is one plain Chinese sentence without its end. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError'
}

export interface PageRequest {
  page: number
  /** 0 for all. */
  hours: number
  /** `list` has the categories, `videolist` the titles. */
  kind: 'list' | 'videolist'
}

type Query = Readonly<Record<string, string>>

/** Larger than any honest page: a hundred series of a thousand episodes. */
const maxBytes = 32 * 1024 * 1024
const timeoutMs = 60_000
/** Sources that can are asked for so many titles a page; others ignore it. */
const pageSize = 100
const pausesMs = [500, 2000, 8000]

const queryOf = ({ page, hours, kind }: PageRequest): Query => ({
  ac: kind,
  pg: String(page),
  pagesize: String(pageSize),
  ...(hours > 0 ? { h: String(hours) } : {}),
})

function addressOf(base: string, query: Query): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const problemMessages: Readonly<Record<Extract<ParsedProvide, { problem: string }>['problem'], string>> = {
  empty: '对方给了空的回答',
  size: '对方给的一页太大',
  closed: '对方关闭了采集接口',
  refused: '对方拒绝了',
  foreign: '对方给的不是采集接口的格式',
  cut: '对方的回答不完整，后面被截断了',
}

/** Parses a reply, JSON or XML, whatever its type says. @throws UnreadableSourceError */
function parseReply(bytes: Buffer): ProvideReply {
  const start = bytes
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/u, '')
  const parsed = /^<(?:\?xml|rss)/iu.test(start) ? readProvideXml(bytes) : readProvideJson(bytes)
  if ('reply' in parsed) return parsed.reply
  const reason = parsed.problem === 'refused' && parsed.message !== '' ? `：${parsed.message.slice(0, 100)}` : ''
  throw new UnreadableSourceError(problemMessages[parsed.problem] + reason)
}

async function fetchOnce(egress: Egress, address: string, signal: AbortSignal): Promise<ProvideReply> {
  const reply = await egress.get(address, { maxBytes, timeoutMs, signal })
  const bytes = await reply.bytes()
  if (reply.status !== 200) throw new UnreadableSourceError(`对方没有给出数据（HTTP ${reply.status}）`)
  return parseReply(bytes)
}

/** What another attempt does not help against. */
const isFinal = (err: unknown): boolean =>
  err instanceof EgressError && ['malformed', 'scheme', 'credentials', 'port', 'address'].includes(err.reason)

interface FetchOptions {
  signal: AbortSignal
  pauses?: readonly number[]
}

/** What fails is tried again after a pause. @throws UnreadableSourceError, or the reason of the signal */
async function fetchReply(
  egress: Egress,
  address: string,
  { signal, pauses = pausesMs }: FetchOptions,
): Promise<ProvideReply> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchOnce(egress, address, signal)
    } catch (err) {
      signal.throwIfAborted()
      const pauseMs = pauses[attempt]
      if (pauseMs === undefined || isFinal(err)) {
        if (err instanceof EgressError) throw new UnreadableSourceError(egressMessages[err.reason], { cause: err })
        throw err
      }
      await delay(pauseMs, undefined, { signal })
    }
  }
}

/** Sources answer for as many titles as a page of theirs has. */
const idsPerRequest = 20

/** Whether a row has no more than the columns of a list of names. */
const lacksDetails = ({ groups, actors, directors, content, blurb }: ProvideVod): boolean =>
  groups.length === 0 && actors.length + directors.length === 0 && content === '' && blurb === ''

/** Asks for the titles of a page of which a source sends names only, as some do whatever they are asked for. */
async function withDetails(
  egress: Egress,
  url: string,
  reply: ProvideReply,
  options: FetchOptions,
): Promise<ProvideReply> {
  const ids = reply.vods.filter(lacksDetails).map(({ id }) => id)
  const detailed = new Map<number, ProvideVod>()
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const query = { ac: 'detail', ids: ids.slice(at, at + idsPerRequest).join(',') }
    const { vods } = await fetchReply(egress, addressOf(url, query), options)
    for (const vod of vods) detailed.set(vod.id, vod)
    // A title without episodes yet: nothing more is to be had.
    if (vods.every(lacksDetails)) break
  }
  return ids.length === 0 ? reply : { ...reply, vods: reply.vods.map((vod) => detailed.get(vod.id) ?? vod) }
}

/**
 * Fetches a page, and the details of titles that it names only. What fails is tried again after a pause.
 * @throws UnreadableSourceError, or the reason of the signal
 */
export async function fetchPage(
  egress: Egress,
  url: string,
  request: PageRequest,
  options: FetchOptions,
): Promise<ProvideReply> {
  const reply = await fetchReply(egress, addressOf(url, queryOf(request)), options)
  return request.kind === 'list' ? reply : withDetails(egress, url, reply, options)
}
