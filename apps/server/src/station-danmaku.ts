import type { CommentKind } from '@yunmu/contract'
import type { Catalog } from './domains/catalog/index.ts'
import {
  createDanmaku,
  spanOfBroadcast,
  spanOfEpisode,
  type Danmaku,
  type DanmakuNeeds,
  type DanmakuTables,
} from './domains/danmaku/index.ts'
import type { Moderation, TextSource } from './domains/moderation/index.ts'
import { nowSec } from './platform/process/clock.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'
import { userMark } from './platform/process/user-mark.ts'
import type { Platform } from './platform/platform.ts'
import type { LiveKnown } from './station-live.ts'

const daySec = 24 * 3600

/** What danmaku ask of what is shown. */
export interface DanmakuGround {
  catalog: Pick<Catalog, 'titles' | 'episodes' | 'listing'>
  live: LiveKnown
  /** How far back a channel can be watched, seconds; null for none of ours. */
  keptSec(channelId: number): Promise<number | null>
}

/** What people say over pictures, connected with the pictures. */
export function danmakuOf(
  { db, clock, events, secrets }: Platform,
  shown: DanmakuGround,
  moderation: Pick<Moderation, 'clean' | 'review' | 'scanTexts'>,
): Danmaku {
  const hash = createKeyedHash(secrets.tokenKey)
  return createDanmaku(db.withTables<DanmakuTables>(), {
    clock,
    events,
    review: moderation.review,
    scanTexts: moderation.scanTexts,
    clean: (text) => moderation.clean('danmaku', text),
    authorMark: (userId) => userMark(hash, userId),
    subjects: placesOf(shown, () => nowSec(clock)),
  })
}

/** Whether visitors may find what people talk about. Of titles without the database: it is asked with every pack and list. */
export async function isOpen(
  { catalog, live }: Pick<DanmakuGround, 'catalog' | 'live'>,
  { kind, id }: { kind: CommentKind; id: number },
): Promise<boolean> {
  if (kind === 'vod') return (await catalog.listing.hitsOf([id])).has(id)
  return (await (kind === 'live' ? live.channels : live.matches).findVisible([id])).has(id)
}

function placesOf(
  { catalog, live, keptSec: retentionSec }: DanmakuGround,
  now: () => number,
): DanmakuNeeds['subjects'] {
  const names = (kind: CommentKind, ids: readonly number[]): Promise<ReadonlyMap<number, { name: string }>> =>
    kind === 'vod'
      ? catalog.titles.findVisible(ids)
      : kind === 'live'
        ? live.channels.findVisible(ids)
        : live.matches.findVisible(ids)
  return {
    names,
    retentionSec,
    isVisible: (pool) => isOpen({ catalog, live }, pool),
    async spanOf({ kind, id, level }, nowMs) {
      if (kind === 'vod') {
        const episode = await catalog.episodes.find({ titleId: id, sourceId: 0, level }, now())
        if (typeof episode === 'string') return episode
        // Who speaks about what is not shown yet tells others what happens in it.
        return episode.state === 'ready' ? spanOfEpisode(episode.durationMs) : 'NoSuchEpisode'
      }
      if (!(await names(kind, [id])).has(id)) return kind === 'live' ? 'NoSuchChannel' : 'NoSuchMatch'
      return spanOfBroadcast(nowMs, (kind === 'live' ? await retentionSec(id) : null) ?? daySec)
    },
  }
}

/** Danmaku as those see them who look after what people say. */
export const textsOf = (danmaku: () => Danmaku): TextSource => ({
  async find(ids) {
    const found = await danmaku().texts.find(ids)
    return found.flatMap(({ id, userId, state, found: why, pool, createdMs, danmaku: { text } }) =>
      state === 'removed'
        ? []
        : [{ id, userId, state, text, found: why, createdAt: Math.floor(createdMs / 1000), place: pool }],
    )
  },
  held: (limit) => danmaku().texts.held(limit),
  setState: (ids, state) => danmaku().texts.setState(ids, state),
})
