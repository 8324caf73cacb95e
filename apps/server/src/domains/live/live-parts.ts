import type { Cards } from './cards.ts'
import type { ChannelLineup } from './channel-lineup.ts'
import type { ChannelLists } from './lists/channel-lists.ts'
import type { ExportKeys } from './exports/export-keys.ts'
import type { LineHealth } from './lines/line-health.ts'
import type { LiveNeeds } from './live-needs.ts'
import type { Replays } from './playlists/replays.ts'
import type { Schedules } from './schedules/schedules.ts'
import type { Viewers } from './watching/viewers.ts'

/** Dependencies of this domain's calls. */
export interface LiveParts extends LiveNeeds {
  lineup: () => Promise<ChannelLineup>
  cards: Cards
  lists: ChannelLists
  health: LineHealth
  schedules: Schedules
  viewers: Viewers
  keys: ExportKeys
  replays: Replays
}
