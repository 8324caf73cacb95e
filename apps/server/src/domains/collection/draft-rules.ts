import { createHash } from 'node:crypto'
import { namesOf, type ProvideVod } from '@yunmu/formats'
import { letterOf } from '@yunmu/zh'
import { areaOf, endedState } from '../../platform/vocabulary/areas.ts'
import type { CollectedTitle, CollectionCategory, KnownTitle } from './collection-needs.ts'
import type { CollectedEpisode } from './episode-rules.ts'
import type { TitleFacts } from './recognition-rules.ts'

/** Digest of names as `CollectionNeeds.titles.digests` computes it. */
export const namesDigest = (names: readonly string[]): string =>
  createHash('md5').update(names.join('\n')).digest('hex')

/**
 * The hash of what a source describes of a title, as far as the station takes it. Counters, scores and times change without a
 * change of the title; tags, writers, wide pictures and what else it sends are not taken.
 */
export function hashOf(vod: ProvideVod): Buffer {
  const { id, name, typeId, typeName, alias, genres, picture, actors, directors, blurb, content } = vod
  const { remarks, premiere, total, isEnded, area, lang, year, groups } = vod
  const texts = { id, name, typeId, typeName, alias, genres, picture, actors, directors, blurb, content, remarks }
  const described = { ...texts, premiere, total, isEnded, area, lang, year, groups }
  return createHash('sha256').update(JSON.stringify(described)).digest().subarray(0, 16)
}

const firstOf = (text: string): string => text.split(/[,，、/|;；\s]+/u).find((part) => part !== '') ?? ''

/** What is recognised of a source's title. @param category the name of our category that its own is bound to */
export function factsOfVod(vod: ProvideVod, category: string): TitleFacts {
  return {
    names: [vod.name, ...namesOf(vod.alias)],
    year: vod.year === 0 ? null : vod.year,
    // The source's word is finer than ours: 动画片 may be bound to films.
    category: vod.typeName === '' ? category : vod.typeName,
    areas: namesOf(vod.area),
    directors: vod.directors,
    actors: vod.actors,
  }
}

export function factsOfKnown(title: KnownTitle): TitleFacts {
  return {
    names: [title.name, ...title.alias],
    year: title.year === 0 ? null : title.year,
    category: title.category,
    areas: title.area === '' ? [] : [title.area],
    directors: title.directors,
    actors: title.actors,
  }
}

/** The address of a title's picture, which may be relative to the source; null if it is none of the web. */
export function pictureUrl(picture: string, sourceUrl: string): string | null {
  if (picture === '' || picture.length > 2000 || !URL.canParse(picture, sourceUrl)) return null
  const { protocol, href } = new URL(picture, sourceUrl)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** The fields of a source's title as a draft has them. */
export function fieldsOf(vod: ProvideVod, { id, pidId }: CollectionCategory) {
  return {
    pidId,
    typeId: id,
    name: vod.name,
    alias: namesOf(vod.alias).slice(0, 20),
    area: areaOf(vod.area),
    lang: firstOf(vod.lang).slice(0, 20),
    year: vod.year,
    genres: vod.genres.slice(0, 10),
    directors: vod.directors.slice(0, 20),
    actors: vod.actors.slice(0, 50).map((name) => ({ name, role: '' })),
    intro: vod.content === '' ? vod.blurb : vod.content,
    remarks: vod.remarks,
    state: vod.isEnded ? endedState : '',
    totalEpisodes: Math.min(vod.total, 100_000),
  }
}

export const withoutUrls = (episodes: readonly CollectedEpisode[]): CollectedTitle['episodes'] =>
  episodes.map(({ source, sourcePosition, level, name }) => ({ source, sourcePosition, level, name }))

/** A new title. */
export function newDraft(
  vod: ProvideVod,
  {
    origin,
    category,
    episodes,
    nowSec,
  }: {
    origin: string
    category: CollectionCategory
    episodes: readonly CollectedEpisode[]
    nowSec: number
  },
): CollectedTitle {
  return {
    ...fieldsOf(vod, category),
    origin,
    letter: letterOf(vod.name),
    premiere: vod.premiere.slice(0, 20),
    updatedSec: vod.updatedSec > 0 ? Math.min(vod.updatedSec, nowSec) : nowSec,
    episodes: withoutUrls(episodes),
  }
}
