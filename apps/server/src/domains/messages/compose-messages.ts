import type { Message } from '@yunmu/contract'
import type { SubjectSummary } from '../../platform/subjects.ts'
import type { Bulletin } from './bulletin-store.ts'
import { dialogOf, excerptOf, isFresh, titleOf } from './message-rules.ts'
import type { StoredMessage } from './message-store.ts'
import type { MessagesNeeds, PublicUser } from './messages-needs.ts'

/** The display fields of the user who caused a message. */
const actorFields = (person: PublicUser | undefined): Pick<Message, 'userNickName' | 'userPortrait' | 'vip'> => ({
  userNickName: person?.nickname ?? '',
  userPortrait: person?.portrait ?? '',
  vip: person?.isVip ?? false,
})

const noLink: Message['info'] = { id: 0, streamId: 0, rid: 0, url: '' }

/** A bulletin as shown to users. */
export const bulletinMessage = (
  bulletin: Bulletin,
  read: ReadonlySet<number>,
  length: 'excerpt' | 'whole',
): Message => ({
  id: bulletin.id,
  msgType: 'bulletin',
  read: read.has(bulletin.id),
  dialog: bulletin.dialog,
  info: noLink,
  show: bulletin.dialog !== 0,
  ...actorFields(undefined),
  title: bulletin.title,
  content: length === 'whole' ? bulletin.content : excerptOf(bulletin.content),
  createTime: bulletin.startsAt,
})

/** The message's own address, or that of the subject with the comment as its fragment; empty if there is none. */
function urlOf(
  subjects: Pick<MessagesNeeds['subjects'], 'urlOf'>,
  { kind, subjectId, streamId, rid, url }: StoredMessage,
  subject: SubjectSummary | null,
): string {
  if (url !== '' || subject === null) return url
  return subjects.urlOf({ kind, id: subjectId, streamId }, subject) + (rid === 0 ? '' : `#comment-${rid}`)
}

/** The title for a reader. */
const shownTitle = (
  { userId, title, titleWithScore }: Pick<StoredMessage, 'userId' | 'title' | 'titleWithScore'>,
  hiding: ReadonlySet<number>,
): string => (titleWithScore === '' || hiding.has(userId) ? title : titleWithScore)

/** A user's messages as shown to that user, in their order. Related data is loaded in one batch. */
export async function personalMessages(
  { subjects, users, hidingScores }: Pick<MessagesNeeds, 'subjects' | 'users' | 'hidingScores'>,
  messages: readonly StoredMessage[],
  nowSec: number,
): Promise<Message[]> {
  const actorIds = new Set(messages.flatMap(({ actorId }) => actorId ?? []))
  const refs = messages.map(({ kind, subjectId }) => ({ kind, id: subjectId }))
  const scored = messages.flatMap(({ userId, titleWithScore }) => (titleWithScore === '' ? [] : [userId]))
  const [actors, summaryOf, hiding] = await Promise.all([
    actorIds.size === 0 ? new Map<number, PublicUser>() : users([...actorIds], nowSec),
    subjects.findSummaries(refs, nowSec),
    // As it is now: a message may be older than the choice.
    hidingScores(scored),
  ])
  return messages.map((message) => {
    const { id, type, read, kind, subjectId, streamId, rid, content, createdAt } = message
    const actor = actors.get(message.actorId ?? 0)
    const subject = summaryOf({ kind, id: subjectId })
    return {
      id,
      msgType: type,
      read,
      dialog: dialogOf[type],
      info: { id: subjectId, streamId, rid, url: urlOf(subjects, message, subject) },
      show: isFresh(message, nowSec),
      ...actorFields(actor),
      title: titleOf({ ...message, title: shownTitle(message, hiding) }, actor?.nickname ?? ''),
      content,
      createTime: createdAt,
    }
  })
}
