import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator blocked a word, or let one be hot again. */
export const hotWordsChanged = defineEvent('search.hot', z.object({}))
