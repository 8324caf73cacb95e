import type { Platform } from '../../platform/platform.ts'
import type { Cards } from './cards.ts'
import type { ChannelLineup } from './channel-lineup.ts'
import type { ChannelLists } from './lists/channel-lists.ts'
import type { ExportKeys } from './exports/export-keys.ts'
import type { LineHealth } from './lines/line-health.ts'
import type { MayReport } from './lines/report-interval.ts'
import type { LiveNeeds } from './live-needs.ts'
import type { Replays } from './playlists/replays.ts'
import type { Schedules } from './schedules/schedules.ts'
import type { Viewers } from './watching/viewers.ts'

/** Dependencies of this domain's calls. */
export interface LiveParts extends LiveNeeds, Pick<Platform, 'clock' | 'events'> {
  lineup: () => Promise<ChannelLineup>
  cards: Cards
  lists: ChannelLists
  health: LineHealth
  mayReport: MayReport
  schedules: Schedules
  viewers: Viewers
  keys: ExportKeys
  replays: Replays
}
