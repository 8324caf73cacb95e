import type { ChannelToSave } from '../domains/live/index.ts'
import { aRendition, audio, publishRandom, segmentBytes } from './media.ts'
import type { TestApp } from './test-app.ts'

type LineToSave = ChannelToSave['lines'][number]

const hourMs = 3600_000

/** A line that shows scheduled films. */
export const aLinearLine = (name = '线路一', quality = '720P'): LineToSave => ({
  name,
  kind: 'linear',
  onDemand: false,
  quality,
  saving: false,
  sources: [],
})

/** A channel with one line that shows scheduled films. `given` overrides fields. */
export function aLinearChannel(given: Partial<ChannelToSave> & { name: string; number: number }): ChannelToSave {
  return {
    origin: `test:${given.number}`,
    aliases: [],
    guideId: '',
    group: {
      name: '云幕',
      overseas: false,
    },
    tag: null,
    logo: '',
    replayDays: 7,
    dvrSec: 7200,
    demo: false,
    lines: [aLinearLine()],
    ...given,
  }
}

/** A line that is recorded from one of these addresses. */
export const aRecordedLine = (addresses: readonly string[], { onDemand = false } = {}): LineToSave => ({
  name: '线路一',
  kind: 'recorded',
  onDemand,
  quality: '',
  saving: false,
  sources: addresses.map((address) => ({
    address,
    userAgent: '',
  })),
})

/** A film of three segments of about four seconds, with sound. Returns its asset. */
export async function aFilm({ station, clock }: TestApp): Promise<number> {
  const { assets } = station.media
  const assetId = await assets.createAsset({ demo: false, nowSec: Math.floor(clock.nowMs() / 1000) })
  const segments = [4000.4, 4000.4, 3999.5].map((durationMs) => ({ durationMs, bytes: segmentBytes }))
  await publishRandom(assets, assetId, [aRendition({ segments }), audio])
  return assetId
}

/** Channels that repeat one film, from three hours ago until three hours from now. */
export async function scheduledChannels(
  t: TestApp,
  given: readonly ChannelToSave[],
): Promise<{ assetId: number; channels: { id: number; streamIds: number[] }[] }> {
  const { live } = t.station
  const assetId = await aFilm(t)
  const ids = await live.save(given)
  const { byId } = await live.lineup()
  const channels = ids.map((id) => ({ id, streamIds: (byId.get(id)?.streams ?? []).map((stream) => stream.id) }))
  const [startMs, endMs] = [t.clock.nowMs() - 3 * hourMs, t.clock.nowMs() + 3 * hourMs]
  for (const id of channels.flatMap(({ streamIds }) => streamIds)) {
    await live.schedules.plan({ id }, startMs, [{ assetId, startMs, endMs }])
  }
  return { assetId, channels }
}
