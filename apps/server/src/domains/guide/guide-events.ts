import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Programmes were added, changed or deleted. */
export const guideChanged = defineEvent('guide.changed', z.object({}))
