import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator published a version of a text. */
export const legalChanged = defineEvent('legal.changed', z.object({}))
