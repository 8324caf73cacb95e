import type { Events } from '../../platform/events.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChannelBook } from './channel-book.ts'
import { airTurned } from './live-events.ts'
import type { LiveGuide } from './live-needs.ts'
import type { Viewers } from './viewers.ts'

/** Tells everybody where other programmes are on, or other numbers of people watch, than when it was called before. */
export function createAirTurns(options: {
  book: () => Promise<ChannelBook>
  guide: Pick<LiveGuide, 'onAir'>
  viewers: Viewers
  clock: Clock
  events: Events
}): () => Promise<void> {
  const { book, guide, viewers, clock, events } = options
  let before: string | undefined
  return async () => {
    const nowMs = clock.nowMs()
    const ids = (await book()).channels.map(({ id }) => id)
    const onAir = await guide.onAir(ids, nowMs)
    const said = JSON.stringify(ids.map((id) => [onAir.get(id)?.now?.id ?? 0, viewers.online(id, nowMs)]))
    if (before !== undefined && said !== before) events.announce(airTurned, {})
    before = said
  }
}
