import type { EventKind, Events } from '../../../platform/events/events.ts'
import type { Clock } from '../../../platform/process/clock.ts'
import type { ChannelLineup } from '../channel-lineup.ts'
import type { LineHealth } from '../lines/line-health.ts'
import { onAirChanged, currentProgrammesChanged } from '../live-events.ts'
import type { LiveGuide } from '../live-needs.ts'
import type { Viewers } from '../watching/viewers.ts'

/** Returns a function that announces changes of current programmes, line states and viewer numbers since its last call. */
export function createOnAirWatcher(options: {
  lineup: () => Promise<ChannelLineup>
  guide: Pick<LiveGuide, 'onAir'>
  viewers: Viewers
  health: Pick<LineHealth, 'linesOf'>
  clock: Clock
  events: Events
}): () => Promise<void> {
  const { lineup, guide, viewers, health, clock, events } = options
  const announceOnAir = createChangeAnnouncer(events, onAirChanged)
  const announceProgrammes = createChangeAnnouncer(events, currentProgrammesChanged)
  return async () => {
    const nowMs = clock.nowMs()
    viewers.report(nowMs)
    const { channels } = await lineup()
    const onAir = await guide.onAir(
      channels.map(({ id }) => id),
      nowMs,
    )
    const programmes = channels.map(({ id }) => onAir.get(id)?.now?.id ?? 0)
    const states = channels.map(async (channel, at) => {
      const lines = (await health.linesOf(channel, nowMs)).map(({ state }) => state)
      return [programmes[at], viewers.online(channel.id, nowMs), ...lines]
    })
    announceOnAir(await Promise.all(states))
    announceProgrammes(programmes)
  }
}

/** Announces an event if the state differs from the last call. The first call announces nothing. */
function createChangeAnnouncer(events: Events, event: EventKind<typeof onAirChanged.detail>): (state: unknown) => void {
  let previous: string | undefined
  return (state) => {
    const serialised = JSON.stringify(state)
    if (previous !== undefined && serialised !== previous) events.announce(event, {})
    previous = serialised
  }
}
