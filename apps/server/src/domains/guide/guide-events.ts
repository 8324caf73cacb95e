import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Programmes came, changed or went. */
export const guideChanged = defineEvent('guide.changed', z.object({}))
