import { anyValue } from '@yunmu/contract/constants'
import type { LegalKind, ListOrder, Period, SearchOrder, SportKey } from '@yunmu/contract'
import type { MatchChoice, SearchKind, UserPage } from './page-values.ts'

/** Filter of a browse page. Each field has a value for "any". */
export interface BrowseFilter {
  area: string
  year: string
  genre: string
  letter: string
  vip: string
  order: ListOrder
  /** A second genre. */
  tags: string
}

export const anyFilter: BrowseFilter = {
  area: anyValue.area,
  year: anyValue.year,
  genre: anyValue.genre,
  letter: anyValue.letter,
  vip: anyValue.vip,
  order: anyValue.order,
  tags: anyValue.genre,
}

/** Title page. `pidId` 0 means unknown: legacy addresses do not contain the category. */
export interface TitleParams {
  pidId: number
  id: number
}

/** Player page of an episode. */
export interface EpisodeParams extends TitleParams {
  /** 1-based position in its source. */
  level: number
  /** Source id, if it is not the first. */
  source?: number | undefined
  /** 1-based position of the source: legacy addresses contain no id. */
  sourceAt?: number | undefined
  /** Start position in seconds; default is the watch record. */
  atSec?: number | undefined
}

export interface ChannelParams {
  types: string
  /** 0 is the channel's first stream. */
  stream: number
  id: number
  /** Past programme; absent is live. */
  programme?: number | undefined
}

export interface OverseasParams {
  type: string
  group: string
  /** 0 is the channel's first stream. */
  stream: number
  id: number
  /** Past programme; absent is live. */
  programme?: number | undefined
}

/** Fields needed to build a channel's address. */
export interface ChannelAddress {
  id: number
  types: string
  group: string
  overseas: boolean
}

/** The programme guide. */
export interface GuideParams {
  /** `us` is all overseas channels; absent is all channels. */
  type?: string | undefined
  group?: string | undefined
  /** YYYY-MM-DD; absent is today. */
  day?: string | undefined
}

export interface MatchParams {
  id: number
  /** 0 is the match's first stream. */
  stream: number
}

/** The list of matches. */
export interface MatchesParams {
  /** YYYY-MM-DD; absent is today, with a team any day. */
  day?: string | undefined
  /** Absent is all sports. */
  sport?: SportKey | undefined
  /** Absent is all competitions. */
  competition?: number | undefined
  /** Absent is all matches. */
  state?: MatchChoice | undefined
  /** Absent is all teams. */
  team?: number | undefined
}

export interface CompetitionParams {
  id: number
  /** Absent is the current one. */
  season?: number | undefined
}

export interface BrowseParams {
  /** Category by name. Legacy addresses use an id or pinyin. */
  type: string
  filter: BrowseFilter
  /** 1-based. */
  page: number
}

export interface RankParams {
  /** Top category; absent is all. */
  type?: number | undefined
  period?: Period | undefined
}

export interface UpdateParams {
  /** Top category; absent is all. */
  type?: number | undefined
  /** YYYY-MM-DD; absent is today. */
  day?: string | undefined
  /** 1-based; absent is 1. */
  page?: number | undefined
}

export interface SearchParams {
  q: string
  kind?: SearchKind | undefined
  /** Absent is by relevance. */
  order?: SearchOrder | undefined
  /** 1-based. */
  page?: number | undefined
}

/** Asks for the password of what a player page plays. */
export interface PasswordParams {
  /** The canonical address of the player page, to which it returns. */
  to?: string | undefined
}

/** The user's orders. */
export interface OrdersParams {
  /** Number of the order to open: gateways return to it. */
  no?: string | undefined
}

/** Every page of the product with the content of its address. */
export type Page =
  | { name: 'home' | 'vip' | 'ads' | 'adForm' }
  | ({ name: 'password' } & PasswordParams)
  | ({ name: 'details' } & TitleParams)
  | ({ name: 'vod' } & EpisodeParams)
  | ({ name: 'live' } & ChannelParams)
  | ({ name: 'overseas' } & OverseasParams)
  | ({ name: 'guide' } & GuideParams)
  | ({ name: 'match' } & MatchParams)
  | ({ name: 'matches' } & MatchesParams)
  | ({ name: 'competition' } & CompetitionParams)
  | { name: 'team'; id: number }
  | { name: 'tabs'; type: number }
  | { name: 'person'; person: string }
  | ({ name: 'browse' } & BrowseParams)
  | ({ name: 'rank' } & RankParams)
  | ({ name: 'update' } & UpdateParams)
  | ({ name: 'search' } & SearchParams)
  | { name: 'user'; part: UserPage }
  | ({ name: 'orders' } & OrdersParams)
  | { name: 'legal'; kind: LegalKind }
  | { name: 'ad'; id?: number | undefined }
  | { name: 'download'; type?: 'android' | 'ios' | undefined }
