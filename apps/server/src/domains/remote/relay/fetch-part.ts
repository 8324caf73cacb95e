import type { ForeignPart } from '@yunmu/hls'
import type { Egress, EgressReply } from '../../../platform/egress/egress.ts'
import type { Hosts } from '../hosts.ts'
import type { FetchedPart } from './kept-parts.ts'

/** Why another host's part is not served. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
}

/** Limits of what is fetched from other hosts. A segment has some seconds. */
const limits = {
  playlist: { maxBytes: 2 * 1024 * 1024, timeoutMs: 10_000 },
  key: { maxBytes: 4096, timeoutMs: 10_000 },
  map: { maxBytes: 8 * 1024 * 1024, timeoutMs: 20_000 },
  segment: { maxBytes: 32 * 1024 * 1024, timeoutMs: 40_000 },
} as const

/** Fetches at once in one process: each may hold a segment in memory. */
const maxFetches = 24

/** Types that no film has, whatever its host says. Hosts that disguise segments as pictures do exist. */
const wrongTypes = /^(?:text\/(?:html|javascript|css|xml)|application\/(?:json|xml|xhtml\+xml|javascript))/i

/** A part with the address from which it came, after redirects. */
export interface ForeignReply extends FetchedPart {
  url: URL
  /** Of the whole file, where a range was asked for and the host tells; null otherwise. */
  totalBytes: number | null
}

export interface PartFetcher {
  /**
   * Fetches a part from a host that is relayed; redirects may lead to such hosts only. Its body must be read.
   * @throws RelayError, EgressError
   */
  fetch(part: ForeignPart): Promise<ForeignReply>
}

export function createPartFetcher({ egress, hosts }: { egress: Egress; hosts: Hosts }): PartFetcher {
  let running = 0
  const isRelayed = async (url: URL): Promise<boolean> => (await hosts.modeOfUrl(url)) === 'relayed'

  async function* counted(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* body
    } finally {
      running--
    }
  }

  return {
    async fetch(part) {
      if (running >= maxFetches) throw new RelayError('busy')
      running++
      try {
        const { kind, range } = part
        const reply = await egress.get(part.url, {
          ...limits[kind],
          permits: isRelayed,
          headers: range ? { range: `bytes=${range.first}-${range.last}` } : {},
        })
        const totalBytes = checkReply(reply, part)
        const length = Number(reply.header('content-length') ?? Number.NaN)
        const isPlain = reply.header('content-encoding') === undefined && Number.isSafeInteger(length)
        const body = counted(reply.body)
        return { url: reply.url, totalBytes, size: isPlain ? length : null, body, bytes: () => readAll(body) }
      } catch (err) {
        running--
        throw err
      }
    },
  }
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** @throws RelayError if it is not what was asked for. Returns the size of the whole file if that is known. */
function checkReply(reply: EgressReply, { kind, range }: ForeignPart): number | null {
  if (reply.status !== (range ? 206 : 200)) throw new RelayError(`status ${reply.status}`)
  if (kind !== 'playlist' && wrongTypes.test(reply.header('content-type') ?? '')) throw new RelayError('it is no film')
  if (!range) return null
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(reply.header('content-range') ?? '') ?? []
  if (Number(first) !== range.first || !(Number(last) <= range.last)) throw new RelayError('another range')
  return total === undefined || total === '*' ? null : Number(total)
}
