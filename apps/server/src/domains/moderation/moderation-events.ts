import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The word lists changed. */
export const wordsChanged = defineEvent('moderation.wordsChanged', z.object({}))
