import type { Message, MessageState, MessageType } from '@yunmu/contract'

/** Pure rules of bulletins and messages. */

type Key = Pick<Message, 'id' | 'msgType' | 'createTime'>

/** Tabs in order; visitors see the first one only. */
export const tabOrder = [
  'bulletin',
  'comment_commit',
  'comment_thumb_up',
  'sub_live',
  'reminder',
] as const satisfies MessageType[]

/** Key of a message's current version: changes when the message is updated. */
export const messageKey = ({ msgType, id, createTime }: Key): string => `${msgType} ${id} ${createTime}`

/** Whether a message was opened in this browser or, by a signed-in user, anywhere. */
export const isRead = (message: Key & Pick<Message, 'read'>, opened: ReadonlySet<string>): boolean =>
  message.read || (message.msgType === 'bulletin' && opened.has(messageKey(message)))

/** Unread messages of a tab, according to the server. */
export const unreadOf = (state: MessageState | undefined, type: MessageType): number =>
  state?.tabs.find(({ value }) => value === type)?.unread ?? 0

export const unreadInAll = (state: MessageState): number => state.tabs.reduce((sum, { unread }) => sum + unread, 0)

/** What was seen in this browser. */
export interface Seen {
  /** Opened bulletins. */
  opened: ReadonlySet<string>
  /** Messages that were shown automatically. */
  shown: ReadonlySet<string>
  /** Newest bulletins at times when neither they nor older ones were left to be shown automatically. */
  settled: ReadonlySet<string>
}

/** Whether a message is still to be shown automatically, now or on another page; each is shown once. */
export const isToBeShown = (message: Message, { opened, shown }: Pick<Seen, 'opened' | 'shown'>): boolean =>
  message.show && message.dialog !== 0 && !isRead(message, opened) && !shown.has(messageKey(message))

/**
 * The message to show automatically now: bulletins first and one after the other, the oldest first; of the user's own
 * messages the newest, which is shown on behalf of all.
 */
export function nextToShow(
  messages: readonly Message[],
  seen: Pick<Seen, 'opened' | 'shown'>,
  isHome: boolean,
): Message | null {
  const candidates = messages
    .filter((message) => isToBeShown(message, seen) && (message.dialog === 1 || isHome))
    .toSorted((one, other) => one.createTime - other.createTime || one.id - other.id)
  return candidates.find(({ msgType }) => msgType === 'bulletin') ?? candidates.at(-1) ?? null
}

/** Whether older bulletins than the newest may still be to be shown automatically, so that the list is needed. */
export const needsBulletinList = (newest: Message | undefined, { settled }: Pick<Seen, 'settled'>): boolean =>
  newest !== undefined && !settled.has(messageKey(newest))

/** Older keys are dropped. */
const maxRemembered = 100

/** Adds keys and drops the oldest beyond the limit. */
export const withRemembered = (keys: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...keys, ...more])].slice(-maxRemembered)

/** Parses stored keys; invalid entries are skipped. */
export function parseKeys(text: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((key) => typeof key === 'string').slice(-maxRemembered) : []
  } catch {
    return []
  }
}

/** Ids of the bulletins among the keys. */
export const bulletinIds = (keys: Iterable<string>): number[] =>
  [...keys].flatMap((key) => {
    const id = /^bulletin (\d{1,10}) /.exec(key)?.[1]
    return id === undefined ? [] : Number(id)
  })
