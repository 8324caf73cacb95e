import { Danmaku } from '@yunmu/contract'
import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** A danmaku was sent and is visible to everybody. Connected viewers of the room get it at once. */
export const danmakuSent = defineEvent('danmaku.sent', z.object({ room: z.string(), danmaku: Danmaku }))

/** These danmaku are hidden from everybody except `exceptUserId`: the author of a held danmaku must not notice it. */
export const danmakuRemoved = defineEvent(
  'danmaku.removed',
  z.object({ room: z.string(), ids: z.array(z.string()), exceptUserId: z.optional(z.int()) }),
)

/** Danmaku of these packs changed: likes, or visibility. */
export const danmakuUpdated = defineEvent(
  'danmaku.updated',
  z.object({ room: z.string(), packs: z.array(z.int()), by: z.enum(['likes', 'state']) }),
)

/** The whole pool of a room changed: danmaku were imported, moved or removed. */
export const danmakuChanged = defineEvent('danmaku.changed', z.object({ room: z.string() }))
