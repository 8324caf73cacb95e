import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Channels, groups, tags or lines came, changed or went. */
export const channelsChanged = defineEvent('live.channelsChanged', z.object({}))

/** What lines show by their schedules changed. */
export const schedulesChanged = defineEvent('live.schedulesChanged', z.object({ streamIds: z.array(z.int()) }))

/** Lines became better or worse. */
export const linesChanged = defineEvent('live.linesChanged', z.object({ streamIds: z.array(z.int()) }))

/** Other programmes are on, or other numbers of people watch: what lists of channels show besides the channels. */
export const onAirChanged = defineEvent('live.airTurned', z.object({}))

/** Other programmes are on: what a search finds channels by besides their names. */
export const currentProgrammesChanged = defineEvent('live.programmesTurned', z.object({}))
