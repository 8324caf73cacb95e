import { liveReport, liveWatch } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import { lineAfter } from '../line-rules.ts'
import type { LiveParts } from '../live-parts.ts'

/** A player that says the same of the same line sooner than this is not heard. */
const reportEveryMs = 5000
const mostRemembered = 20_000

/** What players say: that they play, and what they see. */
export function mountLiveWatch(calls: CallBook, { book, health, viewers }: LiveParts): void {
  const reported = new LRUCache<string, number>({ max: mostRemembered })
  const nameOf = (viewer: { id: number } | null, { dayKey }: { dayKey: string }): string =>
    viewer ? `user ${viewer.id}` : dayKey

  mountCall(calls, liveWatch, async ({ send: { id, end }, viewer, visitor, nowMs, refuse }) => {
    if (!(await book()).byId.has(id)) return refuse('NoSuchChannel')
    if (end) viewers.leave(nameOf(viewer, visitor), id)
    else viewers.beat(nameOf(viewer, visitor), id, nowMs)
    return { online: viewers.online(id, nowMs) }
  })

  mountCall(calls, liveReport, async ({ send: { id, stream: line, fault }, viewer, visitor, nowMs, refuse }) => {
    const channel = (await book()).byId.get(id)
    if (!channel) return refuse('NoSuchChannel')
    const stream = channel.streams.find((one) => one.line === line)
    if (!stream) return refuse('NoSuchLine')
    const who = nameOf(viewer, visitor)
    const key = `${who} ${stream.id}`
    if (nowMs - (reported.get(key) ?? -Infinity) < reportEveryMs) return refuse('TooSoon')
    reported.set(key, nowMs)
    await health.report({ streamId: stream.id, visitor: who, fault, nowMs })
    return { stream: lineAfter(await health.linesOf(channel, nowMs), line) }
  })
}
