import { aLinearChannel, aLinearLine } from '../apps/server/src/testing/channels.ts'
import type { TestStation } from './in-process-station.ts'
import { addFilm } from './test-films.ts'

const hourMs = 3600_000
export const programmeMin = 30
/** Half-hour programmes before the current one, and from it on: three hours each. */
const programmesBefore = 6
const programmesFrom = 6

/** The current programme began minutes ago, so that it does not end while a test runs, whatever the time is. */
function currentStartMs(): number {
  const stepMs = 5 * 60_000
  return (Math.floor(Date.now() / stepMs) - 1) * stepMs
}

export interface TestChannel {
  id: number
  /** The name of the programme `offset` half hours from the current one. */
  programmeName(offset: number): string
}

/** The first channel has two lines, the second is overseas, the third has no media, the fourth is an ordinary one. */
const channelsToSave = [
  aLinearChannel({ name: '云幕一套', number: 1, lines: ['线路一', '线路二'].map((name) => aLinearLine(name, '240P')) }),
  aLinearChannel({
    name: '狮城一台',
    number: 51,
    group: { name: '海外', overseas: true },
    tag: { name: '新加坡', type: 'sg' },
  }),
  aLinearChannel({ name: '云幕空台', number: 9 }),
  aLinearChannel({ name: '云幕电影', number: 2 }),
]

/** Adds channels that loop a film of half a minute, each with a guide of half-hour programmes. */
export async function addChannels(station: TestStation): Promise<TestChannel[]> {
  const { live, guide } = station.station
  const sec = 28
  const assetId = await addFilm(station, { name: 'channel.mp4', sec })
  const ids = await live.save(channelsToSave)
  const { byId } = await live.lineup()
  const programmeMs = programmeMin * 60_000
  const currentMs = currentStartMs()
  const channels: TestChannel[] = []
  for (const [at, id] of ids.entries()) {
    const name = channelsToSave[at]?.name ?? ''
    const programmeName = (offsets: number): string => `${name}节目${offsets}`
    channels.push({ id, programmeName })
    if (name === '云幕空台') continue
    for (const stream of byId.get(id)?.streams ?? []) {
      const [startMs, endMs] = [currentMs - 3 * hourMs, currentMs + 3 * hourMs]
      await live.schedules.plan(stream, startMs, [{ assetId, startMs, endMs }])
    }
    const offsets = Array.from({ length: programmesBefore + programmesFrom }, (_, offset) => offset - programmesBefore)
    await guide.saveProgrammes(
      id,
      offsets.map((offset) => {
        const startSec = (currentMs + offset * programmeMs) / 1000
        const endSec = startSec + programmeMin * 60
        return { startSec, endSec, name: programmeName(offset), sub: '', intro: '', category: '', img: '' }
      }),
    )
  }
  return channels
}

/** Adds channels that have only a guide, of six hours each. */
export async function addGuideOnlyChannels(station: TestStation, count: number): Promise<void> {
  const { live, guide } = station.station
  const channels = Array.from({ length: count }, (_, at) =>
    aLinearChannel({ name: `地方${at}台`, number: 100 + at, group: { name: '地方', overseas: false } }),
  )
  const startSec = currentStartMs() / 1000 - 3 * 3600
  for (const [at, id] of (await live.save(channels)).entries()) {
    const programmes = Array.from({ length: 12 }, (_, programmeIndex) => ({
      startSec: startSec + programmeIndex * 1800,
      endSec: startSec + (programmeIndex + 1) * 1800,
      name: `地方${at}节目${programmeIndex - 6}`,
      sub: '',
      intro: '',
      category: '',
      img: '',
    }))
    await guide.saveProgrammes(id, programmes)
  }
}
