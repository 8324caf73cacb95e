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
}

/** The newest message that may be shown automatically now; each is shown once. */
export function nextToShow(messages: readonly Message[], { opened, shown }: Seen, isHome: boolean): Message | null {
  const candidates = messages.filter(
    (message) =>
      message.show &&
      (message.dialog === 1 || (message.dialog === 2 && isHome)) &&
      !isRead(message, opened) &&
      !shown.has(messageKey(message)),
  )
  return candidates.toSorted((one, other) => other.createTime - one.createTime)[0] ?? null
}

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
