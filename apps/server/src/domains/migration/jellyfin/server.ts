import type { Egress } from '../../../platform/egress/egress.ts'
import { intOf, listOf, recordOf, wordOf, type Loose } from '../items/loose-values.ts'
import { createServerClient } from '../items/server-client.ts'
import { SourceError } from '../sources/row-source.ts'

/** A Jellyfin server, read with an API key of its operator. */
export interface JellyfinServer {
  /** Its version. @throws SourceError if it is none */
  check(signal: AbortSignal): Promise<string>
  libraries(signal: AbortSignal): Promise<Loose[]>
  users(signal: AbortSignal): Promise<Loose[]>
  /** The items that a query finds, in pages. @throws SourceError */
  items(query: Readonly<Record<string, string>>, signal: AbortSignal): AsyncGenerator<Loose>
  /** The episodes of a series. @throws SourceError */
  episodes(seriesId: string, signal: AbortSignal): Promise<Loose[]>
  /** Openings and endings, which versions from 10.10 on know; none from others. */
  segments(itemId: string, signal: AbortSignal): Promise<Loose[]>
  picture(itemId: string, kind: 'Primary' | 'Backdrop', signal: AbortSignal): Promise<Buffer | null>
}

const perPage = 200
const fields =
  'Path,MediaSources,Overview,Genres,People,ProviderIds,OriginalTitle,ProductionLocations,DateCreated,Chapters,PremiereDate'

/** Ids are parts of addresses. */
export const itemId = (value: unknown): string => {
  const id = wordOf(value, 40)
  return /^[\da-f-]+$/i.test(id) ? id.replaceAll('-', '').toLowerCase() : ''
}

export function createJellyfinServer(egress: Pick<Egress, 'exchange'>, base: string, key: string): JellyfinServer {
  const headers = { authorization: `MediaBrowser Token="${key}"`, accept: 'application/json, image/*' }
  const client = createServerClient(egress, base, { name: base, headers })
  const get = async (path: string, signal: AbortSignal, once = false): Promise<unknown> => {
    const text = await client.text(path, signal, once)
    try {
      return JSON.parse(text)
    } catch (err) {
      throw new SourceError(`${base} 的回答读不懂。`, { cause: err })
    }
  }
  const records = (value: unknown): Loose[] => listOf(value).map(recordOf)
  const queryOf = (query: Readonly<Record<string, string>>): string => new URLSearchParams(query).toString()

  return {
    async check(signal) {
      const info = recordOf(await get('/System/Info', signal))
      const version = wordOf(info['Version'])
      if (version === '' || itemId(info['Id']) === '') throw new SourceError(`${base} 不是 Jellyfin。`)
      return version
    },
    libraries: async (signal) => records(await get('/Library/VirtualFolders', signal)),
    users: async (signal) => records(await get('/Users', signal)),
    async *items(query, signal) {
      const seen = new Set<string>()
      for (let start = 0; ;) {
        const paged = { ...query, recursive: 'true', fields, startIndex: String(start), limit: String(perPage) }
        const reply = recordOf(await get(`/Items?${queryOf(paged)}`, signal))
        const items = records(reply['Items'])
        const fresh = items.filter((item) => !seen.has(wordOf(item['Id'])))
        for (const item of fresh) seen.add(wordOf(item['Id']))
        yield* fresh
        start += items.length
        // Items that are added meanwhile move others to the next page: a page may repeat some, but not all.
        if (fresh.length === 0 || start >= intOf(reply['TotalRecordCount'])) return
      }
    },
    episodes: async (seriesId, signal) =>
      records(recordOf(await get(`/Shows/${seriesId}/Episodes?${queryOf({ fields })}`, signal))['Items']),
    async segments(id, signal) {
      try {
        return records(recordOf(await get(`/MediaSegments/${id}`, signal, true))['Items'])
      } catch (err) {
        if (err instanceof SourceError) return []
        throw err
      }
    },
    picture: (id, kind, signal) =>
      client.bytes(`/Items/${id}/Images/${kind}${kind === 'Backdrop' ? '/0' : ''}?maxWidth=1920&quality=90`, signal),
  }
}
