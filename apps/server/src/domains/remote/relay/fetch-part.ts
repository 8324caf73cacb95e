import type { ForeignPart } from '@yunmu/hls'
import { EgressError, type Egress, type EgressReply } from '../../../platform/egress/egress.ts'
import { errorCode } from '../../../platform/process/error-code.ts'
import type { Hosts } from '../hosts.ts'
import { isFilm, keyBytes, sniffedBytes } from './content-rules.ts'
import type { FetchSlot } from './fetch-slots.ts'
import { RelayError } from './relay-error.ts'

/** Limits of what is fetched from other hosts. A segment has some seconds. */
const limits = {
  playlist: { maxBytes: 2 * 1024 * 1024, timeoutMs: 10_000 },
  key: { maxBytes: 4096, timeoutMs: 10_000 },
  map: { maxBytes: 8 * 1024 * 1024, timeoutMs: 20_000 },
  segment: { maxBytes: 32 * 1024 * 1024, timeoutMs: 40_000 },
} as const

/** Types that no film has, whatever its host says. Hosts that disguise segments as pictures do exist. */
const wrongTypes = /^(?:text\/(?:html|javascript|css|xml)|application\/(?:json|xml|xhtml\+xml|javascript))/i

/** A part as it is fetched. Its body must be read to the end, or cancelled: either releases the slot. */
export interface FetchedPart {
  /** Null if the other host does not declare it. */
  size: number | null
  body: AsyncIterable<Buffer>
  bytes(): Promise<Buffer>
  /** Closes the connection. */
  cancel(): void
  /** The address from which it came, after redirects. */
  url: URL
}

/** What identifies the state of a file that is fetched in ranges. */
export interface FileVersion {
  size: number
  /** ETag or Last-Modified; empty if the host sends neither. */
  validator: string
}

export interface PartFetcher {
  /**
   * Fetches a part from a host that is relayed; redirects may lead to such hosts only.
   * @throws RelayError, EgressError
   */
  fetch(part: ForeignPart, slot: FetchSlot): Promise<FetchedPart>
  /**
   * The version of a file, from a host that answers Range requests.
   * @throws RelayError, EgressError
   */
  versionOf(url: string, slot: FetchSlot): Promise<FileVersion & { url: URL }>
  /**
   * Fetches a range of a file.
   * @throws RelayError `changed` if the file is not that version any more; EgressError
   */
  fetchRange(
    url: string,
    range: NonNullable<ForeignPart['range']>,
    version: FileVersion,
    slot: FetchSlot,
  ): Promise<FetchedPart>
}

export function createPartFetcher({ egress, hosts }: { egress: Egress; hosts: Hosts }): PartFetcher {
  const isRelayed = async (url: URL): Promise<boolean> => (await hosts.modeOfUrl(url)) === 'relayed'

  const request = async (part: ForeignPart, condition: string | null = null): Promise<EgressReply> => {
    const ask = (): Promise<EgressReply> =>
      egress.get(part.url, {
        ...limits[part.kind],
        permits: isRelayed,
        headers: {
          ...(part.range && { range: `bytes=${part.range.first}-${part.range.last}` }),
          ...(condition !== null && { 'if-range': condition }),
        },
      })
    return ask().catch((err: unknown) => {
      if (wasClosed(err)) return ask()
      throw err
    })
  }

  /** Checks a reply; the connection of one that is refused is closed at once. */
  const checked = <Result>(reply: EgressReply, check: () => Result): Result => {
    try {
      return check()
    } catch (err) {
      reply.cancel()
      throw err
    }
  }

  return {
    async fetch(part, slot) {
      const reply = await request(part)
      checked(reply, () => checkReply(reply, part))
      const fetched = fetchedPart(reply, slot)
      if (part.kind === 'playlist') return fetched
      if (part.kind === 'key') return checkedKey(fetched)
      return checkedFilm(fetched)
    },

    async versionOf(url, slot) {
      const part = { kind: 'segment', url, range: { first: 0, last: 0 } } as const
      const reply = await request(part)
      const size = checked(reply, () => {
        const total = checkReply(reply, part)
        if (total === null || total === 0) throw new RelayError('size')
        return total
      })
      await fetchedPart(reply, slot).bytes()
      return { size, validator: validatorOf(reply), url: reply.url }
    },

    async fetchRange(url, range, version, slot) {
      const part = { kind: 'segment', url, range } as const
      const reply = await request(part, conditionOf(version))
      checked(reply, () => {
        if (reply.status === 200 || reply.status === 416) throw new RelayError('changed')
        const total = checkReply(reply, part)
        if (total !== version.size || validatorOf(reply) !== version.validator) throw new RelayError('changed')
      })
      const fetched = fetchedPart(reply, slot)
      return range.first === 0 ? checkedFilm(fetched) : fetched
    },
  }
}

/** A host may close an idle connection just as it is used again: the request is sent once more (RFC 9112, 9.3.1). */
const wasClosed = (err: unknown): boolean =>
  err instanceof EgressError && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(errorCode(err.cause)))

/** ETag, else Last-Modified (RFC 9110, 8.8). */
const validatorOf = (reply: EgressReply): string => reply.header('etag') ?? reply.header('last-modified') ?? ''

/** If-Range takes strong validators only (RFC 9110, 13.1.5). A weak one is compared in the reply. */
const conditionOf = ({ validator }: FileVersion): string | null =>
  validator === '' || validator.startsWith('W/') ? null : validator

function fetchedPart(reply: EgressReply, slot: FetchSlot): FetchedPart {
  const length = Number(reply.header('content-length') ?? Number.NaN)
  const isPlain = reply.header('content-encoding') === undefined && Number.isSafeInteger(length)
  return {
    url: reply.url,
    size: isPlain ? length : null,
    ...bodyOf(releasing(reply.body, slot)),
    cancel() {
      reply.cancel()
      slot.release()
    },
  }
}

async function* releasing(body: AsyncIterable<Buffer>, slot: FetchSlot): AsyncGenerator<Buffer> {
  try {
    yield* body
  } finally {
    slot.release()
  }
}

const bodyOf = (body: AsyncIterable<Buffer>): Pick<FetchedPart, 'body' | 'bytes'> => ({
  body,
  bytes: () => readAll(body),
})

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads the beginning of a film, so that nothing else is sent on or cached. */
async function checkedFilm(fetched: FetchedPart): Promise<FetchedPart> {
  const chunks = fetched.body[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let isWhole = false
  while (!isWhole && head.length < sniffedBytes(head)) {
    const { value, done } = await chunks.next()
    if (done) isWhole = true
    else head = head.length === 0 ? value : Buffer.concat([head, value])
  }
  if (!isFilm(head)) {
    fetched.cancel()
    throw new RelayError('content')
  }
  const body = async function* (): AsyncGenerator<Buffer> {
    yield head
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { ...fetched, ...bodyOf(body()) }
}

async function checkedKey(fetched: FetchedPart): Promise<FetchedPart> {
  const bytes = await fetched.bytes()
  if (bytes.length !== keyBytes) throw new RelayError('content')
  const body = async function* (): AsyncGenerator<Buffer> {
    yield bytes
  }
  return { ...fetched, size: bytes.length, ...bodyOf(body()) }
}

/** @throws RelayError if it is not what was asked for. Returns the size of the whole file if that is known. */
function checkReply(reply: EgressReply, { kind, range }: ForeignPart): number | null {
  if (reply.status !== (range ? 206 : 200)) throw new RelayError('status')
  if (kind !== 'playlist' && wrongTypes.test(reply.header('content-type') ?? '')) throw new RelayError('type')
  if (!range) return null
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(reply.header('content-range') ?? '') ?? []
  const totalBytes = total === undefined || total === '*' ? null : Number(total)
  const end = Math.min(range.last, (totalBytes ?? Infinity) - 1)
  if (Number(first) !== range.first || Number(last) !== end) throw new RelayError('range')
  return totalBytes
}
