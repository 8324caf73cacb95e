import { Danmaku } from '@yunmu/contract'
import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Somebody sent a danmaku that all may see: whoever is connected to those in the room can show it at once. */
export const danmakuSent = defineEvent('danmaku.sent', z.object({ room: z.string(), danmaku: Danmaku }))

/** These are not to be seen any more, but by `exceptUserId`, who wrote what is held and is not to learn of it. */
export const danmakuRemoved = defineEvent(
  'danmaku.gone',
  z.object({ room: z.string(), ids: z.array(z.string()), exceptUserId: z.optional(z.int()) }),
)

/** Some in these packs are other than they were: liked, or seen by all or not seen any more. */
export const danmakuUpdated = defineEvent(
  'danmaku.turned',
  z.object({ room: z.string(), packs: z.array(z.int()), by: z.enum(['likes', 'state']) }),
)

/** What belongs to a room is other than it was, in more than single danmaku: it was imported, moved or taken away. */
export const danmakuChanged = defineEvent('danmaku.changed', z.object({ room: z.string() }))
