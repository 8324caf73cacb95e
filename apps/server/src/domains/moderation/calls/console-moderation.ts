import {
  consoleModerationDecide,
  consoleModerationMute,
  consoleModerationQueue,
  consoleModerationWords,
  totalCap,
} from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Operator } from '../operator.ts'

/** Fits two hundred thousand characters, each escaped, and the separators of forty thousand words. */
const maxWordsBytes = 1.5 * 1024 * 1024

export function mountConsoleModeration(registry: CallRegistry, operator: Operator): void {
  mountCall(registry, consoleModerationQueue, async ({ send: { page, size }, nowMs }) => {
    const { list, total } = await operator.queue({ offset: (page - 1) * size, limit: size }, Math.floor(nowMs / 1000))
    return { list, total: Math.min(total, totalCap), page, size }
  })
  mountCall(registry, consoleModerationDecide, async ({ send: { items, decision } }) => ({
    decided: await operator.decide(items, decision),
  }))
  mountCall(registry, consoleModerationMute, async ({ send, nowMs, refuse }) => {
    const until = await operator.mute(send, Math.floor(nowMs / 1000))
    return until === null ? refuse('NoSuchUser') : { until }
  })
  mountCall(
    registry,
    consoleModerationWords,
    async ({ send: { words } }) => ({
      words: words ? await operator.words.change(() => words) : await operator.words.read(),
    }),
    { maxBodyBytes: maxWordsBytes },
  )
}
