import {
  type CommentKind,
  subjectKinds,
  type Channel,
  type LiveHit,
  type Match,
  type PlayRefusal,
  type playToken,
  type SearchHit,
  type SportsHit,
  type SendOf,
  type SubjectNotFound,
  type Suggestion,
  type TitleCard,
} from '@yunmu/contract'
import type { EventKind } from './events/events.ts'

/** Something that visitors watch, comment on and send danmaku to: a title, a channel, a match. */
export interface SubjectRef {
  kind: CommentKind
  id: number
}

/** A subject, or one of its episodes. */
export interface SubjectPart extends SubjectRef {
  /** The episode; 0 for kinds without episodes. */
  level: number
}

/** The card of each kind, without what depends on the viewer. */
export interface SubjectCards {
  vod: TitleCard
  live: Omit<Channel, 'follow'>
  match: Omit<Match, 'subscribed'>
}

interface SubjectHits {
  vod: SearchHit
  live: LiveHit
  match: SportsHit
}

/** What texts about a subject show of it. */
export interface SubjectSummary {
  name: string
  /** Address relative to `image_base`; empty for none. */
  img: string
  /** The top category of a title; 0 for other kinds. */
  pidId: number
  /** The type of a channel; empty for other kinds. */
  types: string
}

/**
 * The time line on which danmaku are placed: the playing time of a recording, or the wall clock for as long as a broadcast
 * can be watched again (null: not known).
 */
export type SubjectTimeline = { durationMs: number } | { retentionSec: number | null }

export type SubjectRefusal = SubjectNotFound | 'NoSuchEpisode'

/** A request for a play token, see the contract. `line` is the source or line; 0 for any. */
export interface PlayRequest {
  type: SendOf<typeof playToken>['type']
  id: number
  line: number
  level: number
  /** The sources or lines of a subject that the viewer has no password for: another one is chosen if there is one. */
  closedLines: (subject: SubjectRef) => Promise<ReadonlySet<number>>
}

/** What an address outside of the station leads to: a playlist, a file, or a page of a permitted partner. */
export const addressKinds = ['hls', 'mp4', 'page'] as const
export type AddressKind = (typeof addressKinds)[number]

/** An address outside of the station that plays an episode. */
export interface RemoteAddress {
  id: number
  kind: AddressKind
  /** Whether browsers ask the other host or this station, or show its page in a frame. */
  mode: 'direct' | 'relayed' | 'embedded'
  url: string
}

/** What plays on a source or line: an asset of the station, addresses elsewhere, or a playlist of television. */
export type Playable = { subject: SubjectRef; line: number } & (
  | { assetId: number; vip: boolean }
  /** The best address first. */
  | { addresses: readonly RemoteAddress[]; durationMs: number; vip: boolean }
  | { streamId: number; file: string; dvrSec: number; quality: string; vip: boolean }
)

export interface PlaySource {
  types: readonly PlayRequest['type'][]
  find(request: PlayRequest, nowMs: number): Promise<Playable | PlayRefusal>
}

/** A page of results. Times are Unix milliseconds. */
export interface SearchSpan {
  offset: number
  limit: number
  nowMs: number
  /** For a place beside results of another kind: the few best, if any is good enough, instead of a page. */
  isBeside?: boolean
}

/** What a kind of subjects finds for a query, best first. */
export interface SubjectSearch<Hit extends SearchHit = SearchHit> {
  find(query: string, span: SearchSpan): Promise<{ list: Hit[]; total: number }>
  /** `isNamed`: the query is the name of the subject. */
  suggest(
    query: string,
    span: Omit<SearchSpan, 'offset' | 'isBeside'>,
  ): Promise<{ list: { line: Suggestion; isNamed: boolean }[]; total: number }>
  /** The events that change results. */
  changed: readonly EventKind[]
}

/** How a domain answers for its subjects. Hidden ones count as missing. */
export interface SubjectKind<Kind extends CommentKind = CommentKind> {
  readonly kind: Kind
  /** Names, by id. */
  findVisible(ids: readonly number[]): Promise<ReadonlyMap<number, { name: string }>>
  /** Called for every list of comments and pack of danmaku: answer it from memory. */
  isVisible(id: number): Promise<boolean>
  /** In the order of the ids. */
  cards(ids: readonly number[], nowSec: number): Promise<SubjectCards[Kind][]>
  summaries(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, SubjectSummary>>
  /** Whether a visible subject has this episode. Absent for kinds without episodes, which are broadcasts. */
  hasEpisode?(part: { id: number; level: number }, nowSec: number): Promise<boolean>
  timelineOf(part: { id: number; level: number }, nowMs: number): Promise<SubjectTimeline | SubjectRefusal>
  /** The broadcast has no end, as that of a channel. */
  readonly isEndless?: true
  /** Its sources or lines, whether they play or not. Absent for kinds without. */
  linesOf?(id: number): Promise<{ line: number; name: string }[]>
  /** How long danmaku of a broadcast can be watched again; null for a deleted one. Absent for kinds with episodes. */
  retentionSec?(id: number): Promise<number | null>
  /** The address of its page. `streamId` 0 is any line. */
  urlOf(target: { id: number; streamId: number }, summary: Pick<SubjectSummary, 'pidId' | 'types'>): string
  readonly playback?: PlaySource
  /** Absent for titles, which have an index of their own. */
  readonly search?: SubjectSearch<SubjectHits[Kind]>
}

/** All kinds of subjects together. Kinds that no domain registered have no subjects. */
export interface Subjects {
  register(kinds: readonly SubjectKind[]): void
  findVisible(kind: CommentKind, ids: readonly number[]): Promise<ReadonlyMap<number, { name: string }>>
  isVisible(subject: SubjectRef): Promise<boolean>
  /** Whether the subject is visible and has that episode. */
  exists(part: SubjectPart, nowSec: number): Promise<boolean>
  cards<Kind extends CommentKind>(kind: Kind, ids: readonly number[], nowSec: number): Promise<SubjectCards[Kind][]>
  /** The summaries of subjects of any kinds, each kind in one batch. The result is null for deleted subjects. */
  findSummaries(
    subjects: readonly SubjectRef[],
    nowSec: number,
  ): Promise<(subject: SubjectRef) => SubjectSummary | null>
  /** The kinds with episodes; the others are broadcasts. */
  kindsWithEpisodes(): CommentKind[]
  hasEpisodes(kind: CommentKind): boolean
  isEndless(kind: CommentKind): boolean
  timelineOf(part: SubjectPart, nowMs: number): Promise<SubjectTimeline | SubjectRefusal>
  retentionSec(subject: SubjectRef): Promise<number | null>
  linesOf(subject: SubjectRef): Promise<{ line: number; name: string }[]>
  /** Empty for a kind that no domain registered. */
  urlOf(target: SubjectRef & { streamId: number }, summary: Pick<SubjectSummary, 'pidId' | 'types'>): string
  findPlayable(request: PlayRequest, nowMs: number): Promise<Playable | PlayRefusal>
  search<Kind extends CommentKind>(kind: Kind): SubjectSearch<SubjectHits[Kind]>
}

const emptySearch: SubjectSearch<never> = {
  find: async () => ({ list: [], total: 0 }),
  suggest: async () => ({ list: [], total: 0 }),
  changed: [],
}

/** @param replacements replace parts of the kinds that domains register, or register a kind that no domain has */
export function createSubjects(replacements: readonly SubjectKind[] = []): Subjects {
  const byKind: { [Kind in CommentKind]?: SubjectKind<Kind> } = {}
  const add = <Kind extends CommentKind>(subjects: SubjectKind<Kind>): void => {
    const { kind } = subjects
    byKind[kind] = { ...byKind[kind], ...subjects }
  }
  return {
    register(kinds) {
      for (const subjects of kinds) {
        if (byKind[subjects.kind]) throw new Error(`two domains register subjects of the kind ${subjects.kind}`)
        add(subjects)
      }
      replacements.forEach(add)
    },
    findVisible: async (kind, ids) => (await byKind[kind]?.findVisible(ids)) ?? new Map(),
    isVisible: async ({ kind, id }) => (await byKind[kind]?.isVisible(id)) ?? false,
    async exists({ kind, id, level }, nowSec) {
      const subjects = byKind[kind]
      if (!(await subjects?.isVisible(id))) return false
      return (await subjects?.hasEpisode?.({ id, level }, nowSec)) ?? true
    },
    cards: async (kind, ids, nowSec) => (await byKind[kind]?.cards(ids, nowSec)) ?? [],
    async findSummaries(subjects, nowSec) {
      const found = new Map<CommentKind, ReadonlyMap<number, SubjectSummary>>()
      const load = async ([kind, refs]: [CommentKind, SubjectRef[]]): Promise<void> => {
        const ids = [...new Set(refs.map(({ id }) => id))]
        found.set(kind, (await byKind[kind]?.summaries(ids, nowSec)) ?? new Map())
      }
      await Promise.all([...Map.groupBy(subjects, ({ kind }) => kind)].map(load))
      return ({ kind, id }) => found.get(kind)?.get(id) ?? null
    },
    kindsWithEpisodes: () => Object.values(byKind).flatMap(({ kind, hasEpisode }) => (hasEpisode ? [kind] : [])),
    hasEpisodes: (kind) => byKind[kind]?.hasEpisode !== undefined,
    isEndless: (kind) => byKind[kind]?.isEndless === true,
    timelineOf: async ({ kind, ...part }, nowMs) =>
      (await byKind[kind]?.timelineOf(part, nowMs)) ?? subjectKinds[kind].notFound,
    linesOf: async ({ kind, id }) => (await byKind[kind]?.linesOf?.(id)) ?? [],
    retentionSec: async ({ kind, id }) => (await byKind[kind]?.retentionSec?.(id)) ?? null,
    urlOf: ({ kind, ...target }, summary) => byKind[kind]?.urlOf(target, summary) ?? '',
    async findPlayable(request, nowMs) {
      const source = Object.values(byKind).find(({ playback }) => playback?.types.includes(request.type))
      return (await source?.playback?.find(request, nowMs)) ?? 'NothingToPlay'
    },
    search: (kind) => byKind[kind]?.search ?? emptySearch,
  }
}
