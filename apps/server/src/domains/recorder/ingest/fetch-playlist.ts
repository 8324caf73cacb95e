import { EgressError, type Egress } from '../../../platform/egress/egress.ts'
import { looksLikePlaylist, maxPlaylistBytes, type ProxyTarget } from './proxy-rules.ts'
import { fetchSource } from './source-proxy.ts'
import { SourceError } from '../failover/source-error.ts'

const timeoutMs = 8000

/** A fetched playlist and its URL after redirects. */
export interface FetchedPlaylist {
  text: string
  url: URL
}

/** Fetches a playlist; null if the URL serves another kind of stream. @throws SourceError */
export async function fetchPlaylist(egress: Egress, target: ProxyTarget): Promise<FetchedPlaylist | null> {
  const stop = new AbortController()
  const timeout = setTimeout(() => stop.abort(), timeoutMs)
  try {
    const found = await fetchSource(egress, target, { signal: stop.signal })
    if (found.status !== 200) throw new SourceError(`http ${found.status}`)
    const parts: Buffer[] = []
    let size = 0
    for await (const chunk of found.body) {
      parts.push(chunk)
      size += chunk.length
      if (!looksLikePlaylist(parts[0] ?? chunk)) return null
      if (size > maxPlaylistBytes) throw new SourceError('size')
    }
    if (size === 0) throw new SourceError('empty')
    return { text: Buffer.concat(parts).toString('utf8'), url: found.url }
  } catch (err) {
    if (err instanceof EgressError) throw new SourceError(err.reason, { cause: err })
    throw err
  } finally {
    clearTimeout(timeout)
    stop.abort()
  }
}
