import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed the products or the audience. */
export const partnersChanged = defineEvent('partners.changed', z.object({}))
