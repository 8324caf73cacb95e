import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed what a kind of page says of itself. */
export const seoChanged = defineEvent('seo.changed', z.object({}))
