import { indexMessages, type Message } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { bulletinMessage, personalMessages } from '../compose-messages.ts'
import { personalTypes } from '../message-rules.ts'
import { bulletinsChanged } from '../messages-events.ts'
import type { MessagesParts } from '../messages-needs.ts'

const nothingRead: ReadonlySet<number> = new Set()

export function mountIndexMessages(registry: CallRegistry, parts: MessagesParts): void {
  const bulletinList = async (userId: number | null, count: number, nowSec: number): Promise<Message[]> => {
    const [active, read] = await Promise.all([
      parts.bulletins.active(nowSec),
      userId === null ? nothingRead : parts.bulletins.readBy(userId),
    ])
    return active.slice(0, count).map((bulletin) => bulletinMessage(bulletin, read, 'excerpt'))
  }
  mountCall(
    registry,
    indexMessages,
    async ({ send: { type, n }, viewer, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      if (type === 'bulletin' || (type === 'all' && !viewer))
        return { list: await bulletinList(viewer?.id ?? null, n, nowSec) }
      if (!viewer) return refuse('LoginNeeded')
      const types = type === 'all' ? personalTypes : [type]
      const [own, bulletins] = await Promise.all([
        parts.messages.newest(viewer.id, types, n),
        type === 'all' ? bulletinList(viewer.id, n, nowSec) : [],
      ])
      const list = [...(await personalMessages(parts, own, nowSec)), ...bulletins]
      return { list: list.toSorted((one, other) => other.createTime - one.createTime).slice(0, n) }
    },
    { cachedUntil: [bulletinsChanged] },
  )
}
