import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed something about the site. */
export const siteChanged = defineEvent('site.changed', z.object({}))
