import { danmakuList, danmakuSend, type Danmaku, type SendOf } from '@yunmu/contract'
import { readAnewForNextFile } from '../../testing/at-file-end.ts'
import { aChannel, knowsLive } from '../../testing/live.ts'
import { buildTestApp, type Answer, type MakeOptions } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from '../catalog/index.ts'

readAnewForNextFile()
const live = knowsLive([aChannel({ id: 7, name: '云幕一套' })], [])
/** A station with a channel, a title, and one that is hidden; the clock stands until `pass`. */
export const t = await buildTestApp({}, { live })
const { catalog } = t.station
export const { id: titleId } = await catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
export const { id: hiddenId } = await catalog.writer.saveTitle(aTitle({ name: '还没上架' }), 1)
for (const id of [titleId, hiddenId]) {
  const episode = { source: '线路一', sourcePosition: 0, level: 1, name: '', durationMs: 3_600_000 }
  const rest = {
    vip: false,
    introSec: 0,
    outroSec: 0,
    airAtSec: null,
    assetId: null,
    state: 'ready',
    createdSec: 1,
  } as const
  const notYet = { level: 3, airAtSec: Math.floor(t.clock.nowMs() / 1000) + 365 * 24 * 3600 }
  await catalog.writer.saveEpisodes(
    id,
    [
      { ...episode, ...rest },
      { ...episode, ...rest, ...notYet },
    ],
    1,
  )
}
await t.ground.pool.query('delete from title_listing where title_id = $1', [hiddenId])
await t.ground.pool.query('update title set published = false where id = $1', [hiddenId])
t.events.announce(titlesChanged, { ids: [titleId, hiddenId] })

const plain = { mode: 'scroll', color: 0xffffff, size: 25 } as const
export const place = { kind: 'vod', id: titleId, level: 1 } as const
const sending = (given: Partial<SendOf<typeof danmakuSend>> = {}) => ({
  ...place,
  ...plain,
  time: 60.5,
  text: '来了',
  ...given,
})
export const send = (as: 'lin' | 'mei', given: Partial<SendOf<typeof danmakuSend>> = {}): Promise<Answer> =>
  t.make(danmakuSend, sending(given), { as })
export const sent = async (as: 'lin' | 'mei', given: Partial<SendOf<typeof danmakuSend>> = {}): Promise<Danmaku> =>
  danmakuSend.reply.parse((await send(as, given)).data).danmaku
export const pack = async (
  options: MakeOptions = {},
  given: Partial<SendOf<typeof danmakuList>> = {},
): Promise<Danmaku[]> =>
  danmakuList.reply.parse((await t.make(danmakuList, { ...place, pack: 0, ...given }, options)).data).list
export const texts = async (options: MakeOptions = {}): Promise<string[]> =>
  (await pack(options)).map(({ text }) => text)
export const pass = (sec: number): void => t.clock.set(t.clock.nowMs() + sec * 1000)
