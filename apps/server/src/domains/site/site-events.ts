import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed a setting of the site. */
export const siteChanged = defineEvent('site.changed', z.object({}))
