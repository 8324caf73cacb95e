import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The words that are not wanted are others now. */
export const wordsChanged = defineEvent('moderation.wordsChanged', z.object({}))
