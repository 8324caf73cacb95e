import type { SportsHit } from '@yunmu/contract'
import type { Platform } from '../../platform/platform.ts'
import type { SubjectSearch } from '../../platform/subjects.ts'
import type { Calendars } from './calendars/calendars.ts'
import type { Cards } from './cards.ts'
import type { EventStore } from './event-store.ts'
import type { MatchLists } from './match-lists.ts'
import type { MatchStore } from './match-store.ts'
import type { MatchesNeeds } from './matches-needs.ts'
import type { ValueCache } from '../../platform/caching/value-cache.ts'
import type { MatchRecordingStore } from './recordings/recording-store.ts'
import type { SportsStore } from './sports-store.ts'
import type { StandingsReader } from './standings.ts'
import type { ViewerStore } from './viewer-store.ts'

/** Dependencies of this domain's calls. */
export interface MatchesParts extends MatchesNeeds, Pick<Platform, 'clock' | 'events'> {
  store: MatchStore
  /** Number of matches by sport and competition, from memory. */
  counts: MatchStore['counts']
  sportsStore: SportsStore
  eventStore: EventStore
  viewerStore: ViewerStore
  recordingStore: MatchRecordingStore
  cards: Cards
  calendars: Calendars
  lists: MatchLists
  standings: StandingsReader
  search: SubjectSearch<SportsHit>
  /** A cache of what is answered to everybody, signed in or not. */
  shared<Value>(): ValueCache<Value>
  /** Whether matches are shown, from memory. */
  isOpen(): Promise<boolean>
}
