import { setTimeout as delay } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { Egress } from '../../platform/egress/egress.ts'
import { EgressError } from '../../platform/egress/egress.ts'
import { nowSec, type Clock } from '../../platform/process/clock.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { ProviderStore } from './provider-store.ts'
import type { TitleProvider } from './title-provider.ts'
import { chooseTitle, DetailReply, factsOfDetails, SearchReply } from './tmdb-rules.ts'

export interface TmdbSettings {
  /** A key of version 3, or an access token of version 4. */
  key: string
  /** Without a slash at its end. */
  apiUrl: string
  imageUrl: string
}

const provider = 'tmdb'
const maxBytes = 2_000_000
const maxPictureBytes = 15_000_000
const timeoutMs = 10_000
/** Requests of an import follow each other at least so far apart: fewer than the provider permits. */
const pauseMs = 50
const cacheSec = 30 * 24 * 3600
/** Tokens of version 4 are JSON Web Tokens. */
const isToken = (key: string): boolean => key.startsWith('eyJ')

interface Parts {
  settings: TmdbSettings
  egress: Pick<Egress, 'exchange' | 'get'>
  store: ProviderStore
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** The Movie Database as a provider of titles' data, in Chinese. */
export function createTmdb({ settings, egress, store, clock, log }: Parts): TitleProvider {
  let nextMs = 0
  /** Null for a failure, which is logged without the key. */
  const ask = async <Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<z.output<Schema> | null> => {
    const parameters = new URLSearchParams({ ...query, language: 'zh-CN' })
    const key = `${path}?${parameters.toString()}`
    const cached = schema.safeParse(await store.find(provider, key, nowSec(clock) - cacheSec))
    if (cached.success) return cached.data
    await pause(signal)
    if (!isToken(settings.key)) parameters.set('api_key', settings.key)
    const headers = {
      accept: 'application/json',
      ...(isToken(settings.key) ? { authorization: `Bearer ${settings.key}` } : {}),
    }
    const reply = await egress.exchange(`${settings.apiUrl}${path}?${parameters.toString()}`, {
      method: 'GET',
      headers,
      maxBytes,
      timeoutMs,
      signal,
    })
    const body: unknown = reply.status === 200 ? JSON.parse((await reply.bytes()).toString('utf8')) : null
    const parsed = schema.safeParse(body)
    if (!parsed.success) {
      log.warn({ path, status: reply.status }, 'the provider of titles did not answer as expected')
      return null
    }
    await store.save({ provider, key, body: parsed.data, nowSec: nowSec(clock) })
    return parsed.data
  }

  const pause = async (signal: AbortSignal): Promise<void> => {
    const nowMs = performance.now()
    const waitMs = nextMs - nowMs
    nextMs = Math.max(nowMs, nextMs) + pauseMs
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
  }

  /** An import goes on without the provider. */
  const orNull = async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result | null> => {
    try {
      return await work()
    } catch (err) {
      signal.throwIfAborted()
      if (!(err instanceof EgressError) && !(err instanceof SyntaxError)) throw err
      log.warn({ reason: err.message }, 'the provider of titles cannot be asked')
      return null
    }
  }

  const pictureUrl = (path: string | null, size: string): string =>
    path !== null && /^\/[\w-]+\.(?:jpg|png|webp)$/u.test(path) ? `${settings.imageUrl}/${size}${path}` : ''

  return {
    name: provider,
    find: (title, signal) =>
      orNull(async () => {
        const kind = title.kind === 'film' ? 'movie' : 'tv'
        const year = title.year === 0 ? {} : { [kind === 'movie' ? 'year' : 'first_air_date_year']: String(title.year) }
        const found = await ask(SearchReply, `/3/search/${kind}`, { query: title.name, ...year }, signal)
        const chosen = found && chooseTitle(found.results, title)
        if (!chosen) return null
        const details = await ask(DetailReply, `/3/${kind}/${chosen.id}`, { append_to_response: 'credits' }, signal)
        return (
          details && {
            facts: factsOfDetails(details, title),
            poster: pictureUrl(details.poster_path, 'w780'),
            backdrop: pictureUrl(details.backdrop_path, 'w1280'),
          }
        )
      }, signal),
    picture: (address, signal) =>
      orNull(async () => {
        await pause(signal)
        const reply = await egress.get(address, { maxBytes: maxPictureBytes, timeoutMs, signal })
        return reply.status === 200 ? reply.bytes() : null
      }, signal),
  }
}
