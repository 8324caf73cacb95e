import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed the texts of a kind of page. */
export const seoChanged = defineEvent('seo.changed', z.object({}))
