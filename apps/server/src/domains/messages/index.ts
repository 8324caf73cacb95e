import type { CommentKind } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { createBulletinStore, type Bulletin } from './bulletin-store.ts'
import { mountIndexBulletinDetail } from './calls/index-bulletin-detail.ts'
import { mountIndexMessageState } from './calls/index-message-state.ts'
import { mountIndexMessages } from './calls/index-messages.ts'
import { mountIndexReadMessages } from './calls/index-read-messages.ts'
import { personalMessages } from './compose-messages.ts'
import { bulletinOf, excerptOf, keptForSec, type BulletinRefusal, type BulletinWish } from './message-rules.ts'
import { createMessageStore, type MessageToKeep } from './message-store.ts'
import { bulletinsChanged, messagesCame } from './messages-events.ts'
import type { MessagesNeeds, MessagesParts } from './messages-needs.ts'
import type { MessagesTables, PersonalType } from './messages-tables.ts'
import { wordOf, type Word } from './word-of.ts'

/** What happened that somebody is to hear of. */
export type Notice =
  | {
      /** A thumb up for a comment, or a reply to it. */
      type: 'comment_thumb_up' | 'comment_commit'
      /** Who did it; nobody hears of what they did themselves. */
      actorId: number
      about: { kind: CommentKind; id: number }
      /** The comment that was liked, or the reply. */
      commentId: number
      /** Its text. */
      text: string
    }
  | { type: 'sub_live'; about: { kind: 'match'; id: number; streamId: number }; title: string; text: string }

/** All that was told to a person. Times are ISO 8601. */
export interface MessagesExport {
  messages: { id: number; type: PersonalType; title: string; content: string; time: string; read: boolean }[]
  /** The bulletins that were read. */
  bulletinsRead: number[]
}

/** What this domain offers to the application. */
export interface Messages {
  mount(book: CallBook): void
  /** Tells people what happened. Those who have no account hear nothing. */
  notify(userIds: readonly number[], notice: Notice): Promise<void>
  /**
   * Takes back what was told of comments that are gone, or only held: then who was answered does not read them any more,
   * while applause for them stays.
   */
  takeBack(commentIds: readonly number[], are: 'gone' | 'held'): Promise<void>
  /** What a person is told at once when a message came. */
  wordOf(userId: number): Promise<Word>
  /** Forgets what is old: once a day. */
  forgetOld(): Promise<void>
  exportOf(userId: number): Promise<MessagesExport>
  /** Word from the station to everybody: the operator's. */
  bulletins: {
    /** Every one, the newest first. */
    list(): Promise<Bulletin[]>
    /** Its id, or why it cannot be taken. */
    add(wish: BulletinWish): Promise<number | BulletinRefusal>
    /** False where there is no such bulletin. */
    remove(id: number): Promise<boolean>
    /** Puts up those of the demonstration programme, where they are not up. */
    addDemo(wishes: readonly BulletinWish[]): Promise<void>
    removeDemo(): Promise<void>
  }
}

const originOf = (commentId: number): string => `comment:${commentId}`

/** How a notice is kept: what is about the same has the same origin. */
function messageOf(notice: Notice): MessageToKeep {
  const { type, about, text } = notice
  const common = { type, kind: about.kind, subjectId: about.id, content: excerptOf(text) }
  if (notice.type === 'sub_live') {
    const { about: match, title } = notice
    return { ...common, origin: `match:${match.id}`, actorId: null, streamId: match.streamId, rid: 0, title }
  }
  const { actorId, commentId } = notice
  return { ...common, origin: originOf(commentId), actorId, streamId: 0, rid: commentId, title: '' }
}

/** Bulletins for everybody, and messages to one person each. */
export function createMessages(db: Kysely<MessagesTables>, needs: MessagesNeeds): Messages {
  const { clock, people } = needs
  const parts: MessagesParts = { ...needs, bulletins: createBulletinStore(db), messages: createMessageStore(db) }
  return {
    mount(book) {
      mountIndexMessages(book, parts)
      mountIndexBulletinDetail(book, parts)
      mountIndexMessageState(book, parts)
      mountIndexReadMessages(book, parts)
    },
    async notify(userIds, notice) {
      const actorId = notice.type === 'sub_live' ? 0 : notice.actorId
      const known = [...(await people(userIds, nowSec(clock))).keys()].filter((id) => id !== actorId)
      if (known.length === 0) return
      const told = await parts.messages.keep(known, messageOf(notice), nowSec(clock))
      announceTo(parts, told, {})
    },
    async takeBack(commentIds, are) {
      const types: PersonalType[] = are === 'gone' ? ['comment_commit', 'comment_thumb_up'] : ['comment_commit']
      announceTo(parts, await parts.messages.takeBack(commentIds.map(originOf), types), { isNews: false })
    },
    wordOf: (userId) => wordOf(parts, userId, nowSec(clock)),
    forgetOld: () => parts.messages.forget(nowSec(clock) - keptForSec),
    async exportOf(userId) {
      const kept = await parts.messages.allOf(userId)
      const seen = await personalMessages(parts, kept, nowSec(clock))
      return {
        messages: kept.map(({ id, type, content, createdAt, read }, at) => ({
          id,
          type,
          title: seen[at]?.title ?? '',
          content,
          time: new Date(createdAt * 1000).toISOString(),
          read,
        })),
        bulletinsRead: [...(await parts.bulletins.readBy(userId))],
      }
    },
    bulletins: bulletinsOf(parts),
  }
}

/** An announcement carries no more. */
const atOnce = 500

function announceTo({ events }: MessagesParts, userIds: readonly number[], how: { isNews?: false }): void {
  for (let at = 0; at < userIds.length; at += atOnce)
    events.announce(messagesCame, { userIds: userIds.slice(at, at + atOnce), ...how })
}

function bulletinsOf({ bulletins, clock, events }: MessagesParts): Messages['bulletins'] {
  const changed = (): void => events.announce(bulletinsChanged, {})
  return {
    list: bulletins.list,
    async add(wish) {
      const bulletin = bulletinOf(wish, nowSec(clock))
      if (typeof bulletin === 'string') return bulletin
      const id = await bulletins.add(bulletin)
      changed()
      return id
    },
    async remove(id) {
      const isRemoved = await bulletins.remove(id)
      if (isRemoved) changed()
      return isRemoved
    },
    async addDemo(wishes) {
      if (await bulletins.hasDemo()) return
      for (const wish of wishes) {
        const bulletin = bulletinOf(wish, nowSec(clock))
        if (typeof bulletin !== 'string') await bulletins.add(bulletin, { demo: true })
      }
      changed()
    },
    async removeDemo() {
      if (await bulletins.removeDemo()) changed()
    },
  }
}

export type { Bulletin, BulletinRefusal, BulletinWish, MessagesTables }
