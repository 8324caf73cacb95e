import type { AdPlace, NavItem } from '@yunmu/contract'
import type { EventKind } from '../../platform/events/events.ts'
import type { SiteStore } from './site-store.ts'

/** What this domain needs from outside. */
export interface SiteNeeds {
  /** The categories and overseas channels in the navigation, and the events that change them. */
  navigation: {
    vodTypes(): Promise<NavItem[]>
    overseasTags(): Promise<{ id: number; name: string; type: string }[]>
    /** Whether the station has any matches. Values built from it depend on that. */
    hasMatches(): Promise<boolean>
    changed: readonly EventKind[]
  }
  selling: SellingNeeds
  /** Places that have advertisements now, until when, and the event that changes them. */
  ads: { places(): Promise<{ places: AdPlace[]; untilSec: number | null }>; changed: EventKind }
}

/** Whether VIP is offered where the operator has not said. */
interface SellingNeeds {
  isOnSale(): Promise<boolean>
  changed: readonly EventKind[]
}

/** Dependencies of this domain's calls. */
export interface SiteParts extends SiteNeeds {
  store: SiteStore
  /** Base of picture addresses; empty is our own origin. */
  imageBase: string
}
