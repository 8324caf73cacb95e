import type { CommentKind } from '@yunmu/contract'
import { nowSec } from '../../platform/process/clock.ts'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createBulletinStore, type Bulletin } from './bulletin-store.ts'
import { mountIndexBulletinDetail } from './calls/index-bulletin-detail.ts'
import { mountIndexMessageState } from './calls/index-message-state.ts'
import { mountIndexMessages } from './calls/index-messages.ts'
import { mountIndexReadMessages } from './calls/index-read-messages.ts'
import { personalMessages } from './compose-messages.ts'
import { parseBulletin, excerptOf, retentionSec, type BulletinRefusal, type BulletinInput } from './message-rules.ts'
import { createMessageStore, type NewMessage } from './message-store.ts'
import { bulletinsChanged, messagesChanged } from './messages-events.ts'
import type { MessagesNeeds, MessagesParts } from './messages-needs.ts'
import type { MessagesTables, PersonalType } from './messages-tables.ts'
import { pushMessages } from './push-messages.ts'
import { messagesExchange } from './messages-exchange.ts'

/** An event that users are notified of. */
export type Notice =
  | {
      /** A thumb up for a comment, or a reply to it. */
      type: 'comment_thumb_up' | 'comment_commit'
      /** Who did it; users are not notified of their own actions. */
      actorId: number
      about: { kind: CommentKind; id: number }
      /** The liked comment, or the reply. */
      commentId: number
      /** Its text. */
      text: string
    }
  | {
      /** What users asked to be reminded of; a message of each origin is sent once. */
      type: 'reminder'
      /** Null is about nothing that can be opened. */
      about: { kind: CommentKind; id: number } | null
      origin: string
      title: string
      text: string
      /** Path of the page where something can be done. */
      url?: string
    }
  | {
      /** News of a match that users follow. With `expiresSec` it is also sent to browsers, until then. */
      type: 'sub_live'
      about: { kind: 'match'; id: number; streamId: number }
      title: string
      /** For readers who do not hide scores; absent or empty if it is the same. */
      titleWithScore?: string
      text: string
      expiresSec?: number
    }

/** All messages of a user. Times are ISO 8601. */
export interface MessagesExport {
  messages: { id: number; type: PersonalType; title: string; content: string; time: string; read: boolean }[]
  /** Ids of the bulletins that were read. */
  bulletinsRead: number[]
}

/** What this domain offers to the application. */
export interface Messages {
  /** Notifies users of an event. Deleted users are skipped. */
  notify(userIds: readonly number[], notice: Notice): Promise<void>
  /** Notifies existing users with the commit of a transaction. */
  notifyIn(tx: OpenTransaction, userIds: readonly number[], notice: Notice): Promise<void>
  /**
   * Removes messages about comments that were deleted or held. Of held ones only the notification of the reply is
   * removed; thumbs stay.
   */
  retract(commentIds: readonly number[], reason: 'deleted' | 'held'): Promise<void>
  exportOf(userId: number): Promise<MessagesExport>
  readonly module: DomainModule
  /** Bulletins, managed by the operator. */
  bulletins: {
    /** All, newest first. */
    list(): Promise<Bulletin[]>
    /** Its id, or why it is invalid. */
    add(input: BulletinInput): Promise<number | BulletinRefusal>
    /** False if there is no such bulletin. */
    remove(id: number): Promise<boolean>
    /** Adds those of the demonstration programme, unless they exist. */
    seedDemo(inputs: readonly BulletinInput[]): Promise<void>
    removeDemo(): Promise<void>
  }
}

const originOf = (commentId: number): string => `comment:${commentId}`

/** Stored with messages about no subject: it does not exist, so they have no link. */
const noSubject = { kind: 'vod', id: 0 } as const

/** Converts a notice to a message. Messages about the same thing share their origin. */
function toMessage(notice: Notice): NewMessage {
  const { type, text } = notice
  const about = notice.about ?? noSubject
  const common = { type, kind: about.kind, subjectId: about.id, content: excerptOf(text), titleWithScore: '', url: '' }
  if (notice.type === 'sub_live') {
    const { about: match, title, titleWithScore = '' } = notice
    const texts = { title, titleWithScore }
    return { ...common, origin: `match:${match.id}`, actorId: null, streamId: match.streamId, rid: 0, ...texts }
  }
  if (notice.type === 'reminder') {
    const { origin, title, url = '' } = notice
    return { ...common, origin, actorId: null, streamId: 0, rid: 0, title, url }
  }
  const { actorId, commentId } = notice
  return { ...common, origin: originOf(commentId), actorId, streamId: 0, rid: commentId, title: '' }
}

/** Bulletins for everybody, and messages for single users. */
export function createMessages(
  { db, clock, events, log }: Pick<Platform, 'db' | 'clock' | 'events' | 'log'>,
  needs: MessagesNeeds,
): Messages {
  const { users } = needs
  const tables = db.withTables<MessagesTables>()
  const stores = { bulletins: createBulletinStore(tables), messages: createMessageStore(tables) }
  const parts: MessagesParts = { clock, events, log, ...needs, ...stores }
  return {
    async notify(userIds, notice) {
      const actorId = 'actorId' in notice ? notice.actorId : 0
      const recipients = [...(await users(userIds, nowSec(clock))).keys()].filter((id) => id !== actorId)
      if (recipients.length === 0) return
      const notified = await parts.messages.save(recipients, toMessage(notice), { nowSec: nowSec(clock) })
      announceInBatches(parts, notified, {})
    },
    async notifyIn(tx, userIds, notice) {
      const notified = await parts.messages.save(userIds, toMessage(notice), { nowSec: nowSec(clock), tx })
      for (const batch of batchesOf(notified)) await events.announceIn(tx, messagesChanged, { userIds: batch })
      if (notice.type === 'sub_live') await pushNotice(parts, tx, { userIds: notified, notice })
    },
    async retract(commentIds, reason) {
      const types: PersonalType[] = reason === 'deleted' ? ['comment_commit', 'comment_thumb_up'] : ['comment_commit']
      announceInBatches(parts, await parts.messages.deleteByOrigin(commentIds.map(originOf), types), { isNews: false })
    },
    exportOf: (userId) => exportOf(parts, userId),
    module: {
      name: 'messages',
      exchange: messagesExchange({ events }),
      calls(registry) {
        mountIndexMessages(registry, parts)
        mountIndexBulletinDetail(registry, parts)
        mountIndexMessageState(registry, parts)
        mountIndexReadMessages(registry, parts)
      },
      realtime: { listeners: (realtime) => pushMessages(parts, realtime) },
      schedules: [
        {
          name: 'messages.deleteOld',
          everyMinutes: 24 * 60,
          run: () => parts.messages.deleteOld(nowSec(clock) - retentionSec),
        },
      ],
      personalData: { exportOf: (userId) => exportOf(parts, userId) },
    },
    bulletins: bulletinsOf(parts),
  }
}

/** Sends a notice to browsers as well, of which no page has to be open. */
async function pushNotice(
  { subjects, push, hidingScores, clock }: MessagesParts,
  tx: OpenTransaction,
  { userIds, notice }: { userIds: readonly number[]; notice: Extract<Notice, { type: 'sub_live' }> },
): Promise<void> {
  const { about, title, titleWithScore = '', text, expiresSec } = notice
  const summary = (await subjects.findSummaries([about], nowSec(clock)))(about)
  if (userIds.length === 0 || summary === null || expiresSec === undefined) return
  const url = subjects.urlOf(about, summary)
  const hiding = titleWithScore === '' ? new Set(userIds) : await hidingScores(userIds)
  const message = { topic: `${about.kind}-${about.id}`, body: excerptOf(text), url, expiresSec }
  const groups = [
    { title, ids: userIds.filter((id) => hiding.has(id)) },
    { title: titleWithScore, ids: userIds.filter((id) => !hiding.has(id)) },
  ]
  for (const group of groups) if (group.ids.length > 0) await push(tx, group.ids, { ...message, title: group.title })
}

async function exportOf(parts: MessagesParts, userId: number): Promise<MessagesExport> {
  const stored = await parts.messages.allOf(userId)
  const composed = await personalMessages(parts, stored, nowSec(parts.clock))
  return {
    messages: stored.map(({ id, type, content, createdAt, read }, at) => ({
      id,
      type,
      title: composed[at]?.title ?? '',
      content,
      time: new Date(createdAt * 1000).toISOString(),
      read,
    })),
    bulletinsRead: [...(await parts.bulletins.readBy(userId))],
  }
}

/** An event carries at most this many users. */
const maxUsersPerEvent = 500

const batchesOf = (userIds: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(userIds.length / maxUsersPerEvent) }, (_, at) =>
    userIds.slice(at * maxUsersPerEvent, (at + 1) * maxUsersPerEvent),
  )

function announceInBatches({ events }: MessagesParts, userIds: readonly number[], how: { isNews?: false }): void {
  for (const batch of batchesOf(userIds)) events.announce(messagesChanged, { userIds: batch, ...how })
}

function bulletinsOf({ bulletins, clock, events }: MessagesParts): Messages['bulletins'] {
  const changed = (): void => events.announce(bulletinsChanged, {})
  return {
    list: bulletins.list,
    async add(input) {
      const bulletin = parseBulletin(input, nowSec(clock))
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
    async seedDemo(inputs) {
      if (await bulletins.hasDemo()) return
      for (const input of inputs) {
        const bulletin = parseBulletin(input, nowSec(clock))
        if (typeof bulletin !== 'string') await bulletins.add(bulletin, { demo: true })
      }
      changed()
    },
    async removeDemo() {
      if (await bulletins.removeDemo()) changed()
    },
  }
}

export type { Bulletin, BulletinRefusal, BulletinInput }
