import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator allowed or refused hosts: pages and players use others from now on. */
export const hostsChanged = defineEvent('remote.hostsChanged', z.object({}))
