import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed the advertisements. */
export const adsChanged = defineEvent('ads.changed', z.object({}))
