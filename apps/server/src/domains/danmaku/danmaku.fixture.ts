import { danmakuList, danmakuSend, type Danmaku, type SendOf } from '@yunmu/contract'
import { resetModulesAfterFile } from '../../testing/at-file-end.ts'
import { aChannel, knowsLive } from '../../testing/live.ts'
import { buildTestApp, type Answer, type MakeOptions } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from '../catalog/index.ts'

/**
 * A station with a channel, a visible and a hidden title, and actions of users; the clock stands still except for
 * `pass`.
 */
export async function buildDanmakuStation() {
  resetModulesAfterFile()
  const live = knowsLive([aChannel({ id: 7, name: '云幕一套' })], [])

  const t = await buildTestApp({}, { live })
  const { catalog } = t.station
  const { id: titleId } = await catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
  const { id: hiddenId } = await catalog.writer.saveTitle(aTitle({ name: '还没上架' }), 1)
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
  await t.platform.pool.query('delete from title_listing where title_id = $1', [hiddenId])
  await t.platform.pool.query('update title set published = false where id = $1', [hiddenId])
  t.events.announce(titlesChanged, { ids: [titleId, hiddenId] })

  const plain = { mode: 'scroll', color: 0xffffff, size: 25 } as const
  const place = { kind: 'vod', id: titleId, level: 1 } as const
  const sending = (given: Partial<SendOf<typeof danmakuSend>> = {}) => ({
    ...place,
    ...plain,
    time: 60.5,
    text: '来了',
    ...given,
  })
  const send = (as: 'lin' | 'mei', given: Partial<SendOf<typeof danmakuSend>> = {}): Promise<Answer> =>
    t.make(danmakuSend, sending(given), { as })
  const sent = async (as: 'lin' | 'mei', given: Partial<SendOf<typeof danmakuSend>> = {}): Promise<Danmaku> =>
    danmakuSend.reply.parse((await send(as, given)).data).danmaku
  const pack = async (options: MakeOptions = {}, given: Partial<SendOf<typeof danmakuList>> = {}): Promise<Danmaku[]> =>
    danmakuList.reply.parse((await t.make(danmakuList, { ...place, pack: 0, ...given }, options)).data).list
  const texts = async (options: MakeOptions = {}): Promise<string[]> => (await pack(options)).map(({ text }) => text)
  const pass = (sec: number): void => t.clock.set(t.clock.nowMs() + sec * 1000)
  return { t, titleId, hiddenId, place, send, sent, pack, texts, pass }
}
