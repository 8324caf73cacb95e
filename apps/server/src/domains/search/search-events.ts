import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator blocked a hot keyword or allowed one again. */
export const hotWordsChanged = defineEvent('search.hotWordsChanged', z.object({}))
