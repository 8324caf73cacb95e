import { setTimeout as delay } from 'node:timers/promises'
import { readProvideJson, readProvideXml, type ParsedProvide, type ProvideReply } from '@yunmu/formats'
import { egressMessages } from '../../platform/egress/egress-messages.ts'
import { EgressError, type Egress } from '../../platform/egress/egress.ts'

/** A source that could not be read. `message` is one plain Chinese sentence without its end. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

export interface PageRequest {
  page: number
  /** 0 for all. */
  hours: number
  /** `list` has the categories, `videolist` the titles. */
  kind: 'list' | 'videolist'
}

/** Larger than any honest page: a hundred series of a thousand episodes. */
const maxBytes = 32 * 1024 * 1024
const timeoutMs = 60_000
/** Sources that can are asked for so many titles a page; others ignore it. */
const pageSize = 100
const pausesMs = [500, 2000, 8000]

function addressOf(base: string, { page, hours, kind }: PageRequest): string {
  const url = new URL(base)
  url.searchParams.set('ac', kind)
  url.searchParams.set('pg', String(page))
  url.searchParams.set('pagesize', String(pageSize))
  if (hours > 0) url.searchParams.set('h', String(hours))
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

/** Parses a reply, JSON or XML, whatever its type says. @throws SourceError */
function parseReply(bytes: Buffer): ProvideReply {
  const start = bytes
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/u, '')
  const parsed = /^<(?:\?xml|rss)/iu.test(start) ? readProvideXml(bytes) : readProvideJson(bytes)
  if ('reply' in parsed) return parsed.reply
  const said = parsed.problem === 'refused' && parsed.message !== '' ? `：${parsed.message.slice(0, 100)}` : ''
  throw new SourceError(problemMessages[parsed.problem] + said)
}

async function fetchOnce(egress: Egress, address: string, signal: AbortSignal): Promise<ProvideReply> {
  const reply = await egress.get(address, { maxBytes, timeoutMs, signal })
  const bytes = await reply.bytes()
  if (reply.status !== 200) throw new SourceError(`对方没有给出数据（HTTP ${reply.status}）`)
  return parseReply(bytes)
}

/** What another attempt does not help against. */
const isFinal = (err: unknown): boolean =>
  err instanceof EgressError && ['malformed', 'scheme', 'credentials', 'port', 'address'].includes(err.reason)

/**
 * Fetches a page. What fails is tried again after a pause.
 * @throws SourceError, or the reason of the signal
 */
export async function fetchPage(
  egress: Egress,
  url: string,
  request: PageRequest,
  { signal, pauses = pausesMs }: { signal: AbortSignal; pauses?: readonly number[] },
): Promise<ProvideReply> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchOnce(egress, addressOf(url, request), signal)
    } catch (err) {
      signal.throwIfAborted()
      const pauseMs = pauses[attempt]
      if (pauseMs === undefined || isFinal(err)) {
        if (err instanceof EgressError) throw new SourceError(egressMessages[err.reason], { cause: err })
        throw err
      }
      await delay(pauseMs, undefined, { signal })
    }
  }
}
