import * as z from 'zod/mini'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { defineEvent, type Events } from '../../platform/events/events.ts'
import type { ListOrderKey } from './listing/listing-index.ts'

/** Titles were added, changed or deleted. */
export const titlesChanged = defineEvent('catalog.titlesChanged', z.object({ ids: z.array(z.int()) }))

/** Visitors liked or rated these titles. */
export const opinionsChanged = defineEvent('catalog.opinionsChanged', z.object({ ids: z.array(z.int()) }))

/** Counted plays of these titles were written: orders by plays and rankings changed. */
export const playsCounted = defineEvent('catalog.playsCounted', z.object({ ids: z.array(z.int()) }))

/** Categories, their filters or the banners changed. */
export const categoriesChanged = defineEvent('catalog.categoriesChanged', z.object({}))

/** The dependency of cached values that show a title. */
export const titleDependency = (id: number): string => `title:${id}`

/** The dependency of cached lists: titles of a top category (null: of all) in an order. */
export const listDependency = (pidId: number | null, order: ListOrderKey): string => `titles:${pidId ?? 'all'}:${order}`

/** Records changed titles in the change log. The listing records which lists changed. */
export function recordTitleChanges(events: Events, changes: ChangeLog, nowMs: () => number): void {
  events.on(titlesChanged, (detail) => {
    if (detail) changes.changed(detail.ids.map(titleDependency), nowMs())
    else changes.groupsChanged(['title', 'titles'], nowMs())
  })
  // Many visitors may rate one title at the same time: that must not rebuild its pages for each of them.
  events.on(opinionsChanged, (detail) => {
    if (detail) changes.changedSlightly(detail.ids.map(titleDependency), nowMs())
    else changes.groupsChanged(['title', 'titles'], nowMs())
  })
}
