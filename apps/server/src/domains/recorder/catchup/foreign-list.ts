import { EgressError, type Egress } from '../../../platform/egress/egress.ts'
import { looksLikePlaylist, mostPlaylistBytes, type Fetched } from '../ingest/proxy-rules.ts'
import { fetchSource } from '../ingest/source-proxy.ts'
import { SourceFailure } from '../failover/source-failure.ts'

const limitMs = 8000

/** A playlist from outside, and where it came from after redirects. */
export interface ForeignText {
  text: string
  url: URL
}

/** What an address answers with: a playlist, or null for any stream that is none. @throws SourceFailure */
export async function readForeign(egress: Egress, fetched: Fetched): Promise<ForeignText | null> {
  const enough = new AbortController()
  const limit = setTimeout(() => enough.abort(), limitMs)
  try {
    const found = await fetchSource(egress, fetched, { signal: enough.signal })
    if (found.status !== 200) throw new SourceFailure(`http ${found.status}`)
    const parts: Buffer[] = []
    let size = 0
    for await (const chunk of found.body) {
      parts.push(chunk)
      size += chunk.length
      if (!looksLikePlaylist(parts[0] ?? chunk)) return null
      if (size > mostPlaylistBytes) throw new SourceFailure('size')
    }
    if (size === 0) throw new SourceFailure('empty')
    return { text: Buffer.concat(parts).toString('utf8'), url: found.url }
  } catch (err) {
    if (err instanceof EgressError) throw new SourceFailure(err.reason, { cause: err })
    throw err
  } finally {
    clearTimeout(limit)
    enough.abort()
  }
}
