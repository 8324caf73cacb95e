import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Titles came, changed or went; their lists and pages are stale. */
export const titlesChanged = defineEvent('catalog.titlesChanged', z.object({ ids: z.array(z.int()) }))

/** Counted plays of these titles were written: orders by plays and rankings are stale. */
export const playsCounted = defineEvent('catalog.playsCounted', z.object({ ids: z.array(z.int()) }))

/** Categories, their filters or the banners changed. */
export const shelvesChanged = defineEvent('catalog.shelvesChanged', z.object({}))
