import type { EventKind, Events } from '../../../platform/events/events.ts'
import type { Clock } from '../../../platform/process/clock.ts'
import type { ChannelBook } from '../channel-book.ts'
import type { LineHealth } from '../lines/line-health.ts'
import { airTurned, programmesTurned } from '../live-events.ts'
import type { LiveGuide } from '../live-needs.ts'
import type { Viewers } from '../watching/viewers.ts'

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
  const tellAir = createTeller(events, airTurned)
  const tellProgrammes = createTeller(events, programmesTurned)
  return async () => {
    const nowMs = clock.nowMs()
    const { channels } = await book()
    const onAir = await guide.onAir(
      channels.map(({ id }) => id),
      nowMs,
    )
    const programmes = channels.map(({ id }) => onAir.get(id)?.now?.id ?? 0)
    const told = channels.map(async (channel, at) => {
      const lines = (await health.linesOf(channel, nowMs)).map(({ state }) => state)
      return [programmes[at], viewers.online(channel.id, nowMs), ...lines]
    })
    tellAir(await Promise.all(told))
    tellProgrammes(programmes)
  }
}

/** Announces that a state is another than the last time; the first time there was none. */
function createTeller(events: Events, event: EventKind<typeof airTurned.detail>): (state: unknown) => void {
  let before: string | undefined
  return (state) => {
    const said = JSON.stringify(state)
    if (before !== undefined && said !== before) events.announce(event, {})
    before = said
  }
}
