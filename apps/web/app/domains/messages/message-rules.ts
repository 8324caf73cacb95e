import type { Message, MessageState, MessageType } from '@yunmu/contract'

/** Pure rules of bulletins and messages. */

type Key = Pick<Message, 'id' | 'msgType' | 'createTime'>

/** The tabs in their order; visitors have the first alone. */
export const tabOrder = ['bulletin', 'comment_commit', 'comment_thumb_up', 'sub_live'] as const satisfies MessageType[]

/** Names a message as it is now: one that something happened to since has another name. */
export const messageKey = ({ msgType, id, createTime }: Key): string => `${msgType} ${id} ${createTime}`

/** Whether a message was opened, here or, by somebody signed in, anywhere. */
export const isRead = (message: Key & Pick<Message, 'read'>, opened: ReadonlySet<string>): boolean =>
  message.read || (message.msgType === 'bulletin' && opened.has(messageKey(message)))

/** How many are unread under a tab, as far as the station tells. */
export const unreadOf = (state: MessageState | undefined, type: MessageType): number =>
  state?.tabs.find(({ value }) => value === type)?.unread ?? 0

export const unreadInAll = (state: MessageState): number => state.tabs.reduce((sum, { unread }) => sum + unread, 0)

/** What is known in this browser of what was seen. */
export interface Seen {
  /** Bulletins that were opened. */
  opened: ReadonlySet<string>
  /** Messages that came up by themselves. */
  shown: ReadonlySet<string>
}

/** The message that is to come up by itself, the newest of those that may; each does so once. */
export function nextToShow(messages: readonly Message[], { opened, shown }: Seen, isHome: boolean): Message | null {
  const may = messages.filter(
    (message) =>
      message.show &&
      (message.dialog === 1 || (message.dialog === 2 && isHome)) &&
      !isRead(message, opened) &&
      !shown.has(messageKey(message)),
  )
  return may.toSorted((one, other) => other.createTime - one.createTime)[0] ?? null
}

/** More are not remembered: they are long gone. */
const mostRemembered = 100

/** What is kept with one more in it. */
export const remembered = (keys: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...keys, ...more])].slice(-mostRemembered)

/** Reads what an earlier page kept, of whatever content. */
export function parseKeys(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(-mostRemembered) : []
  } catch {
    return []
  }
}

/** The ids of the bulletins among them. */
export const bulletinIds = (keys: Iterable<string>): number[] =>
  [...keys].flatMap((key) => {
    const id = /^bulletin (\d{1,10}) /.exec(key)?.[1]
    return id === undefined ? [] : Number(id)
  })
