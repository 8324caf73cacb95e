import { detailsUrl } from '@yunmu/urls'
import type { SubjectKind } from '../../platform/subjects.ts'
import type { CatalogNeeds } from './catalog-needs.ts'
import type { EpisodeStore } from './episode-store.ts'
import type { ListingStore } from './listing/listing-store.ts'
import type { TitleStore } from './title-store.ts'

interface TitleSources {
  titles: Pick<TitleStore, 'findVisible' | 'cards' | 'sourcesOf'>
  listing: Pick<ListingStore, 'hitsOf'>
  episodes: Pick<EpisodeStore, 'find'>
  addressesOf: CatalogNeeds['addressesOf']
}

/** Titles as subjects of comments and danmaku, and how their episodes play. */
export function titleSubjects({ titles, listing, episodes, addressesOf }: TitleSources): SubjectKind<'vod'> {
  return {
    kind: 'vod',
    findVisible: titles.findVisible,
    // Answered from memory: clients may ask for any number of ids.
    isVisible: async (id) => (await listing.hitsOf([id])).has(id),
    cards: titles.cards,
    async summaries(ids, nowSec) {
      const cards = await titles.cards(ids, nowSec)
      return new Map(cards.map(({ id, pidId, name, img }) => [id, { pidId, types: '', name, img }]))
    },
    hasEpisode: async ({ id, level }, nowSec) =>
      typeof (await episodes.find({ titleId: id, sourceId: 0, level }, nowSec)) !== 'string',
    async timelineOf({ id, level }, nowMs) {
      const episode = await episodes.find({ titleId: id, sourceId: 0, level }, Math.floor(nowMs / 1000))
      if (typeof episode === 'string') return episode
      // Danmaku on an unreleased episode would be spoilers.
      return episode.state === 'ready' ? { durationMs: episode.durationMs } : 'NoSuchEpisode'
    },
    urlOf: ({ id }, { pidId }) => detailsUrl({ pidId, id }),
    linesOf: titles.sourcesOf,
    playback: {
      types: ['vod', 'tv'],
      async find({ id, line, level, closedLines }, nowMs) {
        const subject = { kind: 'vod' as const, id }
        const avoided = await closedLines(subject)
        const asked = { titleId: id, sourceId: line, level, avoided }
        const episode = await episodes.find(asked, Math.floor(nowMs / 1000))
        if (typeof episode === 'string') return episode
        const { episodeId, sourceId, assetId, state, vip, durationMs } = episode
        if (state === 'broken') return 'EpisodeBroken'
        if (state !== 'ready') return 'EpisodeNotReady'
        if (assetId !== null) return { subject, line: sourceId, assetId, vip }
        const addresses = await addressesOf(episodeId)
        return addresses.length === 0 ? 'EpisodeNotReady' : { subject, line: sourceId, addresses, durationMs, vip }
      },
    },
  }
}
