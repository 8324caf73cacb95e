import {
  assetSettled,
  assetsRemoved,
  InvalidMediaError,
  probeFile,
  type Media,
  type MediaNeeds,
} from './domains/media/index.ts'
import { titlesChanged } from './domains/catalog/index.ts'
import { guideChanged, type Guide, type GuideNeeds } from './domains/guide/index.ts'
import { channelsChanged, endMsOf, type Live, type LiveNeeds, type LineToSave } from './domains/live/index.ts'
import type { ChannelProgramme, Demo, DemoNeeds } from './domains/demo/index.ts'
import type { Locks } from './domains/locks/index.ts'
import type { Matches, MatchesNeeds } from './domains/matches/index.ts'
import type { Library } from './domains/library/index.ts'
import type { Messages } from './domains/messages/index.ts'
import type { Recorder } from './domains/recorder/index.ts'
import { siteChanged, type Site } from './domains/site/index.ts'
import { nowSec } from './platform/process/clock.ts'
import { EgressError } from './platform/egress/egress.ts'
import type { Platform } from './platform/platform.ts'

/** Limits of a logo in an imported list. */
const logoLimits = { maxBytes: 1024 * 1024, timeoutMs: 5000 }

/** @param live channels, which are created after the guide */
export function guideNeeds(
  { clock }: Platform,
  live: () => Live,
  { media, locks }: { media: Pick<Media, 'signLine'>; locks: Pick<Locks, 'closedLines' | 'stateOf'> },
): GuideNeeds {
  return {
    channelsChanged,
    channels: {
      async all() {
        const { channels, hidden } = await live().lineup()
        // The guide of a hidden channel stays, for when it is shown again.
        return [...channels, ...hidden].map(({ id, name, aliases, guideId }) => ({ id, name, aliases, guideId }))
      },
      replayable: (ids, nowMs) => live().replayable(ids, nowMs),
      async replayUrl({ channelId, stream: line, startSec, endSec, nowMs, browserId, isVip }) {
        const channel = { kind: 'live' as const, id: channelId }
        const closed = await locks.closedLines(channel, browserId)
        const place = await live().locator.between({ channelId, startSec, endSec }, { line, closed }, nowMs)
        if (place === 'NoSuchChannel') return 'NoReplay'
        if (typeof place === 'string') return place
        if (place.vip && !isVip) return 'VipNeeded'
        const lock = await locks.stateOf({ ...channel, line: place.line }, browserId)
        if (lock === 'closed') return 'PlayPasswordNeeded'
        const { address, expires } = media.signLine({ ...place, isPrivate: lock === 'open' }, nowSec(clock))
        return { url: address, expires }
      },
    },
    lists: {
      overseas: (...query) => live().lists.overseas(...query),
      linear: (...query) => live().lists.linear(...query),
      active: (...query) => live().lists.active(...query),
      recommended: (...query) => live().lists.recommended(...query),
      ranked: (...query) => live().lists.ranked(...query),
    },
  }
}

export function liveNeeds(
  { clock, egress }: Platform,
  {
    media,
    guide,
    locks,
    matches,
    site,
    ...others
  }: {
    media: Media
    guide: Guide
    site: () => Pick<Site, 'current'>
    locks: Pick<Locks, 'lockedSubjects' | 'lockedLines'>
    matches: Pick<Matches, 'lists' | 'changed' | 'recordings'>
  } & Pick<LiveNeeds, 'recorded' | 'people' | 'crowd'>,
): LiveNeeds {
  return {
    ...others,
    matches: { ...matches.lists, changed: matches.changed },
    recordings: matches.recordings,
    listsOpen: async () => (await site().current()).tv_lists_open,
    locks: {
      lockedChannels: () => locks.lockedSubjects('live'),
      lockedLines: (id) => locks.lockedLines({ kind: 'live', id }),
    },
    films: {
      tracks: media.filmTracks,
      file: media.filmFile,
      changed: [assetSettled, assetsRemoved, siteChanged, titlesChanged],
    },
    guide: {
      ...guide,
      changed: guideChanged,
    },
    async fetchLogo(address) {
      try {
        const reply = await egress.get(address, logoLimits)
        return reply.status === 200 ? await media.storeLogo(await reply.bytes()) : null
      } catch (err) {
        if (err instanceof EgressError) return null
        throw err
      }
    },
    storeLogo: (bytes) => media.storeLogo(bytes),
    async measure(file, signal) {
      try {
        const { height, codec } = (await probeFile(file, signal)).video
        return { height, codec }
      } catch (err) {
        signal.throwIfAborted()
        return err instanceof InvalidMediaError ? 'invalid' : 'unknown'
      }
    },
    signed: (place) => media.signLine({ ...place, isPrivate: false }, nowSec(clock)).address,
  }
}

/** @param others what is created after the matches */
export function matchesNeeds(
  { clock, events }: Pick<Platform, 'clock' | 'events'>,
  {
    subscriptions,
    people,
    recorder,
  }: Pick<Library, 'subscriptions'> & Pick<MatchesNeeds, 'people'> & { recorder: Pick<Recorder, 'sourceKindOf'> },
  others: {
    site: () => Pick<Site, 'read'>
    live: () => Pick<Live, 'matchLocator' | 'matchChannels'>
    messages: () => Pick<Messages, 'notifyIn'>
    demo: () => Pick<Demo, 'watching'>
  },
): MatchesNeeds {
  const locatorOf = (matchId: number) => others.live().matchLocator(matchId)
  const ownChannels = () => others.live().matchChannels
  return {
    site: { isOpen: async () => (await others.site().read()).live_live, changed: siteChanged },
    subscriptions: {
      ...subscriptions,
      of: async (userId) => new Set((await subscriptions.list(userId)).map(({ matchId }) => matchId)),
    },
    people,
    channels: {
      locate: ({ matchId, channelId }, closed, nowMs) => locatorOf(matchId).live(channelId, { line: 0, closed }, nowMs),
      locateBetween: ({ matchId, ...span }, closed, nowMs) =>
        locatorOf(matchId).between(span, { line: 0, closed }, nowMs),
      locateHighlights: (place, parts, closed, nowMs) =>
        locatorOf(place.matchId).highlights(place, parts, { line: 0, closed }, nowMs),
      recordedMs: ({ matchId, channelId }, span) => locatorOf(matchId).recordedMs(channelId, span),
    },
    ownChannels: {
      sourceKindOf: recorder.sourceKindOf,
      saveIn: (tx, channel) => ownChannels().saveIn(tx, channel, nowSec(clock)),
      ofMatchIn: (tx, matchId) => ownChannels().ofMatchIn(tx, matchId),
      ofStationIn: (tx, ids) => ownChannels().ofStationIn(tx, ids),
      ids: () => ownChannels().ids(),
      lockIn: (tx, ids) => ownChannels().lockIn(tx, ids),
      removeIn: (tx, ids) => ownChannels().removeIn(tx, ids),
      changed: {
        announceIn: (tx) => events.announceIn(tx, channelsChanged, {}),
        announce: () => events.announce(channelsChanged, {}),
      },
    },
    notify: (tx, userIds, { about, ...texts }) =>
      others.messages().notifyIn(tx, userIds, { type: 'sub_live', about: { kind: 'match', ...about }, ...texts }),
    crowd: (id, nowMs) => others.demo().watching({ kind: 'match', id, level: 0 }, nowMs),
  }
}

/** The matches that a user has subscribed to; none while matches are hidden. */
export const subscribedMatchesOf =
  ({ subscriptions }: Pick<Library, 'subscriptions'>, site: () => Pick<Site, 'read'>) =>
  async (userId: number): Promise<number[]> =>
    (await site().read()).live_live ? (await subscriptions.list(userId)).map(({ matchId }) => matchId) : []

/** The tags of overseas channels, for the navigation. */
export async function overseasTags(live: Live): Promise<{ id: number; name: string; type: string }[]> {
  const { tags, channels } = await live.lineup()
  return tags.filter(({ type }) => channels.some(({ types, overseas }) => overseas && types === type))
}

/** Lines as media delivery needs them. */
export function mediaLines(live: () => Live): MediaNeeds['lines'] {
  return {
    logos: () => live().logos(),
    delivery: {
      playlist: (...request) => live().delivery.playlist(...request),
      file: (streamId, rest) => live().delivery.file(streamId, rest),
    },
  }
}

/** Segments that begin sooner may already be in players' buffers. */
const bufferedMs = 60_000
const lineOfFilms: Omit<LineToSave, 'quality'> = {
  name: '线路一',
  kind: 'linear',
  onDemand: false,
  saving: false,
  sources: [],
}

/** The channels of the demonstration programme, as that domain needs them. */
export const demoChannels = (
  { clock }: Pick<Platform, 'clock'>,
  { live, guide }: { live: Live; guide: Guide },
): DemoNeeds['channels'] => ({
  ids: live.demoIds,
  viewers: live.viewers,
  async save(channels) {
    const common = { guideId: '', logo: '', replayDays: 7, dvrSec: 7200, demo: true }
    const lines = (quality: string): LineToSave[] => [{ ...lineOfFilms, quality }]
    await live.save(channels.map(({ quality, ...channel }) => ({ ...channel, ...common, lines: lines(quality) })))
  },
  async remove() {
    await live.remove([...(await live.demoIds()).values()])
  },
  async plannedUntil(channelId) {
    const stream = await filmLine(live, channelId)
    return stream === undefined ? null : live.schedules.plannedUntil(stream.id)
  },
  async replaceableFrom(channelId) {
    const stream = await filmLine(live, channelId)
    return stream === undefined ? null : live.schedules.endOfBegun(stream.id, clock.nowMs() + bufferedMs)
  },
  async plan(channelId, showings) {
    const stream = await filmLine(live, channelId)
    const [first] = showings
    if (!stream || !first) return
    const items = await live.schedules.plan(stream, first.startMs, showings)
    const programmes: (ChannelProgramme & { startSec: number; endSec: number })[] = []
    for (const [at, { name, sub, intro, category, img, continues }] of showings.entries()) {
      const item = items[at]
      if (!item) continue
      const endSec = Math.ceil(endMsOf(item) / 1000)
      const last = programmes.at(-1)
      if (continues === true && last) last.endSec = endSec
      else programmes.push({ startSec: Math.ceil(item.startMs / 1000), endSec, name, sub, intro, category, img })
    }
    await guide.saveProgrammes(channelId, programmes)
  },
  async append(channelId, film) {
    const stream = await filmLine(live, channelId)
    if (stream) await live.schedules.plan(stream, film.startMs, [film])
  },
  saveGuide: guide.saveProgrammes,
})

const filmLine = async (live: Live, channelId: number) =>
  (await live.lineup()).byId.get(channelId)?.streams.find(({ kind }) => kind === 'linear')
