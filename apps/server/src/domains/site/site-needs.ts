import type { NavItem } from '@yunmu/contract'
import type { EventKind } from '../../platform/events/events.ts'
import type { SiteStore } from './site-store.ts'

/** What the calls of this domain work with. */
export interface SiteParts {
  store: SiteStore
  /** What picture addresses are relative to; empty is our own origin. */
  imageBase: string
  /** The categories and the overseas channels that stand in the navigation, and what makes them stale. */
  navigation: {
    vodTypes(): Promise<NavItem[]>
    overseasTags(): Promise<{ id: number; name: string; type: string }[]>
    changed: readonly EventKind[]
  }
}
