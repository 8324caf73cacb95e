import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Channels, groups, tags or lines were added, changed or deleted. */
export const channelsChanged = defineEvent('live.channelsChanged', z.object({}))

/** Schedules of these lines changed. */
export const schedulesChanged = defineEvent('live.schedulesChanged', z.object({ streamIds: z.array(z.int()) }))

/** States of these lines changed. */
export const linesChanged = defineEvent('live.linesChanged', z.object({ streamIds: z.array(z.int()) }))

/** Current programmes, line states or viewer numbers changed: the volatile part of channel lists. */
export const onAirChanged = defineEvent('live.onAirChanged', z.object({}))

/** Current programmes changed; channel search depends on them. */
export const currentProgrammesChanged = defineEvent('live.currentProgrammesChanged', z.object({}))
