import * as z from 'zod/mini'
import { scriptValues } from '../../core/constants.ts'
import { CommentKind, subjectKinds } from '../../core/subject-kinds.ts'
import { Danmaku } from '../danmaku/danmaku.ts'
import { MatchChange } from '../matches/match-change.ts'
import { Message, MessageState } from '../messages/message.ts'
import { OrderNo, OrderState } from '../vip/vip-order.ts'

/** Path of the WebSocket endpoint. */
export const realtimePath = '/realtime'

/** Limits of a connection. */
export const realtimeBounds = {
  /** Rooms per page. */
  maxRooms: 10,
  /** Bytes per client frame. */
  maxFrameBytes: 4096,
  /** Client frames in ten seconds. */
  framesPer10Sec: 40,
  /** Interval of room frames: at most five per second. */
  batchMs: 200,
  /** Heartbeat interval without other frames; a page that receives nothing for two intervals reconnects. */
  beatSec: 25,
  /** How far back missed danmaku are replayed after a reconnect. */
  replaySec: 60,
} as const

/** The kinds whose danmaku are delivered to rooms, as an alternative of a regular expression. */
const kindsWithRooms = (hasEpisodes: boolean): string =>
  CommentKind.options
    .filter((kind) => subjectKinds[kind].hasRooms && subjectKinds[kind].hasEpisodes === hasEpisodes)
    .join('|')

/** `{kind}:{id}`, for kinds with episodes `{kind}:{id}:{level}`. */
export const RoomName = z
  .string()
  .check(
    z.regex(
      new RegExp(
        String.raw`^(?:(?:${kindsWithRooms(false)}):[1-9]\d{0,9}|(?:${kindsWithRooms(true)}):[1-9]\d{0,9}:\d{1,6})$`,
      ),
    ),
  )

export interface Room {
  kind: CommentKind
  id: number
  /** The episode; 0 for kinds without episodes. */
  level: number
}

/** Name of a room. */
export const roomName = ({ kind, id, level }: Room): string =>
  subjectKinds[kind].hasEpisodes ? `${kind}:${id}:${level}` : `${kind}:${id}`

/** Parses a room name; null if invalid. */
export function parseRoom(name: string): Room | null {
  if (!RoomName.safeParse(name).success) return null
  const [kind, id, level = '0'] = name.split(':')
  const match = CommentKind.safeParse(kind)
  return match.success ? { kind: match.data, id: Number(id), level: Number(level) } : null
}

/** Client frames by their distinguishing key, most frequent first. */
export const clientFrames = {
  /** Input of a call named by an `UpFrame`. Unknown names are refused: a page may be newer than the server. */
  up: z.object({ up: z.string().check(z.regex(/^[a-z]{1,20}$/)), send: z.unknown() }),
  /** The token is sent here and not in the URL, where it would be logged; empty for visitors. */
  hello: z.object({ hello: z.object({ token: z.string().check(z.maxLength(2000)), lang: z.enum(scriptValues) }) }),
  /** `after` is the last received danmaku: later ones, within `replaySec`, are replayed. */
  join: z.object({ join: RoomName, after: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
  leave: z.object({ leave: RoomName }),
}
export type ClientFrame = z.output<(typeof clientFrames)[keyof typeof clientFrames]>

/** Server frames. */
export const ServerFrame = z.union([
  /**
   * New danmaku of a room and its number of members. With the demonstration programme `crowd` of them are invented
   * viewers.
   */
  z.object({ room: z.string(), danmaku: z.array(Danmaku), online: z.int(), crowd: z.optional(z.int()) }),
  /** Ids of deleted danmaku. */
  z.object({ room: z.string(), gone: z.array(z.string()) }),
  /** What changed in the match of a room. */
  z.object({ room: z.string(), match: MatchChange }),
  /** The room does not exist, or the page is in too many rooms. */
  z.object({ room: z.string(), refused: z.literal(true) }),
  /** Reply to `hello`: the user, 0 for visitors. */
  z.object({ hello: z.object({ userId: z.int() }) }),
  /** A new message for the signed-in user, with the unread counts. */
  z.object({ message: z.object({ state: MessageState, newest: z.nullable(Message) }) }),
  /** The bulletins have changed. */
  z.object({ bulletins: z.literal('changed') }),
  /** A followed match; with `popup` it starts. */
  z.object({ notice: z.object({ id: z.int(), streamId: z.int(), msg: z.string(), popup: z.boolean() }) }),
  /** The membership of the signed-in user has changed. `userEndTime` as in `UserInfo`. */
  z.object({ membership: z.object({ groupId: z.int(), userEndTime: z.int() }) }),
  /** An order of the signed-in user has changed its state. */
  z.object({ order: z.object({ no: OrderNo, state: OrderState }) }),
  /**
   * Number of `up` frames accepted since the last such frame; optionally followed by one that was refused, with its
   * reply code. Refusals are sent at once, acceptance with the next heartbeat, replacing it.
   */
  z.object({ taken: z.int(), notTaken: z.optional(z.int()) }),
  /** Heartbeat. */
  z.object({ beat: z.literal(1) }),
])
export type ServerFrame = z.output<typeof ServerFrame>
