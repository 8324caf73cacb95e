import { anyWord } from '@yunmu/contract/constants'
import type { ListOrder, Period, SearchOrder } from '@yunmu/contract'
import type { SearchKind, UserPage } from './page-words.ts'

/** What a browse page is narrowed to. Every field has its word for "any". */
export interface BrowseFilter {
  area: string
  year: string
  genre: string
  letter: string
  vip: string
  order: ListOrder
}

export const anyFilter: BrowseFilter = {
  area: anyWord.area,
  year: anyWord.year,
  genre: anyWord.genre,
  letter: anyWord.letter,
  vip: anyWord.vip,
  order: anyWord.order,
}

/** A title's page. `pidId` 0 stands for "whichever category it is in": an address of another system has no more. */
export interface TitlePlace {
  pidId: number
  id: number
}

/** An episode's player page. */
export interface EpisodePlace extends TitlePlace {
  /** 1-based position within its source. */
  level: number
  /** The id of the source, where it is not the first. */
  source?: number | undefined
  /** The 1-based position of the source among the title's: an address of another system names no id. */
  sourceAt?: number | undefined
  /** Where to begin, in seconds, if not where it was left. */
  atSec?: number | undefined
}

export interface ChannelPlace {
  types: string
  /** 0 is the channel's first stream. */
  stream: number
  id: number
  /** The past programme to be shown; absent is what is on. */
  programme?: number | undefined
}

export interface OverseasPlace {
  type: string
  group: string
  /** 0 is the channel's first stream. */
  stream: number
  id: number
  /** The past programme to be shown; absent is what is on. */
  programme?: number | undefined
}

/** What it takes to lead to a channel, at home or overseas. */
export interface ChannelAddress {
  id: number
  types: string
  group: string
  overseas: boolean
}

/** The programme guide. */
export interface GuidePlace {
  /** `us` is every overseas channel; absent is all channels. */
  type?: string | undefined
  group?: string | undefined
  /** YYYY-MM-DD; absent is today. */
  day?: string | undefined
}

export interface MatchPlace {
  id: number
  /** 0 is the match's first stream. */
  stream: number
}

export interface BrowsePlace {
  /** The category by name. Addresses of other systems name it by id or in pinyin. */
  type: string
  filter: BrowseFilter
  /** 1-based. */
  page: number
}

export interface RankPlace {
  /** A top category; absent is all of them. */
  type?: number | undefined
  period?: Period | undefined
}

export interface UpdatePlace {
  /** A top category; absent is all of them. */
  type?: number | undefined
  /** YYYY-MM-DD; absent is today. */
  day?: string | undefined
  /** 1-based; absent is the first. */
  page?: number | undefined
}

export interface SearchPlace {
  q: string
  kind?: SearchKind | undefined
  /** Absent is the best match first. */
  order?: SearchOrder | undefined
  /** 1-based. */
  page?: number | undefined
}

/** Every page of the product, with what its address says. */
export type Page =
  | { name: 'home' | 'vip' | 'matches' | 'password' | 'ads' | 'adForm' }
  | ({ name: 'details' } & TitlePlace)
  | ({ name: 'vod' } & EpisodePlace)
  | ({ name: 'live' } & ChannelPlace)
  | ({ name: 'overseas' } & OverseasPlace)
  | ({ name: 'guide' } & GuidePlace)
  | ({ name: 'match' } & MatchPlace)
  | { name: 'tabs'; type: number }
  | ({ name: 'browse' } & BrowsePlace)
  | ({ name: 'rank' } & RankPlace)
  | ({ name: 'update' } & UpdatePlace)
  | ({ name: 'search' } & SearchPlace)
  | { name: 'user'; part: UserPage }
  | { name: 'ad'; id?: number | undefined }
  | { name: 'download'; type?: 'android' | 'ios' | undefined }
