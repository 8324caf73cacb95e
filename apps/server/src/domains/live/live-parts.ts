import type { Cards } from './cards.ts'
import type { ChannelBook } from './channel-book.ts'
import type { ChannelLists } from './channel-lists.ts'
import type { ExportKeys } from './export-keys.ts'
import type { LineHealth } from './line-health.ts'
import type { LiveNeeds } from './live-needs.ts'
import type { Replays } from './replays.ts'
import type { Schedules } from './schedules.ts'
import type { Viewers } from './viewers.ts'

/** What the calls of this domain work with. */
export interface LiveParts extends LiveNeeds {
  book: () => Promise<ChannelBook>
  cards: Cards
  lists: ChannelLists
  health: LineHealth
  schedules: Schedules
  viewers: Viewers
  keys: ExportKeys
  replays: Replays
}
