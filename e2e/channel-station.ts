import type { ChannelToSave } from '../apps/server/src/domains/live/index.ts'
import type { FilmStation } from './film-station.ts'
import { putFilm } from './test-films.ts'

const hourMs = 3600_000
export const programmeMin = 30
/** Programmes before the one that runs, and from it on: three hours back and three ahead. */
const halvesBack = 6
const halvesAhead = 6

/** When the running programme began: minutes ago, so that it runs to the end of a test, whatever the clock says. */
function runningStartMs(): number {
  const stepMs = 5 * 60_000
  return (Math.floor(Date.now() / stepMs) - 1) * stepMs
}

export interface PutChannel {
  id: number
  /** Of the programme that begins so many half hours from the one that runs. */
  nameAt(halves: number): string
}

const line = (name: string): ChannelToSave['lines'][number] => ({
  name,
  kind: 'linear',
  onDemand: false,
  quality: '240P',
  saving: false,
  sources: [],
})

function channelOf(name: string, number: number, given: Partial<ChannelToSave>): ChannelToSave {
  return {
    origin: `test:${number}`,
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
    name,
    number,
    lines: [line('线路一')],
    ...given,
  }
}

/** Channels to put up: the first has two lines, the second is overseas, the third shows nothing, the fourth is another. */
const wanted = [
  channelOf('云幕一套', 1, { lines: [line('线路一'), line('线路二')] }),
  channelOf('狮城一台', 51, { group: { name: '海外', overseas: true }, tag: { name: '新加坡', type: 'sg' } }),
  channelOf('云幕空台', 9, {}),
  channelOf('云幕电影', 2, {}),
]

/** Puts channels up that show a film of half a minute over and over, each with a guide of programmes of half an hour. */
export async function putChannels(films: FilmStation): Promise<PutChannel[]> {
  const { live, guide } = films.station
  const sec = 28
  const assetId = await putFilm(films, { name: 'channel.mp4', sec })
  const ids = await live.save(wanted)
  const { byId } = await live.lineup()
  const halfMs = programmeMin * 60_000
  const runningMs = runningStartMs()
  const put: PutChannel[] = []
  for (const [at, id] of ids.entries()) {
    const name = wanted[at]?.name ?? ''
    const nameAt = (halves: number): string => `${name}节目${halves}`
    put.push({ id, nameAt })
    if (name === '云幕空台') continue
    for (const stream of byId.get(id)?.streams ?? []) {
      const [startMs, endMs] = [runningMs - 3 * hourMs, runningMs + 3 * hourMs]
      await live.schedules.plan(stream, startMs, [{ assetId, startMs, endMs }])
    }
    const halves = Array.from({ length: halvesBack + halvesAhead }, (_, half) => half - halvesBack)
    await guide.saveProgrammes(
      id,
      halves.map((half) => {
        const startSec = (runningMs + half * halfMs) / 1000
        const endSec = startSec + programmeMin * 60
        return { startSec, endSec, name: nameAt(half), sub: '', intro: '', category: '', img: '' }
      }),
    )
  }
  return put
}

/** More channels that only the guide knows: each with the programmes of six hours. */
export async function putQuietChannels(films: FilmStation, count: number): Promise<void> {
  const { live, guide } = films.station
  const channels = Array.from({ length: count }, (_, at) =>
    channelOf(`地方${at}台`, 100 + at, { group: { name: '地方', overseas: false } }),
  )
  const startSec = runningStartMs() / 1000 - 3 * 3600
  for (const [at, id] of (await live.save(channels)).entries()) {
    const programmes = Array.from({ length: 12 }, (_, half) => ({
      startSec: startSec + half * 1800,
      endSec: startSec + (half + 1) * 1800,
      name: `地方${at}节目${half - 6}`,
      sub: '',
      intro: '',
      category: '',
      img: '',
    }))
    await guide.saveProgrammes(id, programmes)
  }
}
