import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Addresses of an older system lead to pages from now on, or to others. */
export const legacyIdsChanged = defineEvent('migration.legacyIdsChanged', z.object({}))
