import type { Events } from '../../platform/events.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChannelBook } from './channel-book.ts'
import type { LineHealth } from './line-health.ts'
import { airTurned } from './live-events.ts'
import type { LiveGuide } from './live-needs.ts'
import type { Viewers } from './viewers.ts'

/**
 * Tells everybody where other programmes are on, other lines play or other numbers of people watch than when it was called
 * before.
 */
export function createAirTurns(options: {
  book: () => Promise<ChannelBook>
  guide: Pick<LiveGuide, 'onAir'>
  viewers: Viewers
  health: Pick<LineHealth, 'linesOf'>
  clock: Clock
  events: Events
}): () => Promise<void> {
  const { book, guide, viewers, health, clock, events } = options
  let before: string | undefined
  return async () => {
    const nowMs = clock.nowMs()
    const { channels } = await book()
    const onAir = await guide.onAir(
      channels.map(({ id }) => id),
      nowMs,
    )
    const told = channels.map(async (channel) => {
      const lines = (await health.linesOf(channel, nowMs)).map(({ state }) => state)
      return [onAir.get(channel.id)?.now?.id ?? 0, viewers.online(channel.id, nowMs), ...lines]
    })
    const said = JSON.stringify(await Promise.all(told))
    if (before !== undefined && said !== before) events.announce(airTurned, {})
    before = said
  }
}
