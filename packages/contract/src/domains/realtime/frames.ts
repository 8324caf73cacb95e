import * as z from 'zod/mini'
import { scriptValues } from '../../core/constants.ts'
import { CommentKind } from '../comments/comment.ts'
import { Danmaku } from '../danmaku/danmaku.ts'
import { Message, MessageState } from '../messages/message.ts'

/** Where the WebSocket stands. */
export const realtimePath = '/realtime'

/** Bounds of a connection. */
export const realtimeBounds = {
  /** Rooms that one page may be in. */
  mostRooms: 10,
  /** Bytes of what a page may say at once. */
  longestFrame: 4096,
  /** Things that a page may say in ten seconds. */
  framesPer10Sec: 40,
  /** The most frames a room sends in a second are five. */
  batchMs: 200,
  /** The server's word that it is there, where nothing else is to be said; a page that hears nothing for two of them connects anew. */
  beatSec: 25,
  /** How far back a page that was away is told what it missed. */
  missedSec: 60,
} as const

/** `live:{id}`, `match:{id}`, `vod:{id}:{level}`. */
export const RoomName = z.string().check(z.regex(/^(?:(?:live|match):[1-9]\d{0,9}|vod:[1-9]\d{0,9}:\d{1,6})$/))

export interface Room {
  kind: CommentKind
  id: number
  /** The episode; 0 for channels and matches. */
  level: number
}

/** The room of a place. */
export const roomName = ({ kind, id, level }: Room): string => (kind === 'vod' ? `vod:${id}:${level}` : `${kind}:${id}`)

/** The place of a room; null for what is none. */
export function readRoom(name: string): Room | null {
  if (!RoomName.safeParse(name).success) return null
  const [kind, id, level = '0'] = name.split(':')
  const known = CommentKind.safeParse(kind)
  return known.success ? { kind: known.data, id: Number(id), level: Number(level) } : null
}

/** What a page says, by the key that tells one from the others; what is said most stands first. */
export const clientFrames = {
  /** What a call would send, named by an `UpFrame`. One that is not known is refused: a page may be newer than the station. */
  up: z.object({ up: z.string().check(z.regex(/^[a-z]{1,20}$/)), send: z.unknown() }),
  /** The token goes here and not in the address, where logs would keep it; empty is a visitor. */
  hello: z.object({ hello: z.object({ token: z.string().check(z.maxLength(2000)), lang: z.enum(scriptValues) }) }),
  /** `after` is the last danmaku that the page has had: what came since, within the bound, is told. */
  join: z.object({ join: RoomName, after: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
  leave: z.object({ leave: RoomName }),
}
export type ClientFrame = z.output<(typeof clientFrames)[keyof typeof clientFrames]>

/** What the server says. */
export const ServerFrame = z.union([
  /** A room: what was said since the last frame of it, and how many are in it. */
  z.object({ room: z.string(), danmaku: z.array(Danmaku), online: z.int() }),
  /** Ids of danmaku that are not to be seen any more. */
  z.object({ room: z.string(), gone: z.array(z.string()) }),
  /** One may not be in a room: it is not there, or too many are asked for. */
  z.object({ room: z.string(), refused: z.literal(true) }),
  /** The answer to `hello`: who the page speaks for, 0 for a visitor. */
  z.object({ hello: z.object({ userId: z.int() }) }),
  /** A message to the person who is signed in, and what is unread now. */
  z.object({ message: z.object({ state: MessageState, newest: z.nullable(Message) }) }),
  /** Bulletins are other than they were. */
  z.object({ bulletins: z.literal('changed') }),
  /** A match that was subscribed to. */
  z.object({ notice: z.object({ id: z.int(), streamId: z.int(), msg: z.string() }) }),
  /**
   * Of what the page sent by `up`, the next so many were taken; and one after these was not, with the reply code that says
   * why, where there is one. What was not taken is told at once, what was with the next beat, in place of it.
   */
  z.object({ taken: z.int(), notTaken: z.optional(z.int()) }),
  /** Nothing, so that a dead line is noticed. */
  z.object({ beat: z.literal(1) }),
])
export type ServerFrame = z.output<typeof ServerFrame>
